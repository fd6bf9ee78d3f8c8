import { MarketSourceError } from '../market-source.ts'

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

const SOURCE_CODE = {
  down: 'unreachable',
  timeout: 'unreachable',
  banned: 'rate-limited',
  blocked: 'unreachable',
  'rate-limited': 'rate-limited',
  'bad-data': 'bad-data',
  refused: 'bad-data',
  aborted: 'aborted',
} as const satisfies Record<FailureKind, MarketSourceError['code']>

/** The error of the source's own contract for whatever a call to `provider` threw. */
export function sourceError(error: unknown, provider: string): MarketSourceError {
  if (error instanceof MarketSourceError) return error
  if (error instanceof UpstreamError)
    return new MarketSourceError(SOURCE_CODE[error.kind], `${provider} ${error.message}`, { cause: error })
  if (error instanceof Error && error.name === 'AbortError') return new MarketSourceError('aborted', 'no longer wanted', { cause: error })
  return new MarketSourceError('unreachable', `${provider} could not be asked`, { cause: error })
}

/** A failure in words for a badge, whatever was thrown. */
export const failureWords = (error: unknown): string => (error instanceof UpstreamError ? error.message : 'could not be asked')
