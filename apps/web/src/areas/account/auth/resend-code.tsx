import { every } from '@aerie/runtime/ticker'
import { useEffect, useState } from 'react'
import { errorText } from '../../../platform/api/error-text.ts'
import { Button } from '../../../ui/controls/button.tsx'

const WAIT_MS = 30_000
const TICK_MS = 500

type ResendCodeProps = {
  /** Epoch milliseconds. */
  readonly mailedAt: number
  readonly resend: () => Promise<void>
}

/** Rate-limited to the time a mail takes to arrive. */
export function ResendCode({ mailedAt, resend }: ResendCodeProps) {
  const [isBusy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState('')
  const press = () => {
    setBusy(true)
    resend()
      .then(
        () => setOutcome('New code sent.'),
        (error: unknown) => setOutcome(errorText(error)),
      )
      .finally(() => setBusy(false))
      .catch((error: unknown) => reportError(error))
  }
  return (
    <div className="flex flex-col items-start gap-1">
      <ResendButton key={mailedAt} readyAt={mailedAt + WAIT_MS} isBusy={isBusy} onPress={press} />
      <span role="status" className="text-12 text-ink-2">
        {outcome}
      </span>
    </div>
  )
}

type ResendButtonProps = { readonly readyAt: number; readonly isBusy: boolean; readonly onPress: () => void }

function ResendButton({ readyAt, isBusy, onPress }: ResendButtonProps) {
  const [now, setNow] = useState(Date.now)
  const secondsLeft = Math.max(0, Math.ceil((readyAt - now) / 1000))
  const isWaiting = secondsLeft > 0
  useEffect(() => {
    if (!isWaiting) return
    return every(TICK_MS, () => setNow(Date.now()))
  }, [isWaiting])
  return (
    <Button
      variant="ghost"
      size="sm"
      busy={isBusy}
      disabledReason={isWaiting ? `You can request a new code in ${secondsLeft} s.` : undefined}
      onClick={onPress}
      className="-ml-2.5"
    >
      {isWaiting ? `Send a new code in ${secondsLeft} s` : 'Send a new code'}
    </Button>
  )
}
