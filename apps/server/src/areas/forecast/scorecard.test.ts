import { HOUR_MS } from '@aerie/core/time'
import { wilsonInterval } from '@aerie/forecast/scores'
import { expect, it } from 'vitest'
import { type ScoreSums, scorecardOf } from './service.ts'

const SINCE = Date.UTC(2026, 0, 1)
const facts = { symbol: 'BTC', hours: 24, source: 'live', issued: 800, model: 'ems' } as const
const sums = (more: Partial<ScoreSums> = {}): ScoreSums => ({
  scored: 721,
  since: SINCE,
  until: SINCE + 720 * HOUR_MS,
  model: 'ems',
  in50: 0.5,
  in80: 0.75,
  in95: 0.95,
  crps: 0.9,
  tail: 0.2,
  median: 0.4,
  width: 3,
  baseCrps: 1,
  baseTail: 0.25,
  baseMedian: 0.4,
  baseWidth: 2,
  pits: [0, 0.05, 0.5, 0.974, 1],
  ...more,
})
const none = sums({
  scored: 0,
  since: null,
  until: null,
  model: null,
  in50: null,
  in80: null,
  in95: null,
  crps: null,
  baseCrps: null,
  pits: null,
})

it('counts non-overlapping outcomes: 30 days of 24 h forecasts hold 31', () =>
  expect(scorecardOf(facts, sums())).toMatchObject({ scored: 721, independent: 31, days: 721 / 24, ratio_is_claimed: false }))

it('never counts more independent outcomes than were scored', () => expect(scorecardOf(facts, sums({ scored: 3 })).independent).toBe(3))

it('computes the coverage interval from the independent outcomes, not from all', () => {
  const [, band80] = scorecardOf(facts, sums()).coverage
  const [low, high] = wilsonInterval(0.75, 31)
  expect(band80).toEqual({ percent: 80, share: 0.75, low, high })
})

it('claims a ratio from 90 days of hours onwards', () => {
  const claims = (scored: number) => scorecardOf(facts, sums({ scored, until: SINCE + 400 * 24 * HOUR_MS })).ratio_is_claimed
  expect([claims(90 * 24 - 1), claims(90 * 24)]).toEqual([false, true])
})

it('compares with the random walk, and with nothing where that has no error', () => {
  expect(scorecardOf(facts, sums())).toMatchObject({ crps: { ours: 0.9, random_walk: 1, ratio: 0.9 }, width_80: { ratio: 1.5 } })
  expect(scorecardOf(facts, sums({ baseMedian: 0 })).median_error).toBeNull()
})

it('counts outcomes by twentieths and below each quantile', () => {
  const { pit, calibration } = scorecardOf(facts, sums())
  expect([pit[0], pit[1], pit[10], pit[19]]).toEqual([1, 1, 1, 2])
  expect([calibration[0], calibration[1], calibration[10], calibration[20]]).toEqual([
    [0.025, 0.2],
    [0.05, 0.4],
    [0.5, 0.6],
    [0.975, 0.8],
  ])
})

it('returns nothing without outcomes', () =>
  expect(scorecardOf(facts, none)).toMatchObject({
    scored: 0,
    independent: 0,
    days: 0,
    crps: null,
    calibration: [],
    coverage: [50, 80, 95].map((percent) => ({ percent })),
    since: null,
    model: 'ems',
  }))
