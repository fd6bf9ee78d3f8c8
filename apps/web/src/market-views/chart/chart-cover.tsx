import { INTERVALS, type Interval } from '@aerie/core/market/candle'
import type { FeedState } from '../../chart-engine/bars/candle-feed.ts'
import { Button } from '../../ui/controls/button.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { ErrorState } from '../../ui/states/error-state.tsx'
import { ErrorText } from '../../ui/states/error-text.tsx'
import { Skeleton } from '../../ui/states/skeleton.tsx'
import { useMissingTimeframes } from './timeframes.ts'

type ChartCoverProps = {
  readonly symbol: string
  readonly interval: Interval
  readonly feed: FeedState
  readonly onInterval: (interval: Interval) => void
  readonly onRetry: () => void
}

/** What stands over the chart while it has no candles: on their way, none there, or not to be had. */
export function ChartCover({ symbol, interval, feed, onInterval, onRetry }: ChartCoverProps) {
  if (feed.kind === 'ready') return null
  return (
    <div className="chart-cover">
      {feed.kind === 'loading' && <Skeleton className="h-4/5 w-11/12" />}
      {feed.kind === 'empty' && <Empty symbol={symbol} interval={interval} onInterval={onInterval} />}
      {feed.kind === 'failed' && (
        <ErrorState title="The candles could not be loaded" onRetry={onRetry}>
          <ErrorText error={feed.error} />
        </ErrorState>
      )}
    </div>
  )
}

function Empty({ symbol, interval, onInterval }: Omit<ChartCoverProps, 'feed' | 'onRetry'>) {
  const missing = useMissingTimeframes(symbol)
  const reason = missing.get(interval)
  const other = INTERVALS.find((each) => !missing.has(each))
  if (reason === undefined || other === undefined)
    return <EmptyState title="No candles yet">{`The source has no candles of ${symbol} in this timeframe yet.`}</EmptyState>
  return (
    <EmptyState title={`No ${interval} candles`} action={<Button onClick={() => onInterval(other)}>{`Show ${other}`}</Button>}>
      {`${reason}. Timeframes from ${other} on have candles.`}
    </EmptyState>
  )
}
