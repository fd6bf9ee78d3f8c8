import { INTERVALS, type Interval } from '@aerie/core/market/candle'
import type { PriceChartProps } from '../../chart-engine/price-chart-props.ts'
import { useSearchParams } from '../../lib/routing/search-params.ts'

const isInterval = (text: string | null): text is Interval => INTERVALS.some((interval) => interval === text)

/** The timeframe on show: given from outside, or of the address (`?interval=4h`), or the one that was saved. */
export function useChartInterval(
  { interval, onIntervalChange }: Pick<PriceChartProps, 'interval' | 'onIntervalChange'>,
  saved: Interval,
): readonly [Interval, (next: Interval) => void] {
  const [params, setParams] = useSearchParams()
  const named = params.get('interval')
  if (interval !== undefined) return [interval, (next) => onIntervalChange?.(next)]
  const choose = (next: Interval) =>
    setParams(
      (current) => {
        current.set('interval', next)
        return current
      },
      { replace: true },
    )
  return [isInterval(named) ? named : saved, choose]
}
