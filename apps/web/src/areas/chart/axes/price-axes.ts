import { itemAt } from '@aerie/core/item-at'
import { numberText, percentText, shortNumberText } from '@aerie/core/numbers/number-text'
import { once } from '@aerie/runtime/once'
import {
  type AxisCreateTicksCallback,
  type AxisRange,
  type AxisTemplate,
  type Chart,
  registerXAxis,
  registerYAxis,
  type YAxisOverride,
} from 'klinecharts'
import { isGap } from '../bars/bars.ts'
import { type ShownChart, shownBars } from '../bars/shown-bars.ts'
import { PRICE_PANE } from '../engine/engine-options.ts'
import { linearValues, logValues, percentLabel, priceLabel } from './axis-ticks.ts'

export const SCALES = ['linear', 'log', 'percent'] as const
export type Scale = (typeof SCALES)[number]

/** Prices other than the visible candles that must fit on the axis, such as those of compared coins. */
export type Extent = { readonly low: number; readonly high: number }

/** Margins as shares of the span of prices. */
type Margins = { readonly above: number; readonly below: number }
const MARGINS: Margins = { above: 0.16, below: 0.08 }
/** A low pane needs more: the legend and the highest price's mark above the candles, the lowest price's mark below them. */
const LEAST_ABOVE_PX = 35
const LEAST_BELOW_PX = 16
/** Below this height there is no room for both marks and candles. */
const LEAST_HEIGHT_PX = 100
/** If the price did not move, the axis reaches this far to either side, as a share of the price. */
const FLAT_SHARE = 0.01

const extents = new WeakMap<Chart, () => Extent | null>()
/** The margins are ours: the library's would reach below a price of 0. */
export const priceAxis = (scale: Scale): YAxisOverride => ({ name: axisName(scale), gap: { top: 0, bottom: 0 } })
const axisName = (scale: Scale): string => `aerie_${scale}`

export const setExtentSource = (chart: Chart, extent: () => Extent | null): void => {
  extents.set(chart, extent)
}

export function baseClose(chart: ShownChart): number | null {
  const bars = chart.getDataList()
  const { from, to } = shownBars(chart)
  for (let i = from; i < to; i++) {
    const bar = bars[i]
    if (bar !== undefined && !isGap(bar)) return bar.close
  }
  return null
}

/** Axes of the panes below the price: amounts (may be abbreviated), other values, and time. */
export const AMOUNT_AXIS = 'aerie_amounts'
export const VALUE_AXIS = 'aerie_values'
export const TIME_AXIS = 'aerie_time'

/** Registers our price scales (they fit extra prices) and the other axes, all with the product's labels. */
export const registerAxes = once((): void => {
  for (const scale of SCALES) registerYAxis(AXES[scale])
  const plain = { values: linearValues, toReal: identity }
  registerYAxis({ name: AMOUNT_AXIS, createTicks: ticksOf({ ...plain, label: shortNumberText }) })
  registerYAxis({ name: VALUE_AXIS, createTicks: ticksOf({ ...plain, label: priceLabel }) })
  registerXAxis({ name: TIME_AXIS })
})

const identity = (value: number): number => value
// Prices are positive, but an axis without candles may reach below 0.
const log = (value: number): number => Math.log10(Math.max(value, 1e-12))
const exp = (value: number): number => 10 ** value

const AXES: Readonly<Record<Scale, AxisTemplate>> = {
  linear: {
    name: axisName('linear'),
    minSpan: () => 0,
    displayValueToText: numberText,
    createRange: ({ chart, defaultRange }) => {
      const { from, to } = widened(chart, defaultRange)
      return rangeOf(pricesAround(from, to, marginsOf(chart)), identity, identity)
    },
    createTicks: ticksOf({ values: linearValues, label: priceLabel, toReal: identity }),
  },
  log: {
    name: axisName('log'),
    minSpan: () => 0,
    displayValueToText: numberText,
    valueToRealValue: log,
    realValueToDisplayValue: exp,
    displayValueToRealValue: log,
    realValueToValue: exp,
    createRange: ({ chart, defaultRange }) => {
      const { from, to } = widened(chart, defaultRange)
      const margins = marginsOf(chart)
      const [low, high] = from === to ? pricesAround(from, to, margins) : apart(log(from), log(to), margins).map(exp)
      return rangeOf([low ?? from, high ?? to], log, identity)
    },
    createTicks: ticksOf({ values: logValues, label: priceLabel, toReal: log }),
  },
  percent: {
    name: axisName('percent'),
    minSpan: () => 0,
    displayValueToText: (value) => percentText(value),
    valueToRealValue: (value, { range }) => (value - range.from) * scaleOf(range) + range.realFrom,
    realValueToValue: (value, { range }) => (value - range.realFrom) / scaleOf(range) + range.from,
    createRange: ({ chart, defaultRange }) => {
      const base = baseClose(chart)
      const percent = base === null ? identity : (value: number) => (value / base - 1) * 100
      const { from, to } = widened(chart, defaultRange)
      return rangeOf(pricesAround(from, to, marginsOf(chart)), percent, percent)
    },
    createTicks: ticksOf({ values: linearValues, label: percentLabel, toReal: identity }),
  },
}

const scaleOf = (range: AxisRange): number => (range.range === 0 ? 1 : range.realRange / range.range)

type Labelling = {
  readonly values: (from: number, to: number, height: number) => number[]
  readonly label: (value: number, step: number) => string
  readonly toReal: (value: number) => number
}

const LABEL_HALF_PX = 8

function ticksOf({ values, label, toReal }: Labelling): AxisCreateTicksCallback {
  return ({ range, bounding: { height } }) => {
    const shown = values(range.displayFrom, range.displayTo, height)
    const step = shown.reduce(
      (least, value, i) => (i === 0 ? least : Math.min(least, value - itemAt(shown, i - 1))),
      Number.POSITIVE_INFINITY,
    )
    return shown
      .map((value) => ({
        value,
        text: label(value, Number.isFinite(step) ? step : 0),
        coord: Math.round((1 - (toReal(value) - range.realFrom) / range.realRange) * height),
      }))
      .filter(({ coord }) => coord > LABEL_HALF_PX && coord < height - LABEL_HALF_PX)
  }
}

function widened(chart: Chart, range: AxisRange): { readonly from: number; readonly to: number } {
  const extent = extents.get(chart)?.() ?? null
  return { from: Math.min(range.from, extent?.low ?? range.from), to: Math.max(range.to, extent?.high ?? range.to) }
}

/** Adds the margins; a range at or above 0 never extends below 0. */
function pricesAround(from: number, to: number, margins: Margins): readonly [low: number, high: number] {
  if (from === to) return [from - Math.abs(from) * FLAT_SHARE, to + (Math.abs(to) * FLAT_SHARE || 1)]
  const [low, high] = apart(from, to, margins)
  return [from > 0 && low <= 0 ? from / 2 : low, high]
}

const apart = (from: number, to: number, { above, below }: Margins): readonly [number, number] => [
  from - (to - from) * below,
  to + (to - from) * above,
]

const marginsOf = (chart: Pick<Chart, 'getSize'>): Margins => marginsAt(chart.getSize(PRICE_PANE, 'main')?.height ?? 0)

/** Margins around the prices in a pane of this height. */
export function marginsAt(height: number): Margins {
  if (height < LEAST_HEIGHT_PX) return MARGINS
  const whole = 1 + MARGINS.above + MARGINS.below
  const above = Math.max(LEAST_ABOVE_PX, (height * MARGINS.above) / whole)
  const below = Math.max(LEAST_BELOW_PX, (height * MARGINS.below) / whole)
  const prices = height - above - below
  return { above: above / prices, below: below / prices }
}

function rangeOf(
  [from, to]: readonly [number, number],
  toReal: (price: number) => number,
  toDisplay: (price: number) => number,
): AxisRange {
  const [realFrom, realTo] = [toReal(from), toReal(to)]
  const [displayFrom, displayTo] = [toDisplay(from), toDisplay(to)]
  return {
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
