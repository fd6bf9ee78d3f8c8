import type { Interval } from '@aerie/core/market/candle'
import { type Chart, init, type Period } from 'klinecharts'
import { axisPx } from './axes/fit-axes.ts'
import { registerAxes, TIME_AXIS } from './axes/price-axes.ts'
import { timeTicksOf } from './axes/time-ticks.ts'
import { registerOverlays } from './drawings/drawing-overlays.ts'
import { registerMarks } from './drawings/price-marks.ts'
import { registerIndicators } from './indicators/indicator-bridge.ts'
import { registerScene } from './scene.ts'
import type { ChartColors } from './view/chart-colors.ts'
import { chartFormats } from './view/chart-formats.ts'
import { chartStyles } from './view/chart-styles.ts'
import { registerFigures } from './view/plain-figures.ts'

/** The library's words for our intervals. */
export const PERIODS: Readonly<Record<Interval, Period>> = {
  '1m': { type: 'minute', span: 1 },
  '5m': { type: 'minute', span: 5 },
  '15m': { type: 'minute', span: 15 },
  '1h': { type: 'hour', span: 1 },
  '4h': { type: 'hour', span: 4 },
  '1d': { type: 'day', span: 1 },
  '1w': { type: 'week', span: 1 },
}

/** A chart opens with about this many bars, the room for the fan included, */
const OPENING_BARS = 140
/** on bars that are no wider than this with their gap, in pixels, */
const WIDEST_OPENING_PX = 10
/** and no narrower than this share of the type's size: where type is large, on a wall, candles are seen from as far. */
const NARROWEST_OPENING_EM = 0.4

/** A chart of the library in `host`, with our indicators, axes, overlays and figures. */
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
  // The library takes the focus with a tab index of 1, before everything else on the page: the element around it has it instead.
  host.querySelector('[tabindex]')?.removeAttribute('tabindex')
  host.firstElementChild?.classList.add('chart-panes')
  return chart
}

/** Brings a chart to candles of another width: its words and its time axis, then the candles, which it asks its loader for. */
export function showPeriod(chart: Chart, interval: Interval): void {
  chart.setFormatter(chartFormats(interval).formatter ?? {})
  chart.overrideXAxis({ createTicks: timeTicksOf(chart, interval) })
  chart.setPeriod(PERIODS[interval])
}

/** Pixels from one bar to the next when a chart of this width opens. */
export const openingBarSpace = (width: number, textPx: number): number =>
  Math.max(textPx * NARROWEST_OPENING_EM, Math.min(WIDEST_OPENING_PX, width / OPENING_BARS))
