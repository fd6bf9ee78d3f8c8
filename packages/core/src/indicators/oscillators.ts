import { itemAt, numberAt } from '../item-at.ts'
import type { Candle } from '../market/candle.ts'
import type { Indicator, Step } from './indicator.ts'
import { each, lineEach, lines, MOST_LINES, period } from './on-price.ts'
import { close, ema, highest, lowest, mean, middle, rowAgo, rowMean, sum, trueRange, typical, UNSET, wilder } from './window.ts'

const withMean = (key: string, title: string) => () => [
  { key, title, kind: 'line' as const },
  { key: 'mean', title: 'Mean', kind: 'line' as const },
]

/** Awesome oscillator: short minus long mean of the candle middles, in the quote currency. */
export const AO: Indicator = {
  name: 'AO',
  title: 'Awesome oscillator',
  isOnPrice: false,
  parameters: [period(5, 'Short'), period(34, 'Long')],
  figures: () => [{ key: 'ao', title: 'AO', kind: 'bar' }],
  step: ({ candles, index, parameters: [short = UNSET, long = UNSET] }) => ({
    ao: mean(candles, index, short, middle) - mean(candles, index, long, middle),
  }),
}

/** Range above and below the previous close (BR) and the open (AR), as ratios in percent. */
export const BRAR: Indicator = {
  name: 'BRAR',
  title: 'Emotion index',
  isOnPrice: false,
  parameters: [period(26)],
  figures: lines('br', 'ar'),
  step: ({ candles, index, parameters: [length = UNSET] }) => {
    const before = (i: number): number => candles[i - 1]?.close ?? Number.NaN
    const total = (pick: (candle: Candle, i: number) => number) => sum(candles, index, length, pick)
    const ar = (total((c) => c.high - c.open) / total((c) => c.open - c.low)) * 100
    const br = (total((c, i) => Math.max(0, c.high - before(i))) / total((c, i) => Math.max(0, before(i) - c.low))) * 100
    return { br, ar }
  },
}

/** Distance of the typical price from its mean, in units of 0.015 mean deviations. */
export const CCI: Indicator = {
  name: 'CCI',
  title: 'Commodity channel index',
  isOnPrice: false,
  parameters: [period(20)],
  levels: [-100, 100],
  figures: lines('cci'),
  step: ({ candles, index, parameters: [length = UNSET] }) => {
    const centre = mean(candles, index, length, typical)
    const deviation = mean(candles, index, length, (candle, i) => Math.abs(typical(candle, i) - centre))
    return { cci: (typical(itemAt(candles, index), index) - centre) / (0.015 * deviation) }
  },
}

/** Range above and below the previous candle's middle, as a ratio in percent, and its means. */
export const CR: Indicator = {
  name: 'CR',
  title: 'Energy index',
  isOnPrice: false,
  parameters: [period(26), ...[10, 20, 40, 60].map((value, i) => period(value, `Mean ${i + 1}`))],
  figures: (parameters) => [
    { key: 'cr', title: 'CR', kind: 'line' },
    ...parameters.slice(1).map((length, i) => ({ key: `ma${i + 1}`, title: `MA${length}`, kind: 'line' as const })),
  ],
  step: ({ candles, index, rows, parameters: [length = UNSET, ...means] }) => {
    const before = (i: number): number => (i === 0 ? Number.NaN : middle(itemAt(candles, i - 1), i))
    const above = sum(candles, index, length, (candle, i) => Math.max(0, candle.high - before(i)))
    const below = sum(candles, index, length, (candle, i) => Math.max(0, before(i) - candle.low))
    const cr = (above / below) * 100
    return { cr, ...each('ma', means, (count) => rowMean(rows, 'cr', count, cr)) }
  },
}

/** Short minus long mean of the closes, in the quote currency, and its mean. */
export const DMA: Indicator = {
  name: 'DMA',
  title: 'Difference of moving averages',
  isOnPrice: false,
  parameters: [period(10, 'Short'), period(50, 'Long'), period(10, 'Mean')],
  figures: withMean('dma', 'DMA'),
  step: ({ candles, index, rows, parameters: [short = UNSET, long = UNSET, smooth = UNSET] }) => {
    const dma = mean(candles, index, short, close) - mean(candles, index, long, close)
    return { dma, mean: rowMean(rows, 'dma', smooth, dma) }
  },
}

/** Change of the close over n candles, in the quote currency, and its mean. */
export const MTM: Indicator = {
  name: 'MTM',
  title: 'Momentum',
  isOnPrice: false,
  parameters: [period(10), period(6, 'Mean')],
  figures: withMean('mtm', 'MTM'),
  step: ({ candles, index, rows, parameters: [length = UNSET, smooth = UNSET] }) => {
    const mtm = itemAt(candles, index).close - (candles[index - length]?.close ?? Number.NaN)
    return { mtm, mean: rowMean(rows, 'mtm', smooth, mtm) }
  },
}

/** Change of the close over n candles, in percent, and its mean. */
export const ROC: Indicator = {
  name: 'ROC',
  title: 'Rate of change, percent',
  isOnPrice: false,
  parameters: [period(9), period(6, 'Mean')],
  figures: withMean('roc', 'ROC'),
  step: ({ candles, index, rows, parameters: [length = UNSET, smooth = UNSET] }) => {
    const roc = (itemAt(candles, index).close / (candles[index - length]?.close ?? Number.NaN) - 1) * 100
    return { roc, mean: rowMean(rows, 'roc', smooth, roc) }
  },
}

/** Share of the last n candles that closed above the previous one, in percent, and its mean. */
export const PSY: Indicator = {
  name: 'PSY',
  title: 'Psychological line',
  isOnPrice: false,
  parameters: [period(12), period(6, 'Mean')],
  figures: withMean('psy', 'PSY'),
  step: ({ candles, index, rows, parameters: [length = UNSET, smooth = UNSET] }) => {
    if (index < length) return {}
    const psy = mean(candles, index, length, (candle, i) => (candle.close > itemAt(candles, i - 1).close ? 100 : 0))
    return { psy, mean: rowMean(rows, 'psy', smooth, psy) }
  },
}

/** Williams %R: position of the close in the n-candle range, 0 at the top, -100 at the bottom. */
export const WR: Indicator = {
  name: 'WR',
  label: '%R',
  title: 'Williams %R',
  isOnPrice: false,
  parameters: [period(14)],
  mostLines: MOST_LINES,
  levels: [-80, -20],
  figures: lineEach('WR', '%R'),
  step: ({ candles, index, parameters }) =>
    each('wr', parameters, (length) => {
      const top = highest(candles, index, length)
      return ((itemAt(candles, index).close - top) / (top - lowest(candles, index, length))) * 100
    }),
}

/** Smoothed position of the close in the n-candle range (K, D: 0 to 100) and J = 3 K - 2 D. */
export const KDJ: Indicator = {
  name: 'KDJ',
  title: 'Stochastic oscillator (KDJ)',
  isOnPrice: false,
  parameters: [period(9), period(3, 'K smoothing'), period(3, 'D smoothing')],
  levels: [20, 80],
  figures: lines('k', 'd', 'j'),
  step: ({ candles, index, rows, parameters: [length = UNSET, smoothK = UNSET, smoothD = UNSET] }) => {
    const bottom = lowest(candles, index, length)
    const range = highest(candles, index, length) - bottom
    const raw = range === 0 ? 50 : ((itemAt(candles, index).close - bottom) / range) * 100
    const before = rowAgo(rows, 1)
    const k = ((smoothK - 1) * (before.k ?? 50) + raw) / smoothK
    const d = ((smoothD - 1) * (before.d ?? 50) + k) / smoothD
    return { k, d, j: 3 * k - 2 * d }
  },
}

/** Short minus long exponential mean of the closes, its signal, and their difference, in the quote currency. */
export const MACD: Indicator = {
  name: 'MACD',
  title: 'Moving average convergence divergence',
  isOnPrice: false,
  parameters: [period(12, 'Short'), period(26, 'Long'), period(9, 'Signal')],
  figures: () => [
    { key: 'macd', title: 'MACD', kind: 'line' },
    { key: 'signal', title: 'Signal', kind: 'line' },
    { key: 'histogram', title: 'Histogram', kind: 'bar' },
  ],
  step: ({ candles, index, rows, parameters: [short = UNSET, long = UNSET, smooth = UNSET] }) => {
    const before = rowAgo(rows, 1)
    const price = itemAt(candles, index).close
    const fast = ema(before.fast, price, short, () => mean(candles, index, short, close))
    const slow = ema(before.slow, price, long, () => mean(candles, index, long, close))
    const macd = fast - slow
    const signal = ema(before.signal, macd, smooth, () => rowMean(rows, 'macd', smooth, macd))
    return { macd, signal, histogram: macd - signal, fast, slow }
  },
}

/** Wilder's relative strength index, 0 to 100; unknown when nothing moved. */
export const RSI: Indicator = {
  name: 'RSI',
  title: 'Relative strength index',
  isOnPrice: false,
  parameters: [period(14)],
  mostLines: MOST_LINES,
  levels: [30, 70],
  figures: lineEach('RSI'),
  step: (step) => {
    const row: { [key: string]: number } = {}
    for (let i = 0; i < step.parameters.length; i++) addStrength(step, numberAt(step.parameters, i), i, row)
    return row
  },
}

const RSI_KEYS = [1, 2, 3].map((place) => ({ rsi: `rsi${place}`, up: `up${place}`, down: `down${place}` }))

function addStrength({ candles, index, rows }: Step, length: number, place: number, row: { [key: string]: number }): void {
  const keys = itemAt(RSI_KEYS, place)
  const before = rows[index - 1]
  const moved = itemAt(candles, index).close - (candles[index - 1]?.close ?? Number.NaN)
  const gain = wilder(before?.[keys.up], Math.max(0, moved), length, () => mean(candles, index, length, gained(candles, 1)))
  const loss = wilder(before?.[keys.down], Math.max(0, -moved), length, () => mean(candles, index, length, gained(candles, -1)))
  row[keys.rsi] = (100 * gain) / (gain + loss)
  row[keys.up] = gain
  row[keys.down] = loss
}

const gained =
  (candles: readonly Candle[], sign: 1 | -1) =>
  (candle: Candle, i: number): number =>
    Math.max(0, sign * (candle.close - (candles[i - 1]?.close ?? Number.NaN)))

/** Percent change per candle of a triple exponential mean of the closes, and its mean. */
export const TRIX: Indicator = {
  name: 'TRIX',
  title: 'Triple exponential average, percent',
  isOnPrice: false,
  parameters: [period(12), period(9, 'Mean')],
  figures: withMean('trix', 'TRIX'),
  step: ({ candles, index, rows, parameters: [length = UNSET, smooth = UNSET] }) => {
    const before = rowAgo(rows, 1)
    const once = ema(before.once, itemAt(candles, index).close, length, () => mean(candles, index, length, close))
    const twice = ema(before.twice, once, length, () => rowMean(rows, 'once', length, once))
    const thrice = ema(before.thrice, twice, length, () => rowMean(rows, 'twice', length, twice))
    const trix = (thrice / (before.thrice ?? Number.NaN) - 1) * 100
    return { trix, mean: rowMean(rows, 'trix', smooth, trix), once, twice, thrice }
  },
}

/** Wilder's mean true range, in the quote currency. */
export const ATR: Indicator = {
  name: 'ATR',
  title: 'Average true range',
  isOnPrice: false,
  parameters: [period(14)],
  figures: lines('atr'),
  step: ({ candles, index, rows, parameters: [length = UNSET] }) => ({
    atr: wilder(rowAgo(rows, 1).atr, trueRange(candles, index), length, () =>
      mean(candles, index, length, (_, i) => trueRange(candles, i)),
    ),
  }),
}

/** Wilder's directional indicators and trend strength (ADX, ADXR), 0 to 100. */
export const DMI: Indicator = {
  name: 'DMI',
  title: 'Directional movement index',
  isOnPrice: false,
  parameters: [period(14), period(14, 'ADXR')],
  figures: lines('pdi', 'mdi', 'adx', 'adxr'),
  step: ({ candles, index, rows, parameters: [length = UNSET, back = UNSET] }) => {
    const before = rowAgo(rows, 1)
    const smoothed = (key: string, value: (i: number) => number) =>
      wilder(before[key], value(index), length, () => mean(candles, index, length, (_, i) => value(i)))
    const range = smoothed('range', (i) => (i === 0 ? Number.NaN : trueRange(candles, i)))
    const plus = smoothed('plus', (i) => directional(candles, i, 1))
    const minus = smoothed('minus', (i) => directional(candles, i, -1))
    const pdi = (100 * plus) / range
    const mdi = (100 * minus) / range
    const dx = plus + minus === 0 ? 0 : (100 * Math.abs(pdi - mdi)) / (pdi + mdi)
    const adx = wilder(before.adx, dx, length, () => rowMean(rows, 'dx', length, dx))
    return { pdi, mdi, adx, adxr: (adx + (rowAgo(rows, back).adx ?? Number.NaN)) / 2, dx, range, plus, minus }
  },
}

function directional(candles: readonly Candle[], index: number, sign: 1 | -1): number {
  const before = candles[index - 1]
  if (before === undefined) return Number.NaN
  const up = itemAt(candles, index).high - before.high
  const down = before.low - itemAt(candles, index).low
  const own = sign === 1 ? up : down
  return own > 0 && own > (sign === 1 ? down : up) ? own : 0
}
