import { itemAt } from '@aerie/core/item-at'
import type { CHART_TYPES } from '@aerie/wire/market/charts'
import type { Chart } from 'klinecharts'
import type { Extent } from '../axes/price-axes.ts'
import { pixelsOf } from '../indicators/indicator-drawing.ts'
import { RECENT_BARS } from '../indicators/indicator-rows.ts'
import { type ChartColors, withOpacity } from '../view/chart-colors.ts'
import { type Bar, isGap } from './bars.ts'
import { type ShownChart, shownBars } from './shown-bars.ts'

export type ChartType = (typeof CHART_TYPES)[number]

/** The library draws these. The others are ours: its line continues across gaps and it has no Heikin-Ashi. */
export const LIBRARY_TYPES = { candles: 'candle_solid', hollow: 'candle_up_stroke', bars: 'ohlc' } as const satisfies Partial<
  Record<ChartType, string>
>
export const isOfLibrary = (type: ChartType): type is keyof typeof LIBRARY_TYPES => type in LIBRARY_TYPES

type Axis = { readonly convertToPixel: (value: number) => number }
type Draw = {
  readonly ctx: CanvasRenderingContext2D
  readonly chart: Chart
  readonly bounding: { readonly height: number }
  readonly xAxis: Axis
  readonly yAxis: Parameters<typeof pixelsOf>[0]
}
type Look = { readonly type: ChartType; readonly colors: ChartColors }

/** Draws the types that the library does not. Drawn under the candles' layer, so that earlier drawing is on top of later. */
export function drawPrice(draw: Draw, { type, colors }: Look): void {
  if (type === 'heikin-ashi') drawAverages(draw, colors)
  else if (type === 'line' || type === 'area') drawCloses(draw, type, colors)
}

/** One bar beyond each edge, so that lines continue to it. */
function around(chart: ShownChart): { readonly from: number; readonly to: number } {
  const { from, to } = shownBars(chart)
  return { from: Math.max(0, from - 1), to: Math.min(chart.getDataList().length, to + 1) }
}

function runsOf({ chart, xAxis, yAxis }: Draw): Array<Array<readonly [x: number, y: number]>> {
  const bars: readonly Bar[] = chart.getDataList()
  const toY = pixelsOf(yAxis)
  const { from, to } = around(chart)
  const runs: Array<Array<readonly [number, number]>> = []
  let isBroken = true
  for (let index = from; index < to; index++) {
    const bar = itemAt(bars, index)
    if (isGap(bar)) isBroken = true
    else {
      if (isBroken) runs.push([])
      isBroken = false
      runs.at(-1)?.push([xAxis.convertToPixel(index), toY(bar.close)])
    }
  }
  return runs
}

function drawCloses(draw: Draw, type: 'line' | 'area', colors: ChartColors): void {
  const { ctx, bounding } = draw
  const runs = runsOf(draw)
  ctx.beginPath()
  for (const run of runs) for (const [i, [x, y]] of run.entries()) ctx[i === 0 ? 'moveTo' : 'lineTo'](x, y)
  ctx.strokeStyle = colors.series1
  ctx.lineWidth = 2
  ctx.lineJoin = 'round'
  ctx.stroke()
  if (type === 'line') return
  ctx.fillStyle = withOpacity(colors.series1, 0.16)
  for (const run of runs) {
    ctx.beginPath()
    for (const [x, y] of run) ctx.lineTo(x, y)
    ctx.lineTo(run.at(-1)?.[0] ?? 0, bounding.height)
    ctx.lineTo(run[0]?.[0] ?? 0, bounding.height)
    ctx.fill()
  }
}

function drawAverages({ ctx, chart, xAxis, yAxis }: Draw, { up, down, ground, isForced }: ChartColors): void {
  const averages = heikinAshi(chart.getDataList())
  const toY = pixelsOf(yAxis)
  const { gapBar, halfGapBar } = chart.getBarSpace()
  const { from, to } = around(chart)
  for (let index = from; index < to; index++) {
    const bar = averages[index]
    if (bar == null) continue
    const x = xAxis.convertToPixel(index)
    const [top, bottom] = [toY(Math.max(bar.open, bar.close)), toY(Math.min(bar.open, bar.close))]
    if (isForced && bar.close >= bar.open && gapBar > 2) {
      // Hollow like the library's candles; first, because later drawing goes underneath.
      ctx.fillStyle = ground
      ctx.fillRect(x - halfGapBar + 1, top + 1, gapBar - 2, Math.max(0, bottom - top - 2))
    }
    ctx.fillStyle = bar.close >= bar.open ? up : down
    ctx.fillRect(x - halfGapBar, top, gapBar, Math.max(1, bottom - top))
    ctx.fillRect(x, toY(bar.high), 1, Math.max(1, toY(bar.low) - toY(bar.high)))
  }
}

/** Extra extent of the axis: averages may lie beyond the visible prices. */
export function priceExtent(chart: Chart, type: ChartType): Extent | null {
  if (type !== 'heikin-ashi') return null
  const { from, to } = shownBars(chart)
  const shown = heikinAshi(chart.getDataList())
    .slice(from, to)
    .filter((bar) => bar !== null)
  if (shown.length === 0) return null
  return { low: Math.min(...shown.map(({ low }) => low)), high: Math.max(...shown.map(({ high }) => high)) }
}

type AverageBar = Pick<Bar, 'open' | 'high' | 'low' | 'close'>

const known = new WeakMap<readonly Bar[], Array<AverageBar | null>>()

/** Null for gaps. Close: mean of the four prices; open: midpoint of the previous candle. Recomputes only the last bars of a known list. */
export function heikinAshi(bars: readonly Bar[]): ReadonlyArray<AverageBar | null> {
  const result = known.get(bars) ?? []
  known.set(bars, result)
  const start = Math.max(0, Math.min(result.length, bars.length) - RECENT_BARS)
  result.length = start
  // From the end: copying a long history on each tick would cost more than the rest.
  let before = result.findLast((each) => each !== null) ?? null
  for (const bar of bars.slice(start)) {
    const average = isGap(bar) ? null : averageOf(bar, before)
    result.push(average)
    before = average ?? before
  }
  return result
}

function averageOf({ open, high, low, close }: Bar, before: AverageBar | null): AverageBar {
  const middle = (open + high + low + close) / 4
  const begin = before === null ? (open + close) / 2 : (before.open + before.close) / 2
  return { open: begin, high: Math.max(high, begin, middle), low: Math.min(low, begin, middle), close: middle }
}
