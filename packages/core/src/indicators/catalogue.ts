import { itemAt, numberAt } from '../item-at.ts'
import type { Candle } from '../market/candle.ts'
import type { Indicator, IndicatorParameter, Step } from './indicator.ts'
import { AVP, BBI, BIAS, BOLL, EMA, each, ICHIMOKU, lines, MA, MOST_LINES, period, SAR, SMA, VWAP } from './on-price.ts'
import { AO, ATR, BRAR, CCI, CR, DMA, DMI, KDJ, MACD, MTM, PSY, ROC, RSI, TRIX, WR } from './oscillators.ts'
import { mean, middle, rowAgo, rowMean, sum } from './window.ts'

const volume = (candle: Candle): number => candle.volume

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

const change = ({ candles, index }: Step): number => itemAt(candles, index).close - (candles[index - 1] ?? itemAt(candles, index)).close

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
    const isStill = candle.volume === 0 || candle.high === candle.low
    const emv = isStill ? 0 : moved / (candle.volume / 1e8 / (candle.high - candle.low))
    return { emv, mean: rowMean(rows, 'emv', numberAt(parameters, 0), emv) }
  },
}

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

/** Every chart indicator, in picker order. */
export const INDICATORS: readonly Indicator[] = [...ON_PRICE, ...OSCILLATORS, ...ON_VOLUME]

const byName = new Map(INDICATORS.map((indicator) => [indicator.name, indicator]))

/** Finds an indicator by name. */
export const findIndicator = (name: string): Indicator | undefined => byName.get(name)

/** Short name of an indicator as traders know it. */
export const labelOf = ({ name, label }: Pick<Indicator, 'name' | 'label'>): string => label ?? name

/** Bounds of the parameter at `place`; lines added by the user take those of the last default. */
export const parameterAt = ({ parameters }: Indicator, place: number): IndicatorParameter | undefined =>
  parameters[Math.min(place, parameters.length - 1)]

/** Replaces missing, NaN and out-of-range parameters by the nearest valid value; an empty list gives the defaults. */
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
