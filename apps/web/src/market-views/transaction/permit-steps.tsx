import { Check } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Button } from '../../ui/controls/button.tsx'
import { cx } from '../../ui/cx.ts'
import { notify } from '../../ui/states/toast.ts'
import { approveCall } from '../../wallet/transactions/approve-call.ts'
import { type Permit, signPermit } from '../../wallet/transactions/token-permit.ts'
import type { TransactionCall } from '../../wallet/transactions/transaction-state.ts'
import { sendTransaction, useIsUnderWay } from '../../wallet/transactions/transactions.ts'
import { walletErrorText } from '../../wallet/wallet-errors.ts'
import type { Address } from '../../wallet/wallet-state.ts'
import { SendButton } from './send-button.tsx'
import { STEP_WORDS } from './transaction-words.ts'

type PermitStepsProps = {
  /** The token that is taken, by whom, and how much; null while no amount stands. */
  readonly token: Address
  readonly spender: Address
  readonly amount: bigint | null
  /** Whether the contract may take the amount already. */
  readonly isAllowed: boolean
  /** Of the transaction: `stake`. That of the allowance is `approve-stake`. */
  readonly kind: string
  readonly title: string
  readonly allowTitle: string
  /** What the button says: "Stake". */
  readonly verb: string
  readonly call: TransactionCall | null
  readonly callWithPermit: (permit: Permit) => TransactionCall | null
  /** Why it cannot be done now. */
  readonly refusal: string | undefined
  /** What the transaction costs, beside its step. */
  readonly gas?: ReactNode
  readonly onDone: () => void
}

/** Where the permission is: to be signed, being signed, or given. `allow`: the wallet signs none, so it is a transaction. */
type Phase = 'sign' | 'signing' | 'allow' | 'given'

/**
 * The permission, then the transaction, numbered: one press where the wallet signs the permission, else two. Which of them is
 * only known once the wallet was asked.
 */
export function PermitSteps(props: PermitStepsProps) {
  const [isPermitOff, setPermitOff] = useState(false)
  const [pressed, setPressed] = useState<'none' | 'sign' | 'send'>('none')
  const isUnderWay = useIsUnderWay(props.kind)
  const phase = phaseOf({ isGiven: props.isAllowed || isUnderWay || pressed === 'send', isSigning: pressed === 'sign', isPermitOff })
  const { verb, gas, kind, title, call, refusal, onDone } = props
  return (
    <div className="flex flex-col gap-3">
      <ol aria-label={STEP_WORDS.label} className="flex flex-col gap-2">
        <Step number={1} title={STEP_WORDS.permission} state={phase === 'given' ? 'done' : 'now'}>
          <span role="status">{STEP_WORDS[phase]}</span>
        </Step>
        <Step number={2} title={verb} state={phase === 'given' ? 'now' : 'later'}>
          <span>{STEP_WORDS.send}</span>
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
        {state === 'done' && <span className="sr-only">, {STEP_WORDS.done}</span>}
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
    {STEP_WORDS.allowVerb}
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
