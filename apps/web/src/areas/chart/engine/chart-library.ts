import type { Interval } from '@aerie/core/market/candle'
import { type Chart, init, type Period } from 'klinecharts'
import { axisPx } from '../axes/fit-axes.ts'
import { registerAxes, TIME_AXIS } from '../axes/price-axes.ts'
import { timeTicksOf } from '../axes/time-ticks.ts'
import { registerOverlays } from '../drawings/drawing-overlays.ts'
import { registerMarks } from '../drawings/price-marks.ts'
import { registerIndicators } from '../indicators/indicator-set.ts'
import type { ChartColors } from '../view/chart-colors.ts'
import { chartFormats } from '../view/chart-formats.ts'
import { chartStyles } from '../view/chart-styles.ts'
import { registerFigures } from '../view/plain-figures.ts'
import { registerScene } from './scene.ts'

export const PERIODS: Readonly<Record<Interval, Period>> = {
  '1m': { type: 'minute', span: 1 },
  '5m': { type: 'minute', span: 5 },
  '15m': { type: 'minute', span: 15 },
  '1h': { type: 'hour', span: 1 },
  '4h': { type: 'hour', span: 4 },
  '1d': { type: 'day', span: 1 },
  '1w': { type: 'week', span: 1 },
}

const OPENING_BARS = 140
/** Maximum bar width on opening, gap included, in pixels. */
const WIDEST_OPENING_PX = 10
/** Minimum bar width on opening, in em: on a wall both type and candles are viewed from a distance. */
const NARROWEST_OPENING_EM = 0.4

export function openChart(host: HTMLElement, colors: ChartColors, interval: Interval): Chart {
  registerIndicators()
  registerAxes()
  registerOverlays()
  registerMarks()
  registerScene()
  registerFigures()
  const chart = init(host, {
    styles: chartStyles(colors, axisPx(colors.textPx)),
    hotkey: { enabled: false },
    zoomAnchor: { main: 'cursor', xAxis: 'last_bar' },
    ...chartFormats(interval),
  })
  if (chart === null) throw new Error('The chart has no element to draw in')
  chart.overrideXAxis({ name: TIME_AXIS, createTicks: timeTicksOf(chart, interval) })
  chart.setBarSpace(openingBarSpace(host.clientWidth - axisPx(colors.textPx), colors.textPx))
  // The library takes focus with tabindex 1, before everything else on the page; the surrounding element takes it instead.
  host.querySelector('[tabindex]')?.removeAttribute('tabindex')
  host.firstElementChild?.classList.add('chart-panes')
  return chart
}

/** Switches the candle period: formats and time axis first, then the candles, which the chart requests from its loader. */
export function showPeriod(chart: Chart, interval: Interval): void {
  chart.setFormatter(chartFormats(interval).formatter ?? {})
  chart.overrideXAxis({ createTicks: timeTicksOf(chart, interval) })
  chart.setPeriod(PERIODS[interval])
}

export const openingBarSpace = (width: number, textPx: number): number =>
  Math.max(textPx * NARROWEST_OPENING_EM, Math.min(WIDEST_OPENING_PX, width / OPENING_BARS))
