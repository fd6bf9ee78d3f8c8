import { itemAt, numberAt } from '../item-at.ts'
import type { Candle } from '../market/candle.ts'
import { DAY_MS } from '../time.ts'
import type { Indicator, IndicatorParameter, Row, Step } from './indicator.ts'
import { close, ema, highest, lowest, mean, rowAgo, sum, typical } from './window.ts'

/** A parameter that counts candles, 1 to 500. */
export const period = (initial: number, label = 'Length'): IndicatorParameter => ({ label, initial, min: 1, max: 500 })

/** Maximum lines of an indicator with one line per parameter. */
export const MOST_LINES = 4

/** One line per parameter: `SMA 20`, `SMA 50`. */
export const lineEach =
  (name: string, label = name) =>
  (parameters: readonly number[]) =>
    parameters.map((length, i) => ({ key: `${name.toLowerCase()}${i + 1}`, title: `${label} ${length}`, kind: 'line' as const }))

/** One row with a value per parameter, under the keys of `lineEach`. */
export function each(name: string, parameters: readonly number[], value: (length: number, key: string) => number): Row {
  const row: { [key: string]: number } = {}
  for (let i = 0; i < parameters.length; i++) {
    const key = `${name}${i + 1}`
    row[key] = value(numberAt(parameters, i), key)
  }
  return row
}

/** Lines under the given keys; the title is the key in capitals. */
export const lines = (...keys: string[]) => {
  const figures = keys.map((key) => ({ key, title: key.toUpperCase(), kind: 'line' as const }))
  return () => figures
}

const lengths = (...initial: number[]): IndicatorParameter[] => initial.map((value, i) => period(value, `Length ${i + 1}`))

/** Simple moving average of the closes, one line per length. */
export const MA: Indicator = {
  name: 'MA',
  label: 'SMA',
  title: 'Simple moving average',
  isOnPrice: true,
  parameters: [period(20)],
  mostLines: MOST_LINES,
  figures: lineEach('MA', 'SMA'),
  step: ({ candles, index, parameters }) => each('ma', parameters, (length) => mean(candles, index, length, close)),
}

/** Exponential moving average of the closes, weight 2 / (n + 1), seeded with the simple mean. */
export const EMA: Indicator = {
  name: 'EMA',
  title: 'Exponential moving average',
  isOnPrice: true,
  parameters: [period(20)],
  mostLines: MOST_LINES,
  figures: lineEach('EMA'),
  step: ({ candles, index, rows, parameters }) =>
    each('ema', parameters, (length, key) =>
      ema(rowAgo(rows, 1)[key], itemAt(candles, index).close, length, () => mean(candles, index, length, close)),
    ),
}

/** Smoothed moving average of the closes, weight m / n, seeded with the simple mean. */
export const SMA: Indicator = {
  name: 'SMA',
  label: 'SMMA',
  title: 'Smoothed moving average',
  isOnPrice: true,
  parameters: [period(14), period(1, 'Weight')],
  figures: () => [{ key: 'sma', title: 'SMMA', kind: 'line' }],
  step: ({ candles, index, rows, parameters }) => {
    const [length, weight] = [itemAt(parameters, 0), itemAt(parameters, 1)]
    const before = rowAgo(rows, 1).sma
    const share = Math.min(1, weight / length)
    return { sma: before === undefined ? mean(candles, index, length, close) : before + share * (itemAt(candles, index).close - before) }
  },
}

/** Bollinger bands: mean of the closes plus and minus k population standard deviations. */
export const BOLL: Indicator = {
  name: 'BOLL',
  label: 'BB',
  title: 'Bollinger bands',
  isOnPrice: true,
  parameters: [period(20), { label: 'Deviations', initial: 2, min: 0.1, max: 10, isFraction: true }],
  figures: () => [
    { key: 'up', title: 'Upper', kind: 'line' },
    { key: 'mid', title: 'Basis', kind: 'line' },
    { key: 'dn', title: 'Lower', kind: 'line' },
  ],
  step: ({ candles, index, parameters }) => {
    const [length, deviations] = [itemAt(parameters, 0), itemAt(parameters, 1)]
    const mid = mean(candles, index, length, close)
    const spread = deviations * Math.sqrt(mean(candles, index, length, (candle) => (candle.close - mid) ** 2))
    return { up: mid + spread, mid, dn: mid - spread }
  },
}

/** Bull and bear index: mean of four simple moving averages of the closes. */
export const BBI: Indicator = {
  name: 'BBI',
  title: 'Bull and bear index',
  isOnPrice: true,
  parameters: lengths(3, 6, 12, 24),
  figures: lines('bbi'),
  step: ({ candles, index, parameters }) => ({
    bbi: parameters.reduce((total, length) => total + mean(candles, index, length, close), 0) / parameters.length,
  }),
}

function weighted({ candles, index, rows }: Step, begins: boolean, key: string): Row {
  const candle = itemAt(candles, index)
  const before = begins ? {} : rowAgo(rows, 1)
  const paid = (before.paid ?? 0) + typical(candle, index) * candle.volume
  const traded = (before.traded ?? 0) + candle.volume
  return { [key]: paid / traded, paid, traded }
}

/** Typical price weighted by volume over all given candles. */
export const AVP: Indicator = {
  name: 'AVP',
  title: 'Average price of all loaded candles',
  isOnPrice: true,
  parameters: [],
  figures: lines('avp'),
  step: (step) => weighted(step, false, 'avp'),
}

const dayOf = (timeSeconds: number): number => Math.floor((timeSeconds * 1000) / DAY_MS)

/** Typical price weighted by volume since 00:00 UTC. */
export const VWAP: Indicator = {
  name: 'VWAP',
  title: 'Volume-weighted average price of the UTC day',
  isOnPrice: true,
  parameters: [],
  figures: lines('vwap'),
  step: (step) => {
    const before = step.candles[step.index - 1]
    return weighted(step, before === undefined || dayOf(before.time) !== dayOf(itemAt(step.candles, step.index).time), 'vwap')
  },
}

/** Wilder's parabolic stop and reverse; `trend` is 1 or -1. */
export const SAR: Indicator = {
  name: 'SAR',
  title: 'Parabolic stop and reverse',
  isOnPrice: true,
  parameters: [
    { label: 'Start', initial: 0.02, min: 0.001, max: 1, isFraction: true },
    { label: 'Step', initial: 0.02, min: 0.001, max: 1, isFraction: true },
    { label: 'Limit', initial: 0.2, min: 0.001, max: 1, isFraction: true },
  ],
  figures: () => [{ key: 'sar', title: 'SAR', kind: 'dot' }],
  step: parabolic,
}

/** Hidden: `trend` (1 or -1), extreme `ep`, acceleration `af`. A falling trend is computed as a rising one with mirrored prices. */
function parabolic({ candles, index, rows, parameters }: Step): Row {
  const [start, step, limit] = [itemAt(parameters, 0), itemAt(parameters, 1), itemAt(parameters, 2)]
  const candle = itemAt(candles, index)
  const earlier = candles[index - 1]
  if (earlier === undefined) return {}
  const before = rowAgo(rows, 1)
  if (before.sar === undefined) {
    const trend = candle.close >= earlier.close ? 1 : -1
    return { sar: trend * bottomOf(earlier, trend), trend, ep: trend * topOf(candle, trend), af: start }
  }
  const { sar, ep, af, trend } = before as { sar: number; ep: number; af: number; trend: number }
  const beyond = candles[index - 2] ?? earlier
  const next = trend * (sar + af * (ep - sar))
  const held = Math.min(next, bottomOf(earlier, trend), bottomOf(beyond, trend))
  const top = topOf(candle, trend)
  // The reversing candle may have passed its extreme first: a stop inside it would be hit at once.
  if (bottomOf(candle, trend) < held)
    return { sar: trend * Math.max(trend * ep, top), trend: -trend, ep: trend * bottomOf(candle, trend), af: start }
  const isFurther = top > trend * ep
  return { sar: trend * held, trend, ep: isFurther ? trend * top : ep, af: isFurther ? Math.min(limit, af + step) : af }
}

const topOf = (candle: Candle, trend: number): number => (trend > 0 ? candle.high : -candle.low)
const bottomOf = (candle: Candle, trend: number): number => (trend > 0 ? candle.low : -candle.high)

const midRange = ({ candles, index }: Step, length: number): number =>
  (highest(candles, index, length) + lowest(candles, index, length)) / 2

/** Values belong to this candle: charts draw both spans `displacement` candles later, and `lagging` (the close) as many earlier. */
export const ICHIMOKU: Indicator = {
  name: 'ICHIMOKU',
  title: 'Ichimoku cloud',
  isOnPrice: true,
  parameters: [period(9, 'Conversion'), period(26, 'Base'), period(52, 'Span B'), period(26, 'Displacement')],
  figures: () => [
    { key: 'conversion', title: 'Conversion', kind: 'line' },
    { key: 'base', title: 'Base', kind: 'line' },
  ],
  step: (step) => {
    const [short, middle, long] = [itemAt(step.parameters, 0), itemAt(step.parameters, 1), itemAt(step.parameters, 2)]
    const conversion = midRange(step, short)
    const base = midRange(step, middle)
    return {
      conversion,
      base,
      spanA: (conversion + base) / 2,
      spanB: midRange(step, long),
      lagging: itemAt(step.candles, step.index).close,
    }
  },
}

/** Distance of the close from its n-candle mean, in percent. */
export const BIAS: Indicator = {
  name: 'BIAS',
  title: 'Bias from the moving average, percent',
  isOnPrice: false,
  parameters: lengths(6, 12, 24),
  figures: lineEach('BIAS'),
  step: ({ candles, index, parameters }) =>
    each('bias', parameters, (length) => (itemAt(candles, index).close / (sum(candles, index, length, close) / length) - 1) * 100),
}
