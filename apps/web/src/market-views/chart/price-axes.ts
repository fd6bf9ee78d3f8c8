import { percentText } from '@aerie/core/short-number-text'
import { type AxisRange, type AxisTemplate, type Chart, registerYAxis } from 'klinecharts'
import { isGap } from './bars.ts'

/** Scales of the price axis, as they are saved. */
export const SCALES = ['linear', 'log', 'percent'] as const
export type Scale = (typeof SCALES)[number]

/** Prices, besides the candles on show, that must fit on the axis: a fan, compared coins. */
export type Extent = { readonly low: number; readonly high: number }

const extents = new WeakMap<Chart, () => Extent | null>()
let isRegistered = false

/** Name of the axis of a scale in the library. */
export const axisName = (scale: Scale): string => `aerie_${scale}`

/** Says what else the price axis of `chart` must show; asked whenever it is drawn. */
export const giveExtent = (chart: Chart, extent: () => Extent | null): void => {
  extents.set(chart, extent)
}

/** The close that percentages count from: of the first candle on show. */
export function baseClose(chart: Chart): number | null {
  const bars = chart.getDataList()
  const { from, to } = chart.getVisibleRange()
  for (let i = Math.max(0, Math.floor(from)); i < to; i++) {
    const bar = bars[i]
    if (bar !== undefined && !isGap(bar)) return bar.close
  }
  return null
}

/** Our three scales, which know of more prices than the library's. Once is enough. */
export function registerPriceAxes(): void {
  if (isRegistered) return
  isRegistered = true
  for (const scale of SCALES) registerYAxis(AXES[scale])
}

const identity = (value: number): number => value
// A price is above 0; an axis may reach below it where there is no candle yet.
const log = (value: number): number => Math.log10(Math.max(value, 1e-12))
const exp = (value: number): number => 10 ** value

const AXES: Readonly<Record<Scale, AxisTemplate>> = {
  linear: {
    name: axisName('linear'),
    createRange: ({ chart, defaultRange }) => withExtent(chart, defaultRange, identity, identity),
  },
  log: {
    name: axisName('log'),
    minSpan: (precision) => 0.05 * 10 ** -precision,
    valueToRealValue: log,
    realValueToDisplayValue: exp,
    displayValueToRealValue: log,
    realValueToValue: exp,
    createRange: ({ chart, defaultRange }) => withExtent(chart, defaultRange, log, identity),
  },
  percent: {
    name: axisName('percent'),
    minSpan: () => 0.01,
    displayValueToText: (value) => percentText(value),
    valueToRealValue: (value, { range }) => (value - range.from) * scaleOf(range) + range.realFrom,
    realValueToValue: (value, { range }) => (value - range.realFrom) / scaleOf(range) + range.from,
    createRange: ({ chart, defaultRange }) => {
      const base = baseClose(chart)
      const percent = base === null ? identity : (value: number) => (value / base - 1) * 100
      return withExtent(chart, defaultRange, percent, percent)
    },
  },
}

const scaleOf = (range: AxisRange): number => (range.range === 0 ? 1 : range.realRange / range.range)

function withExtent(chart: Chart, range: AxisRange, toReal: (price: number) => number, toDisplay: (price: number) => number): AxisRange {
  const extent = extents.get(chart)?.() ?? null
  const from = Math.min(range.from, extent?.low ?? range.from)
  const to = Math.max(range.to, extent?.high ?? range.to)
  const [realFrom, realTo] = [toReal(from), toReal(to)]
  const [displayFrom, displayTo] = [toDisplay(from), toDisplay(to)]
  return {
    ...range,
    from,
    to,
    range: to - from,
    realFrom,
    realTo,
    realRange: realTo - realFrom,
    displayFrom,
    displayTo,
    displayRange: displayTo - displayFrom,
  }
}
