import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { defined } from '../defined.ts'
import { itemAt } from '../item-at.ts'
import type { Candle } from '../market/candle.ts'
import { findIndicator, INDICATORS, soundParameters } from './catalogue.ts'
import { type Row, updateRows } from './indicator.ts'

type Numbers = readonly [time: number, open: number, high: number, low: number, close: number, volume?: number]
const candle = (...[time, open, high, low, close, volume = 1]: Numbers): Candle => ({ time, open, high, low, close, volume })
const fromCloses = (...closes: number[]): Candle[] => closes.map((close, i) => candle(i * 3600, close, close, close, close))
const fromRanges = (...ranges: ReadonlyArray<readonly [high: number, low: number, close: number]>): Candle[] =>
  ranges.map(([high, low, close], i) => candle(i * 3600, close, high, low, close))

function rowsOf(name: string, candles: readonly Candle[], ...parameters: number[]): Row[] {
  const indicator = defined(findIndicator(name))
  return updateRows(indicator, { candles, parameters: soundParameters(indicator, parameters) }, [], 0)
}
const column = (rows: readonly Row[], key: string, digits = 4) =>
  rows.map((row) => (row[key] === undefined ? undefined : Number(row[key].toFixed(digits))))
const last = (rows: readonly Row[], key: string, digits = 4) => column(rows, key, digits).at(-1)

describe('published examples', () => {
  // StockCharts ChartSchool, "Moving averages", the 10-day example on Intel: 22.27 … 23.36.
  const INTC = [22.27, 22.19, 22.08, 22.17, 22.18, 22.13, 22.23, 22.43, 22.24, 22.29, 22.15, 22.39, 22.38, 22.61, 23.36]

  it('matches ChartSchool for the moving average', () => {
    expect(column(rowsOf('MA', fromCloses(...INTC), 10), 'ma1', 2).slice(8)).toEqual([undefined, 22.22, 22.21, 22.23, 22.26, 22.3, 22.42])
  })
  it('matches ChartSchool for the exponential moving average', () => {
    expect(column(rowsOf('EMA', fromCloses(...INTC), 10), 'ema1', 2).slice(8)).toEqual([
      undefined,
      22.22,
      22.21,
      22.24,
      22.27,
      22.33,
      22.52,
    ])
  })
  it('matches ChartSchool for the RSI', () => {
    // ChartSchool, "Relative Strength Index", QQQQ: the first three values are 70.53, 66.32, 66.55.
    const closes = [
      44.3389, 44.0902, 44.1497, 43.6124, 44.3278, 44.8264, 45.0955, 45.4245, 45.8433, 46.0826, 45.8931, 46.0328, 45.614, 46.282, 46.282,
      46.0028, 46.0328,
    ]
    expect(column(rowsOf('RSI', fromCloses(...closes), 14), 'rsi1', 2).slice(13)).toEqual([undefined, 70.53, 66.32, 66.55])
  })
  it('matches ChartSchool for the ATR', () => {
    // ChartSchool, "Average True Range", QQQQ: 14 days of true ranges with mean 0.56, then 0.59.
    const ranges = [
      [48.7, 47.79, 48.16],
      [48.72, 48.14, 48.61],
      [48.9, 48.39, 48.75],
      [48.87, 48.37, 48.63],
      [48.82, 48.24, 48.74],
      [49.05, 48.64, 49.03],
      [49.2, 48.94, 49.07],
      [49.35, 48.86, 49.32],
      [49.92, 49.5, 49.91],
      [50.19, 49.87, 50.13],
      [50.12, 49.2, 49.53],
      [49.66, 48.9, 49.5],
      [49.88, 49.43, 49.75],
      [50.19, 49.73, 50.03],
      [50.36, 49.26, 50.31],
    ] as const
    expect(column(rowsOf('ATR', fromRanges(...ranges)), 'atr', 2).slice(12)).toEqual([undefined, 0.55, 0.59])
  })
})

describe('manually calculated values', () => {
  const rising = fromCloses(1, 2, 3, 4, 5, 6)

  it('places Bollinger bands two population deviations around the mean', () => {
    // 2, 4, 4, 4, 5, 5, 7, 9: mean 5, population deviation 2.
    const rows = rowsOf('BOLL', fromCloses(2, 4, 4, 4, 5, 5, 7, 9), 8, 2)
    expect([last(rows, 'up'), last(rows, 'mid'), last(rows, 'dn')]).toEqual([9, 5, 1])
  })
  it('weights the price of the UTC day by volume for the VWAP, and restarts at midnight', () => {
    const day = 86_400
    const candles = [candle(day - 3600, 9, 9, 9, 9, 5), candle(day, 12, 12, 6, 9, 1), candle(day + 3600, 12, 15, 9, 12, 3)]
    // 9; then (12 + 6 + 9) / 3 = 9; then (9 · 1 + 12 · 3) / 4.
    expect(column(rowsOf('VWAP', candles), 'vwap')).toEqual([9, 9, 11.25])
    expect(last(rowsOf('AVP', candles), 'avp')).toBe(10)
  })
  it('uses range midpoints for Ichimoku', () => {
    const candles = fromRanges([10, 8, 9], [12, 9, 11], [11, 7, 8], [14, 10, 13])
    const rows = rowsOf('ICHIMOKU', candles, 1, 2, 4, 2)
    expect(rows[1]).toEqual({ conversion: 10.5, base: 10, spanA: 10.25, lagging: 11 })
    expect(rows[3]).toEqual({ conversion: 12, base: 10.5, spanA: 11.25, spanB: 10.5, lagging: 13 })
  })
  it('applies the weight of the smoothed moving average', () => {
    expect(column(rowsOf('SMA', rising, 3, 2), 'sma').slice(2)).toEqual([2, 3.3333, 4.4444, 5.4815])
  })
  it('averages four moving averages for the BBI', () => expect(last(rowsOf('BBI', rising, 1, 2, 3, 4), 'bbi')).toBe(5.25))
  it('expresses BIAS as a percentage deviation from the moving average', () =>
    expect(last(rowsOf('BIAS', rising, 3, 3, 3), 'bias1')).toBe(20))
  it('reverses the parabolic SAR when the price crosses it', () => {
    const rows = rowsOf('SAR', fromRanges([10, 9, 9.5], [11, 10, 10.5], [12, 11, 11.5], [11, 8, 8.5]), 0.02, 0.02, 0.2)
    // Starts at 9, the previous low; 9 + 0.02 · (11 - 9) is capped at 9; 9 + 0.04 · (12 - 9) = 9.12 is capped at 10; price crosses: 12.
    expect(column(rows, 'sar')).toEqual([undefined, 9, 9, 12])
    expect(column(rows, 'trend')).toEqual([undefined, 1, 1, -1])
  })
  it('reverses the parabolic SAR at the extreme of the reversing candle, if that is further out', () => {
    const risen = [10, 11, 12, 13].map((high) => [high, high - 1, high - 0.5] as const)
    expect(last(rowsOf('SAR', fromRanges(...risen, [14, 9, 9.5]), 0.02, 0.02, 0.2), 'sar')).toBe(14)
    const fallen = [10, 9, 8, 7].map((low) => [low + 1, low, low + 0.5] as const)
    expect(last(rowsOf('SAR', fromRanges(...fallen, [11, 6, 10.5]), 0.02, 0.02, 0.2), 'sar')).toBe(6)
  })
  it('subtracts long from short averages for AO and DMA', () => {
    expect(last(rowsOf('AO', rising, 2, 4), 'ao')).toBe(1)
    expect(rowsOf('DMA', rising, 2, 4, 2).at(-1)).toEqual({ dma: 1, mean: 1 })
  })
  it('converges and diverges by exponential averages for the MACD', () => {
    // On a straight line each average lags by (length - 1) / 2: 5.5 for 12, 12.5 for 26.
    const line = fromCloses(...Array.from({ length: 60 }, (_, i) => 100 + i))
    const rows = rowsOf('MACD', line)
    expect([last(rows, 'macd'), last(rows, 'signal'), last(rows, 'histogram')]).toEqual([7, 7, 0])
    expect(column(rows, 'macd').findIndex((value) => value !== undefined)).toBe(25)
    expect(column(rows, 'signal').findIndex((value) => value !== undefined)).toBe(33)
  })
  it('compares with the price a number of candles ago for MTM and ROC', () => {
    expect(rowsOf('MTM', rising, 3, 2).at(-1)).toEqual({ mtm: 3, mean: 3 })
    expect(last(rowsOf('ROC', rising, 3, 2), 'roc')).toBe(100)
    expect(last(rowsOf('ROC', rising, 3, 2), 'mean')).toBe(125)
  })
  it('counts rising candles for PSY', () => expect(last(rowsOf('PSY', fromCloses(1, 2, 1, 2, 3), 4, 1), 'psy')).toBe(75))
  it('locates the close within the range of the last candles for WR and KDJ', () => {
    const candles = fromRanges([10, 5, 6], [12, 6, 9])
    expect(last(rowsOf('WR', candles, 2, 2, 2), 'wr1')).toBe(-42.8571)
    // Raw 4/7 · 100; K = (2 · 50 + raw) / 3; D = (2 · 50 + K) / 3; J = 3 K - 2 D.
    const kdj = rowsOf('KDJ', candles, 2, 3, 3)
    expect([last(kdj, 'k'), last(kdj, 'd'), last(kdj, 'j')]).toEqual([52.381, 50.7937, 55.5556])
  })
  it('compares the typical price with its mean deviation for the CCI', () => {
    // 1, 2, 3: mean 2, mean deviation 2/3, so (3 - 2) / (0.015 · 2/3).
    expect(last(rowsOf('CCI', fromCloses(1, 2, 3), 3), 'cci')).toBe(100)
  })
  it('sums AR, BR and CR over the candles', () => {
    const candles = [candle(0, 10, 12, 9, 11), candle(3600, 11, 14, 10, 13), candle(7200, 13, 15, 11, 12)]
    // AR: (3 + 2) / (1 + 2); BR from previous closes: (3 + 2) / (1 + 2); CR from midpoints 10.5 and 12: (3.5 + 3) / (0.5 + 1).
    const brar = rowsOf('BRAR', candles, 2)
    expect([last(brar, 'ar'), last(brar, 'br')]).toEqual([166.6667, 166.6667])
    expect(last(rowsOf('CR', candles, 2, 1, 1, 1, 1), 'cr')).toBe(433.3333)
  })
  it('has a first TRIX average once three are full, and its change one candle later', () => {
    const rows = rowsOf('TRIX', fromCloses(...Array.from({ length: 12 }, (_, i) => 100 + i)), 3, 2)
    // On a straight line the triple average lags by 3: 108 after 107 at the last candle.
    expect(column(rows, 'trix').findIndex((value) => value !== undefined)).toBe(7)
    expect(last(rows, 'trix')).toBe(Number(((108 / 107 - 1) * 100).toFixed(4)))
  })
  it('yields only plus and no minus movement for a steady rise in the DMI', () => {
    const rows = rowsOf('DMI', fromRanges([2, 1, 1.5], [3, 2, 2.5], [4, 3, 3.5], [5, 4, 4.5], [6, 5, 5.5], [7, 6, 6.5]), 2, 2)
    // Each true range is 1.5 (high minus previous close), each plus movement 1.
    expect([last(rows, 'pdi'), last(rows, 'mdi'), last(rows, 'adx'), last(rows, 'adxr')]).toEqual([66.6667, 0, 100, 100])
  })
  it('counts volume by the direction of the price for OBV, PVT and VR', () => {
    const candles = [candle(0, 10, 10, 10, 10, 5), candle(1, 10, 11, 10, 11, 7), candle(2, 11, 11, 9, 9, 4), candle(3, 9, 9, 9, 9, 8)]
    expect(column(rowsOf('OBV', candles, 2), 'obv')).toEqual([0, 7, 3, 3])
    expect(column(rowsOf('OBV', candles, 2), 'mean')).toEqual([undefined, 3.5, 5, 3])
    expect(column(rowsOf('PVT', candles), 'pvt')).toEqual([0, 0.7, -0.0273, -0.0273])
    // Up 7, down 4, flat 8: (7 + 4) / (4 + 4).
    expect(last(rowsOf('VR', candles, 3, 1), 'vr')).toBe(137.5)
    expect(last(rowsOf('VOL', candles, 2), 'ma1')).toBe(6)
  })
  it('rises for EMV when little volume moves the price a lot', () => {
    const candles = fromRanges([10, 8, 9], [12, 10, 11]).map((each) => ({ ...each, volume: 1e8 }))
    // The midpoint moves by 2; a volume of 1 over a range of 2 is 0.5.
    expect(last(rowsOf('EMV', candles, 1), 'emv')).toBe(4)
  })
})

describe('indicators on any candles', () => {
  const candlesFrom = (steps: readonly number[]): Candle[] => {
    let price = 100
    return steps.map((step, i) => {
      const open = price
      price = Math.max(1, price + step)
      return candle(i * 3600, open, Math.max(open, price) + 1, Math.min(open, price) - 0.5, price, (i % 5) * 10)
    })
  }
  const steps = fc.array(fc.integer({ min: -9, max: 9 }), { minLength: 1, maxLength: 120 })

  it.each(INDICATORS.map(({ name }) => name))(
    '%s has the same values whether computed at once or tick by tick, and only finite ones',
    (name) =>
      fc.assert(
        fc.property(steps, (moves) => {
          const indicator = defined(findIndicator(name))
          const all = candlesFrom(moves)
          const parameters = soundParameters(
            indicator,
            indicator.parameters.map(({ initial, isFraction }) => (isFraction ? initial : Math.ceil(initial / 4))),
          )
          const rows: Row[] = []
          const candles: Candle[] = []
          for (const whole of all) {
            candles.push({ ...whole, close: whole.open, high: whole.open, low: whole.open, volume: 0 })
            updateRows(indicator, { candles, parameters }, rows, candles.length - 1)
            candles[candles.length - 1] = whole
            updateRows(indicator, { candles, parameters }, rows, candles.length - 1)
          }
          expect(rows).toEqual(updateRows(indicator, { candles: all, parameters }, [], 0))
          for (const row of rows) for (const value of Object.values(row)) expect(Number.isFinite(value)).toBe(true)
        }),
        { numRuns: 20 },
      ),
  )
  it.each(INDICATORS)('$name draws only what it computes', (indicator) => {
    const candles = candlesFrom(Array.from({ length: 400 }, (_, i) => ((i * 7) % 13) - 6))
    const parameters = soundParameters(indicator, [])
    const row = itemAt(updateRows(indicator, { candles, parameters }, [], 0), -1)
    expect(indicator.figures(parameters).filter(({ key }) => row[key] === undefined)).toEqual([])
  })
  it('include 30 with unique names', () => expect(new Set(INDICATORS.map(({ name }) => name)).size).toBe(30))
  it('keep their parameters valid', () => expect(soundParameters(defined(findIndicator('BOLL')), [0.4, Number.NaN])).toEqual([1, 2]))
})

describe('parameters', () => {
  const sound = (name: string, ...parameters: number[]) => soundParameters(findIndicator(name)!, parameters)

  it('default to common values: RSI 14, one moving average of 20, MACD 12 26 9', () =>
    expect([sound('RSI'), sound('MA'), sound('EMA'), sound('VOL'), sound('MACD'), sound('BOLL'), sound('WR')]).toEqual([
      [14],
      [20],
      [20],
      [20],
      [12, 26, 9],
      [20, 2],
      [14],
    ]))

  it('keep as many lines as were saved, up to four, and a fixed number for single-line indicators', () => {
    expect([sound('RSI', 6, 12, 24), sound('MA', 5, 10, 30, 60, 90), sound('MACD', 5)]).toEqual([
      [6, 12, 24],
      [5, 10, 30, 60],
      [5, 26, 9],
    ])
    expect(sound('RSI', 6, Number.NaN, 9000)).toEqual([6, 14, 500])
  })
})
