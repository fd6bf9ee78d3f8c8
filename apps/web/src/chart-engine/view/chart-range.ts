import type { Chart } from 'klinecharts'
import type { LinkedRange } from '../../mirror/views/shared-view.ts'
import type { Bar } from '../bars/bars.ts'
import { PRICE_PANE } from '../panes.ts'
import { indexUntil } from '../scene.ts'

/** What the library draws bars at, in pixels. */
const NARROWEST = 1
const WIDEST = 50

type Times = ReadonlyArray<Pick<Bar, 'timestamp'>>

/** Market time at a place among the bars: 0 is where the first begins, `bars.length` where the last ends. */
export function timeAt(bars: Times, place: number, step: number): number {
  const index = Math.max(0, Math.min(bars.length - 1, Math.floor(place)))
  return Math.round((bars[index]?.timestamp ?? 0) + (place - index) * step)
}

/** The place among the bars at a market time; the other way round than `timeAt`. */
export function placeAt(bars: Times, time: number, step: number): number {
  const index = Math.max(0, indexUntil(bars, time))
  return index + (time - (bars[index]?.timestamp ?? 0)) / step
}

/** Market time on show, also where it goes beyond the bars; null as long as there is nothing. */
export function readRange(chart: Chart, step: number): LinkedRange | null {
  const bars = chart.getDataList()
  const width = chart.getSize(PRICE_PANE, 'main')?.width ?? 0
  const space = chart.getBarSpace().bar
  const [{ x } = {}] = [chart.convertToPixel([{ dataIndex: 0 }], { paneId: PRICE_PANE })].flat()
  if (bars.length === 0 || width === 0 || x === undefined) return null
  // A bar is drawn around its middle.
  const left = 0.5 - x / space
  return { from: timeAt(bars, left, step), until: timeAt(bars, left + width / space, step) }
}

/** Shows a range of market time, as far as there are bars of it; null: the newest. */
export function applyRange(chart: Chart, range: LinkedRange | null, step: number): void {
  const bars = chart.getDataList()
  const width = chart.getSize(PRICE_PANE, 'main')?.width ?? 0
  if (bars.length === 0 || width === 0) return
  if (range === null) return void chart.scrollToRealTime()
  const until = placeAt(bars, range.until, step)
  const count = Math.max(1, until - placeAt(bars, range.from, step))
  chart.setBarSpace(Math.max(NARROWEST, Math.min(WIDEST, width / count)))
  chart.scrollToDataIndex(until - 1)
}
