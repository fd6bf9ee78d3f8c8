import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { notify } from '../../ui/toast.ts'
import { approveCall } from '../../wallet/approve-call.ts'
import { type Permit, signPermit } from '../../wallet/token-permit.ts'
import type { TransactionCall } from '../../wallet/transaction-state.ts'
import { sendTransaction } from '../../wallet/transactions.ts'
import { walletErrorText } from '../../wallet/wallet-errors.ts'
import type { Address } from '../../wallet/wallet-state.ts'
import { SendButton } from './send-button.tsx'

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
  readonly onDone: () => void
}

/**
 * One step where the wallet can sign a permission, else two: the allowance, then the transaction. Which of them is only
 * known once the wallet was asked.
 */
export function PermitSteps(props: PermitStepsProps) {
  const [isPermitOff, setPermitOff] = useState(false)
  if (props.isAllowed) return <LastStep {...props} />
  return isPermitOff ? <TwoSteps {...props} /> : <PermitStep {...props} onNoPermit={() => setPermitOff(true)} />
}

const LastStep = ({ kind, title, verb, call, refusal, onDone }: PermitStepsProps) => (
  <div>
    <SendButton kind={kind} title={title} call={call} disabledReason={refusal} onSent={onDone}>
      {verb}
    </SendButton>
  </div>
)

function TwoSteps({ token, spender, amount, kind, allowTitle, verb, refusal }: PermitStepsProps) {
  return (
    <div className="flex flex-col items-start gap-2">
      <p role="status" className="text-13 text-ink-2">
        Your wallet gives no signed permission, so this takes two steps: first allow the contract to take exactly this amount, then{' '}
        {verb.toLowerCase()}.
      </p>
      <SendButton
        kind={`approve-${kind}`}
        title={allowTitle}
        call={amount === null ? null : approveCall({ token, spender, amount })}
        disabledReason={refusal}
      >
        1. Allow
      </SendButton>
    </div>
  )
}

function PermitStep(props: PermitStepsProps & { readonly onNoPermit: () => void }) {
  // While it is sent, the transaction itself says what the wallet asks for.
  const [step, setStep] = useState<'none' | 'sign' | 'send'>('none')
  const press = async (amount: bigint) => {
    setStep('sign')
    try {
      await permitAndSend(props, amount, () => setStep('send'))
    } catch (error) {
      notify('info', walletErrorText(error))
    } finally {
      setStep('none')
    }
  }
  const { amount, verb, refusal } = props
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button
        variant="primary"
        type="submit"
        busy={step !== 'none'}
        disabledReason={refusal}
        onClick={() => amount !== null && void press(amount)}
      >
        {verb}
      </Button>
      <p role="status" className="text-13 text-ink-2">
        {step === 'sign' && 'Sign the permission in your wallet: it is for exactly this amount and costs nothing.'}
      </p>
    </div>
  )
}

async function permitAndSend(
  { token, spender, kind, title, callWithPermit, onDone, onNoPermit }: PermitStepsProps & { readonly onNoPermit: () => void },
  amount: bigint,
  onSend: () => void,
): Promise<void> {
  const permit = await signPermit({ token, spender, amount })
  if (permit === null) return onNoPermit()
  const call = callWithPermit(permit)
  if (call === null) return
  onSend()
  const { state } = await sendTransaction({ kind, title, call })
  if (state === 'confirmed') onDone()
}
