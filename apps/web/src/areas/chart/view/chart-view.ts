import { INTERVAL_MS, type Interval } from '@aerie/core/market/candle'
import type { Chart } from 'klinecharts'

export type ChartView = {
  readonly barSpace: number
  readonly bars: number
  /** End of the rightmost bar in ms; null if the newest bar is visible: the chart then follows it. */
  readonly until: number | null
}

type Shown = Pick<Chart, 'getDataList' | 'getVisibleRange' | 'getBarSpace'>

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

export const viewSince = ({ bars, until }: ChartView, interval: Interval): number | null =>
  until === null ? null : until - bars * INTERVAL_MS[interval]

/** Scrolls to `view` as far as bars are loaded; if it is older than all bars, the newest stay visible. */
export function applyView(chart: Pick<Chart, 'getDataList' | 'scrollToDataIndex'>, { until }: ChartView): void {
  if (until === null) return
  const index = chart.getDataList().findLastIndex(({ timestamp }) => timestamp < until)
  // The library shows half a bar more than the one it scrolls to.
  if (index > 0) chart.scrollToDataIndex(index - 1)
}
