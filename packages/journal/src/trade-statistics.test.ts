import { describe, expect, it } from 'vitest'
import { binomialPValue } from './report/report.ts'
import { meanInterval, sampleDeviation, student975, wilsonInterval } from './sample.ts'
import { expectancy, expectancyRatio, payoff, profitFactor, sqn, tradeStatistics, winRate } from './trade-statistics.ts'

// freqtrade's test data
const nets = [100, 200, 50, -150, 300, -100, 80, -30]

describe('statistics of trades', () => {
  it("matches freqtrade's expectancy, profit factor and payoff", () => {
    expect(expectancy(nets).value).toBe(56.25)
    expect(expectancyRatio(nets).value).toBeCloseTo(0.60267857, 8)
    expect(profitFactor(nets).value).toBeCloseTo(2.607142857, 9)
    expect(payoff(nets).value).toBeCloseTo(1.5642857, 7)
  })

  it('returns the System Quality Number, over at most 100 trades', () => {
    expect(sqn([1, -0.5, 2, -1, 0.5, 1.5, -0.5, 1]).value).toBeCloseTo(1.3229, 4)
    expect(sqn([100, -50, 150, -50]).value).toBeCloseTo(0.7276, 4)
    const many = Array.from({ length: 400 }, (_, index) => (index % 2 === 0 ? 2 : -1))
    expect((sqn(many).value ?? 0) / (0.5 / (sampleDeviation(many) ?? 1))).toBeCloseTo(10, 9)
  })

  it("matches Lean's figures", () => {
    expect(sampleDeviation([20, 20, 10])).toBeCloseTo(5.77350269189626, 12)
    expect((50 / 3 / (sampleDeviation([20, 20, 10]) ?? 1)).toFixed(6)).toBe('2.886751')
    expect(profitFactor([10, -20, -20]).value).toBe(0.25)
  })

  it('excludes break-even trades from the win rate', () => {
    expect(winRate([1, 0, -1, 0])).toMatchObject({ value: 0.5, n: 2 })
    expect(winRate([0, 0])).toEqual({ value: null, n: 0, reason: 'no trade won or lost' })
  })

  it('has no profit factor without a loss, and no SQN without a stop', () => {
    const report = tradeStatistics([
      { net: 5, r: null },
      { net: 7, r: null },
    ])
    expect(report.profit_factor).toEqual({ value: null, n: 2, reason: 'no trade lost' })
    expect(report.sqn).toEqual({ value: null, n: 0, reason: 'no trade had a stop when it was opened' })
  })
})

describe('intervals', () => {
  it("match Wilson's published intervals", () => {
    expect(wilsonInterval(8, 10).map((edge) => edge.toFixed(4))).toEqual(['0.4902', '0.9433'])
    expect(wilsonInterval(60, 100).map((edge) => edge.toFixed(4))).toEqual(['0.5020', '0.6906'])
    expect(wilsonInterval(0, 5)[0]).toBe(0)
  })

  it("match Student's quantiles on both sides of the end of the table", () => {
    expect(student975(1)).toBe(12.706)
    expect(student975(30)).toBe(2.042)
    // NIST: 40 is 2.021, 100 is 1.984
    expect(student975(40)).toBeCloseTo(2.021, 3)
    expect(student975(100)).toBeCloseTo(1.984, 3)
    expect(meanInterval([1])).toBeUndefined()
  })
})

describe('luck', () => {
  it('is the upper tail of fair coin flips when wins and losses are equal', () => {
    expect(binomialPValue([1, 1, 1, -1])?.chance).toBeCloseTo(5 / 16, 12)
    expect(binomialPValue([1, -1])?.chance).toBeCloseTo(0.75, 12)
  })

  it('does not mistake small wins and rare large losses for skill', () => {
    const nineOfTen = [...Array.from({ length: 9 }, () => 1), -9]
    expect(binomialPValue(nineOfTen)?.chance).toBeCloseTo(0.9 ** 10 + 10 * 0.1 * 0.9 ** 9, 12)
    expect(binomialPValue([1, 2])).toBeNull()
  })

  it('remains a probability for long records', () => {
    const chance = binomialPValue(Array.from({ length: 20_001 }, (_, index) => (index % 2 === 0 ? 1 : -1)))?.chance ?? -1
    expect(chance).toBeGreaterThan(0.45)
    expect(chance).toBeLessThan(0.55)
  })
})
