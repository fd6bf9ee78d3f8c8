import { INTERVAL_MS, type Interval } from '@aerie/core/market/candle'
import type { Chart } from 'klinecharts'

/** What part of the time axis is on show, so that another timeframe can show it too. */
export type ChartView = {
  /** Pixels from one bar to the next. */
  readonly barSpace: number
  /** Bars on show. */
  readonly bars: number
  /** End of the bar at the right edge, in ms; null where the newest bar is on show: then the chart follows it. */
  readonly until: number | null
}

type Shown = Pick<Chart, 'getDataList' | 'getVisibleRange' | 'getBarSpace'>

/** What `chart` shows; null as long as it shows nothing. */
export function readView(chart: Shown, interval: Interval): ChartView | null {
  const bars = chart.getDataList()
  const { realFrom, to } = chart.getVisibleRange()
  const last = bars[Math.min(bars.length, Math.ceil(to)) - 1]
  if (last === undefined) return null
  const isNewest = to >= bars.length
  return {
    barSpace: chart.getBarSpace().bar,
    bars: Math.ceil(to - Math.max(0, realFrom)),
    until: isNewest ? null : last.timestamp + INTERVAL_MS[interval],
  }
}

/** Open time of the oldest bar that a chart of `interval` needs to show `view`, in ms; null where the newest bars are enough. */
export const viewSince = ({ bars, until }: ChartView, interval: Interval): number | null =>
  until === null ? null : until - bars * INTERVAL_MS[interval]

/** Brings `view` on show as far as there are bars of it; what is older than all bars leaves the newest on show. */
export function applyView(chart: Pick<Chart, 'getDataList' | 'scrollToDataIndex'>, { until }: ChartView): void {
  if (until === null) return
  const index = chart.getDataList().findLastIndex(({ timestamp }) => timestamp < until)
  // The library shows half a bar more than the one it scrolls to.
  if (index > 0) chart.scrollToDataIndex(index - 1)
}
