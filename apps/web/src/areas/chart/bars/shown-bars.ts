import type { Chart } from 'klinecharts'
import { PRICE_PANE } from '../engine/engine-options.ts'

export type ShownChart = Pick<Chart, 'getDataList' | 'getBarSpace' | 'getSize' | 'convertToPixel'>

/** Bars whose middle is on the pane. The library's own range starts too early, by the number of free bars at the right. */
export function shownBars(chart: ShownChart): { readonly from: number; readonly to: number } {
  const count = chart.getDataList().length
  const width = chart.getSize(PRICE_PANE, 'main')?.width ?? 0
  const [{ x } = {}] = [chart.convertToPixel([{ dataIndex: 0 }], { paneId: PRICE_PANE })].flat()
  if (count === 0 || width === 0 || x === undefined) return { from: 0, to: 0 }
  const space = chart.getBarSpace().bar
  const within = (place: number) => Math.max(0, Math.min(count, place))
  return { from: within(Math.ceil(-x / space)), to: within(Math.floor((width - x) / space) + 1) }
}
