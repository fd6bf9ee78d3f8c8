import { MINUTE_MS, SECOND_MS } from '@aerie/core/time'
import { every } from '@aerie/runtime/ticker'
import { type ReactNode, useSyncExternalStore } from 'react'
import { ApiError } from '../../platform/api/api-error.ts'
import { errorCause, errorText } from '../../platform/api/error-text.ts'
import { Button } from '../controls/button.tsx'

type ErrorStateProps = {
  readonly title: string
  readonly children?: ReactNode
  readonly retryLabel?: string
  readonly onRetry?: () => void
  readonly busy?: boolean
}

export const ErrorState = ({ title, children, retryLabel = 'Try Again', onRetry, busy = false }: ErrorStateProps) => (
  <div role="alert" className="flex flex-col items-center gap-3 px-4 py-12 text-center">
    <h2 className="font-semibold text-15 text-ink-1">{title}</h2>
    {children !== undefined && <p className="max-w-[46ch] text-13 text-ink-2">{children}</p>}
    {onRetry && (
      <Button variant="secondary" busy={busy} onClick={onRetry}>
        {retryLabel}
      </Button>
    )}
  </div>
)

export function ErrorText({ error }: { readonly error: unknown }) {
  const at = error instanceof ApiError ? error.retryAt : undefined
  if (at === undefined) return errorText(error)
  return (
    <>
      {errorCause(error)} <RetryTime at={at} />
    </>
  )
}

type RetryTimeProps = {
  /** `performance.now()` time; null: now. */
  readonly at: number | null
}

/** `Trying again in 12 s.`, counted down visually only: announcing every second would flood screen readers. */
export function RetryTime({ at }: RetryTimeProps) {
  const text = useSyncExternalStore(eachSecond, () => waitText(at === null ? 0 : at - performance.now()))
  return (
    <>
      <span aria-hidden="true" className="num whitespace-nowrap">
        {text}
      </span>
      <span className="sr-only">Trying again automatically.</span>
    </>
  )
}

const eachSecond = (changed: () => void): (() => void) => every(SECOND_MS, changed)

function waitText(waitMs: number): string {
  if (waitMs <= 0) return 'Trying again now.'
  if (waitMs > 90 * SECOND_MS) return `Trying again in ${Math.ceil(waitMs / MINUTE_MS)} min.`
  return `Trying again in ${Math.ceil(waitMs / SECOND_MS)} s.`
}
