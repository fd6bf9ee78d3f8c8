import { aerieTokenAbi } from '@aerie/chain/abi/aerie-token'
import { Check } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { encodeFunctionData } from 'viem'
import { notify } from '../../../platform/toasts/toast.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { walletErrorText } from '../wallet-errors.ts'
import type { Address } from '../wallet-state.ts'
import { SendButton } from './send-button.tsx'
import { type Permit, signPermit } from './token-permit.ts'
import type { TransactionCall } from './transaction-state.ts'
import { sendTransaction, useIsUnderWay } from './transactions.ts'

/** Approves exactly the given amount, never an unlimited one. */
const approveCall = ({
  token,
  spender,
  amount,
}: {
  readonly token: Address
  readonly spender: Address
  readonly amount: bigint
}): TransactionCall => ({
  to: token,
  data: encodeFunctionData({ abi: aerieTokenAbi, functionName: 'approve', args: [spender, amount] }),
})

type PermitStepsProps = {
  readonly token: Address
  readonly spender: Address
  readonly amount: bigint | null
  readonly isAllowed: boolean
  /** Kind of the transaction: `stake`. The allowance's is `approve-stake`. */
  readonly kind: string
  readonly title: string
  readonly allowTitle: string
  readonly verb: string
  readonly call: TransactionCall | null
  readonly callWithPermit: (permit: Permit) => TransactionCall | null
  readonly refusal: string | undefined
  readonly gas?: ReactNode
  readonly onDone: () => void
}

/** State of the permission. `allow`: the wallet cannot sign permits, so an approve transaction is needed. */
type Phase = 'sign' | 'signing' | 'allow' | 'given'

/** One click if the wallet signs permits, else two transactions. Which one is known only after asking the wallet. */
export function PermitSteps(props: PermitStepsProps) {
  const [isPermitOff, setPermitOff] = useState(false)
  const [pressed, setPressed] = useState<'none' | 'sign' | 'send'>('none')
  const isUnderWay = useIsUnderWay(props.kind)
  const phase = phaseOf({ isGiven: props.isAllowed || isUnderWay || pressed === 'send', isSigning: pressed === 'sign', isPermitOff })
  const { verb, gas, kind, title, call, refusal, onDone } = props
  return (
    <div className="flex flex-col gap-3">
      <ol aria-label="Steps" className="flex flex-col gap-2">
        <Step number={1} title="Permission" state={phase === 'given' ? 'done' : 'now'}>
          <span role="status">{PHASE_TEXT[phase]}</span>
        </Step>
        <Step number={2} title={verb} state={phase === 'given' ? 'now' : 'later'}>
          <span>Confirm the transaction in your wallet.</span>
          {gas}
        </Step>
      </ol>
      {props.isAllowed ? (
        <SendButton kind={kind} title={title} call={call} isReasonShown disabledReason={refusal} onSent={onDone}>
          {verb}
        </SendButton>
      ) : isPermitOff ? (
        <AllowButton {...props} />
      ) : (
        <PermitButton {...props} isBusy={pressed !== 'none' || isUnderWay} onStep={setPressed} onNoPermit={() => setPermitOff(true)} />
      )}
    </div>
  )
}

function phaseOf({ isGiven, isSigning, isPermitOff }: { isGiven: boolean; isSigning: boolean; isPermitOff: boolean }): Phase {
  if (isGiven) return 'given'
  if (isSigning) return 'signing'
  return isPermitOff ? 'allow' : 'sign'
}

const PHASE_TEXT: Readonly<Record<Phase, string>> = {
  sign: 'Sign a permission in your wallet. It is free and covers exactly this amount.',
  signing: 'Sign the permission in your wallet: it is free and covers exactly this amount.',
  allow: 'Your wallet cannot sign permissions, so allow exactly this amount by a transaction first.',
  given: 'The contract may take this amount.',
}

type StepProps = { readonly number: number; readonly title: string; readonly state: 'done' | 'now' | 'later'; readonly children: ReactNode }

const Step = ({ number, title, state, children }: StepProps) => (
  <li aria-current={state === 'now' ? 'step' : undefined} className="flex items-start gap-3">
    <span
      aria-hidden="true"
      className={cx(
        'num mt-0.5 inline-flex size-6 shrink-0 items-center justify-center rounded-full border text-12',
        state === 'now' ? 'border-accent text-accent-text' : 'border-line-strong text-ink-2',
      )}
    >
      {state === 'done' ? <Check size={14} /> : number}
    </span>
    <div className="flex min-w-0 flex-col text-12 text-ink-2">
      <span className={cx('font-medium text-13', state === 'later' ? 'text-ink-2' : 'text-ink-1')}>
        {title}
        {state === 'done' && <span className="sr-only">, done</span>}
      </span>
      {children}
    </div>
  </li>
)

const AllowButton = ({ token, spender, amount, kind, allowTitle, refusal }: PermitStepsProps) => (
  <SendButton
    kind={`approve-${kind}`}
    title={allowTitle}
    call={amount === null ? null : approveCall({ token, spender, amount })}
    isReasonShown
    disabledReason={refusal}
  >
    Allow
  </SendButton>
)

type PermitButtonProps = PermitStepsProps & {
  readonly isBusy: boolean
  readonly onStep: (step: 'none' | 'sign' | 'send') => void
  readonly onNoPermit: () => void
}

function PermitButton(props: PermitButtonProps) {
  const { amount, verb, refusal, isBusy, onStep } = props
  const press = async (wanted: bigint) => {
    onStep('sign')
    try {
      await permitAndSend(props, wanted)
    } catch (error) {
      notify('info', walletErrorText(error))
    } finally {
      onStep('none')
    }
  }
  return (
    <Button
      variant="primary"
      type="submit"
      busy={isBusy}
      isReasonShown
      disabledReason={refusal}
      onClick={() => amount !== null && void press(amount)}
    >
      {verb}
    </Button>
  )
}

async function permitAndSend(
  { token, spender, kind, title, callWithPermit, onDone, onNoPermit, onStep }: PermitButtonProps,
  amount: bigint,
): Promise<void> {
  const permit = await signPermit({ token, spender, amount })
  if (permit === null) return onNoPermit()
  const call = callWithPermit(permit)
  if (call === null) return
  onStep('send')
  const { state } = await sendTransaction({ kind, title, call })
  if (state === 'confirmed') onDone()
}
