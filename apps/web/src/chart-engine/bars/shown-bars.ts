import type { Chart } from 'klinecharts'
import { PRICE_PANE } from '../panes.ts'

/** What says which bars of a chart are on show. */
export type ShownChart = Pick<Chart, 'getDataList' | 'getBarSpace' | 'getSize' | 'convertToPixel'>

/**
 * The bars that are on show: those whose middle is on the pane, from index `from` to before `to`. The library's own range begins
 * earlier by as many bars as are free to the right of the newest.
 */
export function shownBars(chart: ShownChart): { readonly from: number; readonly to: number } {
  const count = chart.getDataList().length
  const width = chart.getSize(PRICE_PANE, 'main')?.width ?? 0
  const [{ x } = {}] = [chart.convertToPixel([{ dataIndex: 0 }], { paneId: PRICE_PANE })].flat()
  if (count === 0 || width === 0 || x === undefined) return { from: 0, to: 0 }
  const space = chart.getBarSpace().bar
  const within = (place: number) => Math.max(0, Math.min(count, place))
  return { from: within(Math.ceil(-x / space)), to: within(Math.floor((width - x) / space) + 1) }
}
