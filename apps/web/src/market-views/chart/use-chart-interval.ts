import { INTERVALS, type Interval } from '@aerie/core/market/candle'
import { useSearchParams } from 'react-router'
import type { PriceChartProps } from '../../chart-engine/price-chart-props.ts'

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
      // Drawn with the press, not in a transition: traders wait for it.
      { replace: true, flushSync: true },
    )
  return [isInterval(named) ? named : saved, choose]
}
