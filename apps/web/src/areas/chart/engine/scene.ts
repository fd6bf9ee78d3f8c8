import { itemAt } from '@aerie/core/item-at'
import { candleOpen, INTERVAL_MS, type Interval } from '@aerie/core/market/candle'
import { numberText } from '@aerie/core/numbers/number-text'
import { BANDS, MEDIAN_INDEX } from '@aerie/forecast/quantile-levels'
import { once } from '@aerie/runtime/once'
import type { Forecast } from '@aerie/wire/market/forecasts'
import { type Chart, type IndicatorDrawParams, type IndicatorTemplate, registerIndicator } from 'klinecharts'
import { baseClose, type Extent } from '../axes/price-axes.ts'
import type { Bar } from '../bars/bars.ts'
import { type ChartType, drawPrice, priceExtent } from '../bars/price-series.ts'
import { type ShownChart, shownBars } from '../bars/shown-bars.ts'
import type { CompareSeries } from '../compare/compare-series.ts'
import { type ChartColors, comparedColor, seriesColors, withOpacity } from '../view/chart-colors.ts'
import type { ChartTrade } from './price-chart-props.ts'

export type Scene = {
  interval: Interval
  type: ChartType
  colors: ChartColors
  forecast: Forecast | null
  compare: readonly CompareSeries[]
  trades: readonly ChartTrade[]
  /** SIMULATED or REPLAY, large behind the candles. */
  watermark: string | null
}

const UNDER = 'AERIE_SCENE_UNDER'
const OVER = 'AERIE_SCENE_OVER'
type Draw = Pick<IndicatorDrawParams<unknown, unknown, () => Scene>, 'ctx' | 'chart' | 'bounding' | 'xAxis' | 'yAxis'>

/** The scene is drawn by two indicators without values, on the candles' canvas. */
export const registerScene = once((): void => {
  registerIndicator(layer(UNDER, -1, drawUnder))
  registerIndicator(layer(OVER, 1, drawTrades))
})

const layer = (
  name: string,
  zLevel: number,
  draw: (draw: Draw, scene: Scene) => void,
): IndicatorTemplate<unknown, unknown, () => Scene> => ({
  name,
  shortName: '',
  series: 'price',
  zLevel,
  calc: () => [],
  draw: ({ indicator, ...given }) => {
    const { ctx, bounding } = given
    ctx.save()
    ctx.beginPath()
    ctx.rect(0, 0, bounding.width, bounding.height)
    ctx.clip()
    // The grid leaves its line dash set.
    ctx.setLineDash([])
    draw(given, indicator.extendData())
    ctx.restore()
    return true
  },
})

/** `scene` is passed as a function, because the library deep-copies objects. */
export const addScene = (chart: Chart, scene: Scene): void => {
  for (const name of [UNDER, OVER]) chart.createIndicator({ name, id: name, paneId: 'candle_pane', extendData: () => scene }, true)
}

/** X position of an instant, to a fraction of a bar. The close of a candle lies at the candle itself; nothing lies before the first bar. */
export function xOfInstant(
  chart: Pick<Chart, 'getDataList'>,
  xAxis: { convertToPixel: (index: number) => number },
  at: { ms: number; interval: Interval; barSpace: number },
): number | null {
  const bars = chart.getDataList()
  const step = INTERVAL_MS[at.interval]
  const index = indexUntil(bars, at.ms - step)
  const bar = bars[index]
  if (bar === undefined) return null
  const barsOn = (at.ms - step - bar.timestamp) / step
  // A very long gap is drawn shortened: instants in it stay before the next bar.
  return xAxis.convertToPixel(index) + (index === bars.length - 1 ? barsOn : Math.min(1, barsOn)) * at.barSpace
}

export function indexUntil(bars: ReadonlyArray<Pick<Bar, 'timestamp'>>, ms: number): number {
  let [low, high] = [0, bars.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (itemAt(bars, middle).timestamp <= ms) low = middle + 1
    else high = middle
  }
  return low - 1
}

/** Extra prices that must fit on the axis: compared coins and averages. The fan is clipped instead: it would flatten the candles. */
export function sceneExtent(chart: Chart, scene: Scene): Extent | null {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  const take = (price: number | undefined) => {
    if (price === undefined || !Number.isFinite(price)) return
    low = Math.min(low, price)
    high = Math.max(high, price)
  }
  takeCompared(chart, scene, take)
  const price = priceExtent(chart, scene.type)
  take(price?.low)
  take(price?.high)
  return low <= high ? { low, high } : null
}

type Take = (price: number | undefined) => void

function takeCompared(chart: Chart, { compare }: Scene, take: Take): void {
  if (compare.length === 0) return
  const base = baseClose(chart)
  if (base !== null) for (const series of compare) for (const [, price] of comparedPoints(chart, series, base)) take(price)
}

/** Drawing goes underneath what is already there, so the topmost element comes first. */
function drawUnder(draw: Draw, scene: Scene): void {
  drawPrice(draw, scene)
  drawCompared(draw, scene)
  if (scene.forecast !== null) drawFan(draw, scene, scene.forecast)
  if (scene.watermark !== null) drawWatermark(draw, scene, scene.watermark)
}

function drawWatermark({ ctx, bounding }: Draw, { colors }: Scene, text: string): void {
  ctx.fillStyle = withOpacity(colors.ink3, 0.13)
  ctx.font = `700 ${Math.max(24, Math.min(64, bounding.width / 12))}px 'Inter Variable', sans-serif`
  ctx.textAlign = 'center'
  ctx.textBaseline = 'middle'
  ctx.fillText(text, bounding.width / 2, bounding.height / 2)
}

type Points = Array<readonly [x: number, y: number]>

function drawFan(draw: Draw, scene: Scene, forecast: Forecast): void {
  const { ctx, chart, xAxis, yAxis } = draw
  const barSpace = chart.getBarSpace().bar
  const x = (hours: number) =>
    xOfInstant(chart, xAxis, { ms: forecast.issued_at + hours * INTERVAL_MS['1h'], interval: scene.interval, barSpace })
  const start = x(0)
  if (start === null) return
  const anchor = [start, yAxis.convertToPixel(forecast.anchor)] as const
  const path = (index: number): Points => [
    anchor,
    ...forecast.path.map(([hours, prices]) => [x(hours) ?? start, yAxis.convertToPixel(prices[index] ?? Number.NaN)] as const),
  ]
  trace(ctx, path(MEDIAN_INDEX))
  ctx.strokeStyle = scene.colors.ink1
  ctx.lineWidth = 1.5
  ctx.stroke()
  for (const { percent, low, high } of BANDS) {
    trace(ctx, [...path(high), ...path(low).reverse()])
    ctx.fillStyle = withOpacity(scene.colors.fan, percent === 50 ? 0.4 : 0.22)
    ctx.fill()
  }
}

function drawCompared(draw: Draw, scene: Scene): void {
  const { ctx, chart, xAxis, yAxis } = draw
  const base = scene.compare.length === 0 ? null : baseClose(chart)
  if (base === null) return
  const colors = seriesColors(scene.colors)
  for (const [i, series] of scene.compare.entries()) {
    trace(
      ctx,
      comparedPoints(chart, series, base).map(([index, price]) => [xAxis.convertToPixel(index), yAxis.convertToPixel(price)] as const),
    )
    ctx.strokeStyle = colors[comparedColor(i) - 1] ?? ''
    ctx.lineWidth = 1.5
    ctx.stroke()
  }
}

/** Points of a compared coin (bar index, price of equal percentage); both start at the first visible bar they share. */
export function comparedPoints(chart: ShownChart, { closes }: CompareSeries, base: number): Points {
  const bars: readonly Bar[] = chart.getDataList()
  const { from, to } = shownBars(chart)
  const points: Array<[number, number]> = []
  let own: number | undefined
  for (let index = from; index < to; index++) {
    const close = closes.get(itemAt(bars, index).timestamp)
    if (close === undefined) continue
    own ??= close
    points.push([index, (base * close) / own])
  }
  return points
}

const ARROW = 6

function drawTrades({ ctx, chart, xAxis, yAxis, bounding }: Draw, { trades, colors, interval }: Scene): void {
  const barSpace = chart.getBarSpace().bar
  for (const { time, price, side } of trades) {
    const x = xOfInstant(chart, xAxis, { ms: candleOpen(time / 1000, interval) * 1000 + INTERVAL_MS[interval], interval, barSpace })
    if (x === null || x < -ARROW || x > bounding.width + ARROW) continue
    const y = yAxis.convertToPixel(price)
    const away = side === 'buy' ? ARROW * 1.6 : -ARROW * 1.6
    trace(ctx, [
      [x, y],
      [x - ARROW, y + away],
      [x + ARROW, y + away],
    ])
    ctx.closePath()
    ctx.fillStyle = side === 'buy' ? colors.up : colors.down
    ctx.fill()
    ctx.strokeStyle = colors.ground
    ctx.lineWidth = 1
    ctx.stroke()
  }
}

/** Trades of a candle listed by name: more would be truncated mid-number. */
const MOST_NAMED = 2

export function tradesWithin({ trades, interval }: Pick<Scene, 'trades' | 'interval'>, opened: number): string[] {
  const within = trades.filter(({ time }) => time >= opened && time < opened + INTERVAL_MS[interval])
  const named = within.length > MOST_NAMED ? within.slice(0, MOST_NAMED - 1) : within
  const texts = named.map(({ side, word = side === 'buy' ? 'Bought' : 'Sold', label, price }) => `${word} ${label} at ${numberText(price)}`)
  return named.length === within.length ? texts : [...texts, `${within.length - named.length} more trades`]
}

function trace(ctx: CanvasRenderingContext2D, points: Points): void {
  ctx.beginPath()
  for (const [x, y] of points) if (Number.isFinite(y)) ctx.lineTo(x, y)
}
