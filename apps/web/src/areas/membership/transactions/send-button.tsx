import { notify } from '../../../platform/toasts/toast.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { walletErrorText } from '../wallet-errors.ts'
import type { TransactionCall } from './transaction-state.ts'
import { sendTransaction, useIsUnderWay } from './transactions.ts'

type SendButtonProps = {
  readonly kind: string
  readonly title: string
  readonly call: TransactionCall | null
  readonly disabledReason?: string | undefined
  readonly isReasonShown?: boolean
  readonly variant?: 'primary' | 'secondary'
  readonly children: string
  readonly label?: string
  readonly onSent?: () => void
}

export function SendButton({ kind, title, call, variant = 'primary', children, label, onSent, ...reason }: SendButtonProps) {
  const isBusy = useIsUnderWay(kind)
  const send = () => {
    if (call === null) return
    sendTransaction({ kind, title, call }).then(
      ({ state }) => state === 'confirmed' && onSent?.(),
      (error: unknown) => notify('error', walletErrorText(error)),
    )
  }
  return (
    <Button variant={variant} busy={isBusy} {...reason} aria-label={label} onClick={send}>
      {children}
    </Button>
  )
}
