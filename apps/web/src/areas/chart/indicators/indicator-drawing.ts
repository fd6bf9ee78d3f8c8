import type { Indicator, IndicatorFigure, Row } from '@aerie/core/indicators/indicator'
import { itemAt } from '@aerie/core/item-at'
import type { LineStyle } from '@aerie/wire/market/charts'
import type { IndicatorDrawParams, YAxis } from 'klinecharts'
import { dashesOf } from './line-looks.ts'

/** Line styles in order; a function, because the library deep-copies objects. */
export type Looks = () => readonly LineStyle[]
type Draw = IndicatorDrawParams<Row, number, Looks>
const LEVEL_DASHES = [3, 3]
const PLAIN: LineStyle = { color: 1, width: 1, dash: 'solid' }
type Tones = { readonly upColor: string; readonly downColor: string }

/** One path per line and two for bars; the library uses an object and a path per segment. Lines break at unknown values. */
export function drawIndicator(indicator: Indicator, draw: Draw): void {
  const { ctx, chart } = draw
  const styles = chart.getStyles().indicator
  ctx.save()
  ctx.setLineDash([])
  drawLevels(draw, indicator.levels ?? [])
  const looks = draw.indicator.extendData()
  let lines = 0
  for (const figure of indicator.figures(draw.indicator.calcParams)) {
    if (figure.kind === 'line') drawLine(draw, figure.key, looks[lines++])
    else if (figure.kind === 'bar') drawBars(draw, figure, itemAt(styles.bars, 0))
    else drawDots(draw, figure.key, itemAt(styles.circles, 0))
  }
  ctx.restore()
}

function eachPoint({ chart, indicator, xAxis, yAxis }: Draw, key: string, each: (x: number, y: number | null, row: Row) => void): void {
  const { from, to } = chart.getVisibleRange()
  const left = Math.max(0, Math.floor(from) - 1)
  const start = xAxis.convertToPixel(left)
  const step = chart.getBarSpace().bar
  const toY = pixelsOf(yAxis)
  const end = Math.min(indicator.result.length, to + 1)
  for (let at = left; at < end; at++) {
    const row = itemAt(indicator.result, at)
    const value = row[key]
    each(start + (at - left) * step, value === undefined ? null : toY(value), row)
  }
}

/** Value to pixel. On a linear axis a single multiplication: the library's lookup per value is slow. */
export function pixelsOf(yAxis: Pick<YAxis, 'convertToPixel' | 'getRange'>): (value: number) => number {
  const { from, to } = yAxis.getRange()
  const [bottom, top] = [yAxis.convertToPixel(from), yAxis.convertToPixel(to)]
  const middle = yAxis.convertToPixel((from + to) / 2)
  const isLinear = Math.abs((bottom + top) / 2 - middle) <= 1 && to > from
  const scale = (top - bottom) / (to - from)
  return isLinear ? (value) => bottom + (value - from) * scale : (value) => yAxis.convertToPixel(value)
}

function drawLevels({ ctx, chart, yAxis, bounding }: Draw, levels: readonly number[]): void {
  if (levels.length === 0) return
  ctx.beginPath()
  for (const level of levels) {
    const y = Math.round(yAxis.convertToPixel(level)) + 0.5
    ctx.moveTo(0, y)
    ctx.lineTo(bounding.width, y)
  }
  ctx.strokeStyle = chart.getStyles().xAxis.tickText.color
  ctx.lineWidth = 1
  ctx.setLineDash(LEVEL_DASHES)
  ctx.stroke()
  ctx.setLineDash([])
}

function drawLine(draw: Draw, key: string, look: LineStyle = PLAIN): void {
  const { ctx, chart } = draw
  let isBroken = true
  ctx.beginPath()
  eachPoint(draw, key, (x, y) => {
    if (y !== null) ctx[isBroken ? 'moveTo' : 'lineTo'](x, y)
    isBroken = y === null
  })
  ctx.strokeStyle = chart.getStyles().indicator.lines[look.color - 1]?.color ?? ''
  ctx.lineWidth = look.width
  ctx.setLineDash(dashesOf(look))
  ctx.stroke()
  ctx.setLineDash([])
}

function drawBars(draw: Draw, { key }: IndicatorFigure, { upColor, downColor }: Tones): void {
  const { ctx, chart, yAxis } = draw
  const zero = yAxis.convertToPixel(0)
  const { gapBar, halfGapBar } = chart.getBarSpace()
  const isDown = (row: Row): boolean => (key === 'volume' ? row.rose === -1 : (row[key] ?? 0) < 0)
  for (const [color, down] of [
    [upColor, false],
    [downColor, true],
  ] as const) {
    ctx.fillStyle = color
    eachPoint(draw, key, (x, y, row) => {
      if (y !== null && isDown(row) === down) ctx.fillRect(x - halfGapBar, Math.min(y, zero), gapBar, Math.max(1, Math.abs(zero - y)))
    })
  }
}

function drawDots(draw: Draw, key: string, { upColor, downColor }: Tones): void {
  const { ctx, chart } = draw
  const radius = Math.min(3, Math.max(1, chart.getBarSpace().halfGapBar / 2))
  eachPoint(draw, key, (x, y, row) => {
    if (y === null) return
    ctx.fillStyle = row.trend === -1 ? downColor : upColor
    ctx.beginPath()
    ctx.arc(x, y, radius, 0, 2 * Math.PI)
    ctx.fill()
  })
}

export function drawCloud({ ctx, chart, indicator, xAxis, yAxis, bounding }: Draw): void {
  const displacement = indicator.calcParams[3] ?? 26
  const { realFrom, realTo } = chart.getVisibleRange()
  const [, , first, second, third] = chart.getStyles().indicator.lines
  const path = (key: string, shift: number) => {
    const points: Array<readonly [number, number]> = []
    for (let at = Math.floor(realFrom) - 1; at <= realTo; at++) {
      const value = indicator.result[at - shift]?.[key]
      if (value !== undefined) points.push([xAxis.convertToPixel(at), yAxis.convertToPixel(value)])
    }
    return points
  }
  const spanA = path('spanA', displacement)
  const spanB = path('spanB', displacement)
  const stroke = (points: ReadonlyArray<readonly [number, number]>, color: string) => {
    ctx.beginPath()
    for (const [x, y] of points) ctx.lineTo(x, y)
    ctx.strokeStyle = color
    ctx.lineWidth = 1
    ctx.stroke()
  }
  ctx.save()
  ctx.beginPath()
  ctx.rect(0, 0, bounding.width, bounding.height)
  ctx.clip()
  ctx.setLineDash([])
  stroke(spanA, first?.color ?? '')
  stroke(spanB, second?.color ?? '')
  stroke(path('lagging', -displacement), third?.color ?? '')
  ctx.beginPath()
  for (const [x, y] of spanA.slice(Math.max(0, spanA.length - spanB.length))) ctx.lineTo(x, y)
  for (const [x, y] of spanB.toReversed()) ctx.lineTo(x, y)
  ctx.globalAlpha = 0.1
  ctx.fillStyle = first?.color ?? ''
  ctx.fill()
  ctx.restore()
}
