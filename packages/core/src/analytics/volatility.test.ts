import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { defined } from '../defined.ts'
import { itemAt } from '../item-at.ts'
import {
  annualised,
  closeToClose,
  ewma,
  ewmaStep,
  garmanKlass,
  HOURS_A_YEAR,
  knownValues,
  logReturns,
  parkinson,
  percentileRank,
  quantileOf,
  RISK_METRICS_DECAY,
  regimeOf,
  regimePeriods,
  regimeThresholds,
  rollingVariance,
  yangZhang,
} from './volatility.ts'

/** Hull, Options, Futures, and Other Derivatives, example 15.4 (table 15.1), 21 closes; source: docs/math/volatility.md. */
const HULL = [20, 20.1, 19.9, 20, 20.5, 20.25, 20.9, 20.9, 20.9, 20.75, 20.75, 21, 21.1, 20.9, 20.9, 21.25, 21.4, 21.4, 21.25, 21.75, 22]
const candles = (closes: readonly number[]) => closes.map((close, i) => ({ time: i * 3600, close }))
const returnsOf = (closes: readonly number[]) => logReturns(candles(closes), { from: 3600, step: 3600, length: closes.length - 1 })

/** Variances computed from the published formulas with 50 decimal digits (docs/math/volatility.md). */
const OHLC = [
  [100, 103, 99, 102],
  [102.5, 104, 101, 101.5],
  [101, 101.5, 97, 98],
  [98.5, 100, 98, 99.5],
  [99, 105, 98.5, 104],
].map(([open, high, low, close]) => ({ open: defined(open), high: defined(high), low: defined(low), close: defined(close) }))

describe('estimators', () => {
  it('match Hull: sum 0.09531, squares 0.00326, 0.01216 a day, 19.3 % a year', () => {
    const returns = returnsOf(HULL)
    expect(returns.reduce((sum, value) => sum + value, 0).toFixed(5)).toBe('0.09531')
    expect(returns.reduce((sum, value) => sum + value ** 2, 0).toFixed(5)).toBe('0.00326')
    const variance = defined(closeToClose(returns))
    expect(Math.sqrt(variance).toFixed(5)).toBe('0.01216')
    expect(annualised(variance, 252).toFixed(3)).toBe('0.193')
  })

  it('match Hull for the exponential mean: 1 % a day, a move of 2 %, weight 0.9: 1.14 %', () => {
    const next = ewmaStep({ before: 0.01 ** 2, change: 0.02, decay: 0.9 })
    expect(next).toBeCloseTo(0.000_13, 15)
    expect((100 * Math.sqrt(next)).toFixed(2)).toBe('1.14')
  })

  it('match the published formulas to 12 digits', () => {
    const precise = (value: number | undefined) => Number(value?.toPrecision(12))
    const returns = OHLC.slice(1).map(({ close }, i) => Math.log(close / itemAt(OHLC, i).close))
    expect(precise(closeToClose(returns))).toBe(0.001_116_201_575_52)
    expect(precise(parkinson(OHLC))).toBe(0.000_647_330_712_69)
    expect(precise(garmanKlass(OHLC))).toBe(0.000_593_984_773)
    expect(precise(yangZhang(OHLC))).toBe(0.000_607_521_365_285)
    expect(precise(ewma(returns, RISK_METRICS_DECAY))).toBe(0.000_898_039_001_07)
  })

  it('match a manual calculation: one range of e is 1 / (4 ln 2), and with equal open and close 1/2', () => {
    const candle = { open: 1, high: Math.E, low: 1, close: 1 }
    expect(parkinson([candle])).toBeCloseTo(1 / (4 * Math.LN2), 14)
    expect(garmanKlass([candle])).toBeCloseTo(0.5, 14)
  })

  it('return nothing for too few values', () => {
    expect([closeToClose([0.1]), parkinson([]), garmanKlass([]), yangZhang(OHLC.slice(0, 2)), ewma([Number.NaN], 0.94)]).toEqual(
      Array.from({ length: 5 }, () => undefined),
    )
  })

  it('agree on a random walk without drift or jumps, with the range estimators slightly low', () => {
    const walk = steadyWalk(4_000)
    const truth = 60 * 0.001 ** 2
    const returns = walk.slice(1).map(({ close }, i) => Math.log(close / itemAt(walk, i).close))
    expect(Math.abs(defined(closeToClose(returns)) / truth - 1)).toBeLessThan(0.1)
    // Sixty steps miss some extremes, so the range estimators are biased low, as their papers state.
    for (const variance of [parkinson(walk), garmanKlass(walk), yangZhang(walk)])
      expect(Math.abs(defined(variance) / truth - 0.85)).toBeLessThan(0.1)
  })

  it('weight recent values more in the exponential mean: an old shock counts less than a new one', () => {
    const calm = Array.from({ length: 50 }, () => 0.001)
    expect(defined(ewma([0.1, ...calm], 0.94))).toBeLessThan(defined(ewma([...calm, 0.1], 0.94)))
  })
})

describe('returns', () => {
  it('never span a gap', () => {
    const returns = logReturns([...candles([1, 2]), { time: 3 * 3600, close: 4 }, { time: 4 * 3600, close: 8 }], {
      from: 3600,
      step: 3600,
      length: 4,
    })
    expect([...returns]).toEqual([Math.log(2), Number.NaN, Number.NaN, Math.log(2)])
    expect(knownValues(returns)).toHaveLength(2)
  })

  it('have the same rolling variance as the plain formula', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: -0.2, max: 0.2, noNaN: true }), { minLength: 5, maxLength: 80 }), (values) => {
        const rolling = rollingVariance(Float64Array.from(values), 5)
        expect(rolling.slice(0, 4).every(Number.isNaN)).toBe(true)
        for (let end = 5; end <= values.length; end += 1)
          expect(rolling[end - 1]).toBeCloseTo(defined(closeToClose(values.slice(end - 5, end))), 12)
      }),
    )
  })

  it('have no rolling variance when more than a twentieth is missing', () => {
    const holes = (count: number) => Float64Array.from({ length: 100 }, (_, i) => (i < count ? Number.NaN : Math.sin(i)))
    expect(rollingVariance(holes(5), 100)[99]).toBeGreaterThan(0)
    expect(rollingVariance(holes(6), 100)[99]).toBeNaN()
  })
})

describe('regimes', () => {
  it("use quantiles of R's type 7", () =>
    expect([0, 0.25, 0.5, 1].map((level) => quantileOf([1, 2, 3, 4], level))).toEqual([1, 1.75, 2.5, 4]))

  it('rank a value with half of its ties', () => {
    expect(percentileRank([1, 2, 2, 3], 2)).toBe(0.5)
    expect(percentileRank([1, 2, 3, 4], 9)).toBe(1)
    expect(percentileRank([], 1)).toBeNaN()
  })

  it('split a hundred evenly spaced values into 25 calm, 50 normal, 20 high and 5 extreme', () => {
    const values = Float64Array.from({ length: 100 }, (_, i) => i)
    const thresholds = regimeThresholds(values)
    const regimes = Array.from(values, (value) => regimeOf(value, thresholds))
    const counts = [0, 1, 2, 3].map((regime) => regimes.filter((each) => each === regime).length)
    expect(counts).toEqual([25, 50, 20, 5])
  })

  it('form periods, which are complete when both ends were observed', () => {
    const spells = regimePeriods(Float64Array.of(0, 0, 5, 5, 5, 0, Number.NaN, 9), [4, 6, 8])
    expect(spells).toEqual([
      { regime: 0, from: 0, until: 2, isWhole: false },
      { regime: 1, from: 2, until: 5, isWhole: true },
      { regime: 0, from: 5, until: 6, isWhole: false },
      { regime: 3, from: 7, until: 8, isWhole: false },
    ])
  })

  it('cover each known hour once', () => {
    fc.assert(
      fc.property(fc.array(fc.option(fc.double({ min: 0, max: 10, noNaN: true }), { nil: Number.NaN })), (values) => {
        const spells = regimePeriods(Float64Array.from(values), [2, 5, 8])
        expect(spells.reduce((sum, { from, until }) => sum + until - from, 0)).toBe(values.filter(Number.isFinite).length)
      }),
    )
  })

  it('count every hour of the year, day and night', () => expect(HOURS_A_YEAR).toBe(365 * 24))
})

function steadyWalk(count: number) {
  let seed = 1
  const isUp = () => {
    seed = (seed + 0x6d2b79f5) | 0
    let bits = Math.imul(seed ^ (seed >>> 15), 1 | seed)
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits
    return ((bits ^ (bits >>> 14)) >>> 0) % 2 === 1
  }
  let price = 100
  return Array.from({ length: count }, () => {
    const open = price
    let [high, low] = [price, price]
    for (let step = 0; step < 60; step += 1) {
      price *= Math.exp(isUp() ? 0.001 : -0.001)
      high = Math.max(high, price)
      low = Math.min(low, price)
    }
    return { open, high, low, close: price }
  })
}
