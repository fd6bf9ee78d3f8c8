import type { FeedState } from '../../chart-engine/candle-feed.ts'
import { errorText } from '../../lib/error-text.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

type ChartCoverProps = { readonly symbol: string; readonly feed: FeedState; readonly onRetry: () => void }

/** What stands over the chart while it has no candles: on their way, none there, or not to be had. */
export function ChartCover({ symbol, feed, onRetry }: ChartCoverProps) {
  if (feed.kind === 'ready') return null
  return (
    <div className="chart-cover">
      {feed.kind === 'loading' && <Skeleton className="h-4/5 w-11/12" />}
      {feed.kind === 'empty' && (
        <EmptyState title="No candles yet">
          The present source has no candles of {symbol} in this timeframe so far. The chart begins by itself with the first one; the source
          is named in the header.
        </EmptyState>
      )}
      {feed.kind === 'failed' && (
        <ErrorState title="The candles could not be loaded" onRetry={onRetry}>
          {errorText(feed.error)}
        </ErrorState>
      )}
    </div>
  )
}
