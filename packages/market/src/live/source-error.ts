import { type FailureKind, UpstreamError } from '@aerie/upstream/upstream-error'
import { MarketSourceError } from '../market-source.ts'

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

/** Converts any error of a call to `provider` into a MarketSourceError. */
export function sourceError(error: unknown, provider: string): MarketSourceError {
  if (error instanceof MarketSourceError) return error
  if (error instanceof UpstreamError)
    return new MarketSourceError(SOURCE_CODE[error.kind], `${provider} ${error.message}`, { cause: error })
  if (error instanceof Error && error.name === 'AbortError') return new MarketSourceError('aborted', 'no longer wanted', { cause: error })
  return new MarketSourceError('unreachable', `${provider} could not be asked`, { cause: error })
}
