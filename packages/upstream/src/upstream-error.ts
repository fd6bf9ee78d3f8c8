import { type EpochMs, MINUTE_MS } from '@aerie/core/time'

/** Failure kind. `refused`: understood and rejected; `blocked`: address or region shut out; `down`: no response, 5xx, or HTML. */
export type FailureKind = 'down' | 'timeout' | 'rate-limited' | 'banned' | 'blocked' | 'bad-data' | 'refused' | 'aborted'

const RETRYABLE: ReadonlySet<FailureKind> = new Set(['down', 'timeout', 'rate-limited', 'bad-data'])

/** Failed provider call. The message is a clause for a badge, without addresses, keys or provider text. */
export class UpstreamError extends Error {
  override readonly name = 'UpstreamError'
  readonly kind: FailureKind
  readonly retryAfterMs: number | null
  /** Provider's error number (HTTP status or body code), for the adapter. */
  readonly code: number | null
  constructor(kind: FailureKind, message: string, facts: { retryAfterMs?: number | null; code?: number; cause?: unknown } = {}) {
    super(message, facts.cause === undefined ? undefined : { cause: facts.cause })
    this.kind = kind
    this.retryAfterMs = facts.retryAfterMs ?? null
    this.code = facts.code ?? null
  }

  get isRetryable(): boolean {
    return RETRYABLE.has(this.kind)
  }
}

/** Time for a badge: `12:34 UTC`. */
export const clockText = (at: number): string => `${new Date(at).toISOString().slice(11, 16)} UTC`

/** End of a wait for a badge, rounded up to a full minute. */
export const untilText = (at: number): string => `until ${clockText(Math.ceil(at / MINUTE_MS) * MINUTE_MS)}`

/** Badge text for any error; for a ban, with its end. */
export function failureText(error: unknown, now: EpochMs): string {
  if (!(error instanceof UpstreamError)) return 'could not be asked'
  const isBan = error.kind === 'rate-limited' || error.kind === 'banned'
  return isBan && error.retryAfterMs !== null ? `${error.message} ${untilText(now + error.retryAfterMs)}` : error.message
}
