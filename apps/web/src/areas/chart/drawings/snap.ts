import type { Chart } from 'klinecharts'
import { type Bar, isGap } from '../bars/bars.ts'
import { PRICE_PANE } from '../engine/panes.ts'
import { indexUntil } from '../engine/scene.ts'
import type { MarketPoint } from './market-point.ts'

export const MAGNET_PX = 24

/** The candle's open, high, low or close nearest on screen; `at` itself if none is near. */
export function snapped(chart: Pick<Chart, 'getDataList' | 'convertToPixel'>, at: MarketPoint): MarketPoint {
  const bars: readonly Bar[] = chart.getDataList()
  const bar = bars[indexUntil(bars, at.time)]
  if (bar === undefined || isGap(bar) || bar.timestamp !== at.time) return at
  const prices = [at.price, bar.open, bar.high, bar.low, bar.close]
  const [own = 0, ...ys] = [
    chart.convertToPixel(
      prices.map((value) => ({ value })),
      { paneId: PRICE_PANE },
    ),
  ]
    .flat()
    .map(({ y = 0 }) => y)
  const distances = ys.map((y) => Math.abs(y - own))
  const nearest = Math.min(...distances)
  const price = prices[1 + distances.indexOf(nearest)]
  return nearest > MAGNET_PX || price === undefined ? at : { ...at, price }
}
