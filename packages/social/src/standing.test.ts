import { DAY_MS, HOUR_MS } from '@aerie/core/time'
import { describe, expect, it } from 'vitest'
import { independentIdeas, isRanked, meanInterval, type RatedIdea, standingOf } from './standing.ts'

const idea = (startsAt: number, netR: number | null, more: Partial<RatedIdea> = {}): RatedIdea => ({
  symbol: 'BTC',
  seq: 1,
  startsAt,
  dueAt: startsAt + HOUR_MS,
  netR,
  r: netR,
  holdR: netR === null ? null : 0.5,
  ...more,
})
/** NIST/SEMATECH e-Handbook 1.3.6.7.2, 97.5 %. */
const QUANTILES: Readonly<Record<number, number>> = { 1: 12.706, 2: 4.303, 3: 3.182, 9: 2.262, 19: 2.093 }
const quantile = (freedom: number): number => QUANTILES[freedom] ?? Number.NaN

describe('the sample', () => {
  it('counts twenty ideas on one coin within an hour once', () => {
    const ideas = Array.from({ length: 20 }, (_, index) => idea(index * 60_000, 1))
    expect(independentIdeas(ideas)).toEqual([ideas[0]])
  })

  it('is selected by time, whatever the results of the ideas and their order', () => {
    const [lost, won, open, later] = [idea(0, -1), idea(60_000, 2), idea(HOUR_MS, null), idea(HOUR_MS + 1, 3)]
    expect(independentIdeas([later, won, open, lost])).toEqual([lost, open])
    expect(standingOf([later, won, open, lost], quantile)).toMatchObject({ scored: 3, n: 1, mean: -1, low: null })
  })

  it('keeps the first posted of the ideas that start with the same candle, however soon a later one ends', () => {
    const [first, shorter, same] = [idea(0, -1, { seq: 7 }), idea(0, 2, { seq: 8, dueAt: HOUR_MS / 4 }), idea(0, 2, { seq: 9 })]
    expect(independentIdeas([same, shorter, first])).toEqual([first])
    expect(independentIdeas([first, shorter, same])).toEqual([first])
  })

  it('treats each coin separately', () => {
    expect(independentIdeas([idea(0, 1), idea(0, 1, { symbol: 'ETH' })])).toHaveLength(2)
  })
})

describe('the interval of the mean', () => {
  it('is Student’s with one idea a day', () => {
    const sample = [1, 2, 3, 4].map((netR, day) => ({ netR, startsAt: day * DAY_MS }))
    // mean 2.5, s = 1.29099, s / sqrt(4) = 0.645497, t(3) = 3.182
    const [low, high] = meanInterval(sample, quantile) ?? []
    expect(low).toBeCloseTo(2.5 - 3.182 * 0.645497, 4)
    expect(high).toBeCloseTo(2.5 + 3.182 * 0.645497, 4)
  })

  it('is wider when the ideas of a day win and lose together', () => {
    const together = [2, 2, -1, -1, 2, 2, -1, -1].map((netR, index) => ({ netR, startsAt: Math.floor(index / 2) * DAY_MS }))
    const apart = together.map(({ netR }, index) => ({ netR, startsAt: index * DAY_MS }))
    const width = (sample: typeof together) =>
      (([low, high]) => high - low)(meanInterval(sample, (freedom) => (freedom === 3 ? 3.182 : 2.365)) ?? [0, 0])
    expect(width(together)).toBeGreaterThan(width(apart) * 1.3)
  })

  it('is never narrower than Student’s, however the ideas of a day cancel out', () => {
    const hedged = [2, -1, 2, -1, 2, -1, 2, -1, 2, -1, 2, -1, 2, -1, 2, -1, 2, -1, 2, -1]
    const sample = hedged.map((netR, index) => ({ netR, startsAt: Math.floor(index / 2) * DAY_MS }))
    const [low = Number.NaN, high = Number.NaN] = meanInterval(sample, quantile) ?? []
    expect(high - low).toBeCloseTo(2 * 2.093 * Math.sqrt(2.25 / 19), 6)
  })

  it('is unknown within one day and when all results are equal', () => {
    expect(
      meanInterval(
        [1, 2, 3].map((netR) => ({ netR, startsAt: 0 })),
        quantile,
      ),
    ).toBeUndefined()
    expect(
      meanInterval(
        [1, 1, 1].map((netR, day) => ({ netR, startsAt: day * DAY_MS })),
        quantile,
      ),
    ).toBeUndefined()
    expect(meanInterval([], quantile)).toBeUndefined()
  })
})

describe('the leaderboard', () => {
  const days = (count: number) => Array.from({ length: count }, (_, day) => idea(day * DAY_MS, day % 2 === 0 ? 2 : -1))

  it('requires ten ideas that do not overlap, not nine', () => {
    expect(isRanked(standingOf(days(10), quantile))).toBe(true)
    expect(isRanked(standingOf(days(9), () => 2.306))).toBe(false)
  })

  it('shows the mean minus that of holding, over the ideas where that is known', () => {
    const ideas = [...days(10), idea(20 * DAY_MS, 2, { holdR: null })]
    expect(standingOf(ideas, () => 2.228)).toMatchObject({ n: 11, excess: 0 })
  })

  it('is empty for an author without ideas', () => {
    expect(standingOf([], quantile)).toEqual({ scored: 0, n: 0, mean: null, low: null, high: null, excess: null })
  })
})
