import { MINUTE_MS, SECOND_MS } from '@aerie/core/time'
import { every } from '@aerie/runtime/ticker'
import { useSyncExternalStore } from 'react'
import { ApiError } from '../../platform/api/api-error.ts'
import { errorCause, errorText } from '../../platform/api/error-text.ts'

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
