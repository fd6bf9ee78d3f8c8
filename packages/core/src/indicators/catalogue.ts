import { itemAt } from '../item-at.ts'
import type { Candle } from '../market/candle.ts'
import { numberAt } from '../numbers/number-at.ts'
import type { Indicator, IndicatorParameter, Step } from './indicator.ts'
import { AVP, BBI, BIAS, BOLL, EMA, each, ICHIMOKU, lines, MA, MOST_LINES, period, SAR, SMA, VWAP } from './on-price.ts'
import { AO, ATR, BRAR, CCI, CR, DMA, DMI, KDJ, MACD, MTM, PSY, ROC, RSI, TRIX, WR } from './oscillators.ts'
import { mean, middle, rowAgo, rowMean, sum } from './window.ts'

const volume = (candle: Candle): number => candle.volume

/** Volume in coins and its means; `rose` is 1 where the candle closed at or above its open, else -1. Formula: docs/math/indicators.md. */
const VOL: Indicator = {
  name: 'VOL',
  label: 'Vol',
  title: 'Volume',
  isOnPrice: false,
  parameters: [period(20, 'Mean')],
  mostLines: MOST_LINES,
  figures: (parameters) => [
    { key: 'volume', title: 'Vol', kind: 'bar' },
    ...parameters.map((length, i) => ({ key: `ma${i + 1}`, title: `SMA ${length}`, kind: 'line' as const })),
  ],
  step: ({ candles, index, parameters }) => ({
    volume: itemAt(candles, index).volume,
    rose: itemAt(candles, index).close >= itemAt(candles, index).open ? 1 : -1,
    ...each('ma', parameters, (length) => mean(candles, index, length, volume)),
  }),
}

/** Change of the close since the candle before; 0 for the first. */
const change = ({ candles, index }: Step): number => itemAt(candles, index).close - (candles[index - 1] ?? itemAt(candles, index)).close

/** Volume added where the close rose and taken away where it fell, in coins, and its mean. Formula: docs/math/indicators.md. */
const OBV: Indicator = {
  name: 'OBV',
  title: 'On-balance volume',
  isOnPrice: false,
  parameters: [period(30, 'Mean')],
  figures: () => [
    { key: 'obv', title: 'OBV', kind: 'line' },
    { key: 'mean', title: 'Mean', kind: 'line' },
  ],
  step: (step) => {
    const obv = (rowAgo(step.rows, 1).obv ?? 0) + Math.sign(change(step)) * itemAt(step.candles, step.index).volume
    return { obv, mean: rowMean(step.rows, 'obv', numberAt(step.parameters, 0), obv) }
  },
}

/** Volume times the relative change of the close, summed, in coins. Formula: docs/math/indicators.md. */
const PVT: Indicator = {
  name: 'PVT',
  title: 'Price and volume trend',
  isOnPrice: false,
  parameters: [],
  figures: lines('pvt'),
  step: (step) => {
    const candle = itemAt(step.candles, step.index)
    const moved = change(step)
    return { pvt: (rowAgo(step.rows, 1).pvt ?? 0) + (moved / (candle.close - moved)) * candle.volume }
  },
}

/** Move of the middle for the volume it took over the range, and its mean. Formula: docs/math/indicators.md. */
const EMV: Indicator = {
  name: 'EMV',
  title: 'Ease of movement',
  isOnPrice: false,
  parameters: [period(14)],
  figures: () => [
    { key: 'emv', title: 'EMV', kind: 'line' },
    { key: 'mean', title: 'Mean', kind: 'line' },
  ],
  step: ({ candles, index, rows, parameters }) => {
    const candle = itemAt(candles, index)
    const before = candles[index - 1]
    if (before === undefined) return {}
    const moved = middle(candle, index) - middle(before, index)
    // A candle that nobody traded in, or that had one price, moves nothing.
    const isStill = candle.volume === 0 || candle.high === candle.low
    const emv = isStill ? 0 : moved / (candle.volume / 1e8 / (candle.high - candle.low))
    return { emv, mean: rowMean(rows, 'emv', numberAt(parameters, 0), emv) }
  },
}

/** Volume of rising candles against that of falling ones, flat ones split, in percent, and its mean. Formula: docs/math/indicators.md. */
const VR: Indicator = {
  name: 'VR',
  title: 'Volume ratio',
  isOnPrice: false,
  parameters: [period(26), period(6, 'Mean')],
  figures: () => [
    { key: 'vr', title: 'VR', kind: 'line' },
    { key: 'mean', title: 'Mean', kind: 'line' },
  ],
  step: ({ candles, index, rows, parameters }) => {
    const [length, smooth] = [itemAt(parameters, 0), itemAt(parameters, 1)]
    const traded = (direction: number) =>
      sum(candles, index, length, (candle, i) =>
        Math.sign(candle.close - (candles[i - 1] ?? candle).close) === direction ? candle.volume : 0,
      )
    const flat = traded(0) / 2
    const vr = ((traded(1) + flat) / (traded(-1) + flat)) * 100
    return { vr, mean: rowMean(rows, 'vr', smooth, vr) }
  },
}

const ON_PRICE = [MA, EMA, BOLL, VWAP, ICHIMOKU, SAR, SMA, BBI, AVP]
const OSCILLATORS = [RSI, MACD, ATR, KDJ, DMI, CCI, WR, ROC, MTM, AO, TRIX, BIAS, DMA, PSY, BRAR, CR]
const ON_VOLUME = [VOL, OBV, PVT, VR, EMV]

/** Every indicator of the chart, by the order of the picker. */
export const INDICATORS: readonly Indicator[] = [...ON_PRICE, ...OSCILLATORS, ...ON_VOLUME]

const byName = new Map(INDICATORS.map((indicator) => [indicator.name, indicator]))

/** The indicator called `name`, or undefined. */
export const findIndicator = (name: string): Indicator | undefined => byName.get(name)

/** The short name of an indicator, as traders know it. */
export const labelOf = ({ name, label }: Pick<Indicator, 'name' | 'label'>): string => label ?? name

/** What the parameter at `place` may be; lines that are added are as the last of the defaults. */
export const parameterAt = ({ parameters }: Indicator, place: number): IndicatorParameter | undefined =>
  parameters[Math.min(place, parameters.length - 1)]

/**
 * `parameters` as `indicator` can use them: what is missing, no number or out of bounds becomes the nearest that is right. None
 * at all are the defaults; where each is a line of its own, there are as many as were given.
 */
export const soundParameters = (indicator: Indicator, parameters: readonly number[]): number[] => {
  const { mostLines, parameters: initials } = indicator
  const count = mostLines === undefined || parameters.length === 0 ? initials.length : Math.min(mostLines, parameters.length)
  return Array.from({ length: count }, (_, i) => soundParameter(parameterAt(indicator, i), parameters[i]))
}

function soundParameter(parameter: IndicatorParameter | undefined, given: number | undefined): number {
  if (parameter === undefined) return 0
  const { initial, min, max, isFraction } = parameter
  const held = Math.min(max, Math.max(min, Number.isFinite(given ?? initial) ? (given ?? initial) : initial))
  return isFraction === true ? held : Math.round(held)
}
