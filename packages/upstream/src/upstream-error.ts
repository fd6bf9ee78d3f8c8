import { type EpochMs, MINUTE_MS } from '@aerie/core/time'

/**
 * What went wrong with a provider. `refused`: it understood and said no (a bad symbol, a bad key); `blocked`: it shuts this
 * address or region out; `down`: no answer, a 5xx, or an HTML page where JSON was due.
 */
export type FailureKind = 'down' | 'timeout' | 'rate-limited' | 'banned' | 'blocked' | 'bad-data' | 'refused' | 'aborted'

const RETRYABLE: ReadonlySet<FailureKind> = new Set(['down', 'timeout', 'rate-limited', 'bad-data'])

/** A failed call to a provider. The message is one clause fit for a badge: no address, no key, no text of the provider. */
export class UpstreamError extends Error {
  override readonly name = 'UpstreamError'
  readonly kind: FailureKind
  /** How long the provider asked us to stay away; null when it did not say. */
  readonly retryAfterMs: number | null
  /** The provider's own error number (HTTP status or body code), for decisions by the adapter. */
  readonly code: number | null
  constructor(kind: FailureKind, message: string, facts: { retryAfterMs?: number | null; code?: number; cause?: unknown } = {}) {
    super(message, facts.cause === undefined ? undefined : { cause: facts.cause })
    this.kind = kind
    this.retryAfterMs = facts.retryAfterMs ?? null
    this.code = facts.code ?? null
  }

  /** Whether the same call may succeed a little later. */
  get isRetryable(): boolean {
    return RETRYABLE.has(this.kind)
  }
}

/** A time of day for a badge: `12:34 UTC`. */
export const clockText = (at: number): string => `${new Date(at).toISOString().slice(11, 16)} UTC`

/** The end of a wait for a badge: the first full minute that is not before it. */
export const untilText = (at: number): string => `until ${clockText(Math.ceil(at / MINUTE_MS) * MINUTE_MS)}`

/** A failure in words for a badge, whatever was thrown: of a ban, until when. */
export function failureWords(error: unknown, now: EpochMs): string {
  if (!(error instanceof UpstreamError)) return 'could not be asked'
  const isBan = error.kind === 'rate-limited' || error.kind === 'banned'
  return isBan && error.retryAfterMs !== null ? `${error.message} ${untilText(now + error.retryAfterMs)}` : error.message
}
