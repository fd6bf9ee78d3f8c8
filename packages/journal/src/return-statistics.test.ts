import { describe, expect, it } from 'vitest'
import {
  cagr,
  calmar,
  deepestDrawdown,
  downsideDeviation,
  maxDrawdown,
  returnStatistics,
  sharpe,
  sortino,
  totalReturn,
  volatility,
} from './return-statistics.ts'

const percent = (values: readonly (number | null)[]) => values.map((value) => (value === null ? null : value / 100))
const known = (values: readonly (number | null)[]) => percent(values).filter((value) => value !== null)

// empyrical-reloaded's test data
const mixed = [null, 1, 10, -4, 2, 3, 2, 1, -10]
const positive = [1, 2, 1, 1, 1, 1, 1, 1, 1]
const negative = [0, -6, -7, -1, -9, -2, -6, -8, -5]

describe('statistics of returns', () => {
  it('matches empyrical for mixed returns at 252 periods a year', () => {
    const report = returnStatistics({ returns: percent(mixed), periodsAYear: 252 })
    expect(report.sharpe.value).toBeCloseTo(1.7238613961706866, 12)
    expect(report.sharpe.n).toBe(8)
    expect(report.volatility.value).toBeCloseTo(0.9136465399704637, 12)
    expect(downsideDeviation(known(mixed)) * Math.sqrt(252)).toBeCloseTo(0.60448325038829653, 12)
    expect(report.sortino.value).toBeCloseTo(2.605531251673693, 12)
    expect(report.max_drawdown.value).toBeCloseTo(-0.1, 12)
    expect(report.total_return.value).toBeCloseTo(0.038931091700480147, 12)
  })

  it('includes the period without a return in the annual rate', () => {
    const rate = cagr({ returns: percent(mixed), periodsAYear: 252 })
    expect(rate.value).toBeCloseTo(1.9135925373194231, 12)
    expect(rate.n).toBe(9)
    expect((rate.value ?? 0) / -deepestDrawdown(percent(mixed)).depth).toBeCloseTo(19.135925373194233, 10)
  })

  it('defaults to 365 days a year', () => {
    expect(sharpe(known(mixed), 365).value).toBeCloseTo(2.0746675114, 9)
    expect(sortino(known(mixed), 365).value).toBeCloseTo(3.1357573468, 9)
  })

  it('matches empyrical for rising and falling returns', () => {
    expect(sharpe(known(positive), 252).value).toBeCloseTo(52.915026221291804, 10)
    expect(sharpe(known(negative), 252).value).toBeCloseTo(-24.406808633910085, 10)
    expect(sortino(known(negative), 252).value).toBeCloseTo(-13.532743075043401, 10)
    expect(maxDrawdown({ returns: percent(negative), periodsAYear: 252 }).value).toBeCloseTo(-0.3659073, 8)
  })

  it("matches Red Rock's target downside deviation and Sortino ratio", () => {
    const yearly = known([17, 15, 23, -5, 12, 9, 13, -4])
    expect(downsideDeviation(yearly) * 100).toBeCloseTo(2.2638, 4)
    expect(sortino(yearly, 1).value).toBeCloseTo(4.4173, 4)
  })

  it("matches freqtrade's growth rates", () => {
    expect(cagr({ returns: [176_000 / 64_900 - 1, 0, 0], periodsAYear: 1 }).value).toBeCloseTo(0.3945, 4)
    expect(cagr({ returns: [0.5, ...Array.from({ length: 99 }, () => 0)], periodsAYear: 365 }).value).toBeCloseTo(3.3927, 4)
  })

  it('finds the largest relative drawdown and its dates, not the largest in money', () => {
    // 1,000, 1,000, 500, 1,000, 11,000, 10,000
    const drawdown = deepestDrawdown([0, -0.5, 1, 10, -1 / 11])
    expect(drawdown).toEqual({ depth: -0.5, peak: 0, trough: 1, recovery: 2 })
    expect(deepestDrawdown([10, -1 / 11]).depth * 100).toBeCloseTo(-9.09, 2)
    expect(deepestDrawdown([0.1, -0.2]).recovery).toBeUndefined()
  })

  it('returns no figure, and the reason, when it is undefined', () => {
    expect(sharpe([], 365)).toEqual({ value: null, n: 0, reason: 'needs at least two returns' })
    expect(sharpe([0.1, 0.1, 0.1], 365)).toEqual({ value: null, n: 3, reason: 'the returns do not vary' })
    expect(sortino([0.1, 0.2], 365)).toEqual({ value: null, n: 2, reason: 'no return lies below the target' })
    expect(volatility([0.1], 365).value).toBeNull()
    expect(totalReturn([])).toEqual({ value: null, n: 0, reason: 'no returns' })
    expect(calmar({ returns: percent(mixed), periodsAYear: 365 })).toEqual({ value: null, n: 9, reason: 'needs at least 90 days' })
    expect(calmar({ returns: Array.from({ length: 100 }, () => 0.01), periodsAYear: 365 }).reason).toBe('no drawdown')
    expect(cagr({ returns: [1e12], periodsAYear: 365 }).value).toBeNull()
  })

  it('explains why numbers that are too large have no figure, and handles the smallest', () => {
    const large = returnStatistics({ returns: [1e308, 1e308, 0.1], periodsAYear: 365 })
    for (const name of ['sharpe', 'volatility', 'total_return', 'cagr'] as const)
      expect(large[name]).toEqual({ value: null, n: 3, reason: expect.any(String) })
    const small = returnStatistics({ returns: [1e-200, 3e-200, -1e-200], periodsAYear: 1 })
    expect(small.sharpe.value).toBeCloseTo(0.5, 12)
    expect(small.sortino.value).toBeCloseTo(Math.sqrt(3), 12)
  })

  it('has a Calmar ratio from the ninetieth day', () => {
    const days = (count: number) => calmar({ returns: [-0.1, ...Array.from({ length: count - 1 }, () => 0.01)], periodsAYear: 365 })
    expect(days(89).reason).toBe('needs at least 90 days')
    expect(days(90).value).toBeGreaterThan(0)
  })

  it('keeps a total loss at -100%', () => {
    const report = returnStatistics({ returns: [0.1, -1, 0.5], periodsAYear: 365 })
    expect([report.total_return.value, report.cagr.value, report.max_drawdown.value]).toEqual([-1, -1, -1])
  })
})
