import { useEffect, useState } from 'react'
import { errorText } from '../../lib/error-text.ts'
import { Button } from '../../ui/button.tsx'

const WAIT_MS = 30_000

type ResendCodeProps = {
  /** When the last one was sent, in epoch milliseconds. */
  readonly mailedAt: number
  readonly resend: () => Promise<void>
}

/** Asks for another code, not more often than mail takes to arrive. */
export function ResendCode({ mailedAt, resend }: ResendCodeProps) {
  const secondsLeft = useSecondsUntil(mailedAt + WAIT_MS)
  const [isBusy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState('')
  const press = () => {
    setBusy(true)
    resend()
      .then(
        () => setOutcome('A new code is on its way.'),
        (error: unknown) => setOutcome(errorText(error)),
      )
      .finally(() => setBusy(false))
      .catch((error: unknown) => reportError(error))
  }
  const waitText = secondsLeft > 0 ? `Mail may take a moment. You can ask again in ${secondsLeft} s.` : undefined
  return (
    <div className="flex flex-col items-start gap-1">
      <Button variant="ghost" size="sm" busy={isBusy} disabledReason={waitText} onClick={press} className="-ml-2.5">
        {secondsLeft > 0 ? `Send a new code in ${secondsLeft} s` : 'Send a new code'}
      </Button>
      <span role="status" className="text-12 text-ink-2">
        {outcome}
      </span>
    </div>
  )
}

function useSecondsUntil(moment: number): number {
  const [now, setNow] = useState(() => Date.now())
  const left = Math.max(0, Math.ceil((moment - now) / 1000))
  const isWaiting = left > 0
  useEffect(() => {
    setNow(Date.now())
    if (!isWaiting) return
    const timer = setInterval(() => setNow(Date.now()), 500)
    return () => clearInterval(timer)
  }, [isWaiting])
  return left
}
