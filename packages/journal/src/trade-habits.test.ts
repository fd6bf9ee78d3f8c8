import { DAY_MS, HOUR_MS, MINUTE_MS } from '@aerie/core/time'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type HabitTrade, tradeHabits } from './trade-habits.ts'
import { zoneClock } from './zone-time.ts'

const utc = zoneClock('UTC')
const trade = (changes: Partial<HabitTrade>): HabitTrade => ({
  account: 'paper',
  openedAt: 0,
  closedAt: HOUR_MS,
  net: 1,
  worth: 100,
  riskPart: 0.01,
  hasStop: true,
  ...changes,
})
const daily = (count: number, make: (at: number) => Partial<HabitTrade>): HabitTrade[] =>
  Array.from({ length: count }, (_, at) => {
    const openedAt = at * DAY_MS + 12 * HOUR_MS
    return trade({ openedAt, closedAt: openedAt + HOUR_MS, ...make(at) })
  })
const of = (trades: readonly HabitTrade[]) => tradeHabits(trades, utc)

it('reports no habit from 29 trades, only their number', () => {
  const record = of(daily(29, (at) => ({ net: at % 2 === 0 ? 1 : -1 })))
  for (const figure of Object.values(record)) expect(figure.value).toBeNull()
  expect(record.win_rate).toEqual({ value: null, n: 29, reason: 'too_few' })
  expect(of(daily(30, (at) => ({ net: at % 2 === 0 ? 1 : -1 }))).win_rate).toMatchObject({ value: 0.5, n: 30 })
})

it('reports nothing without trades', () => {
  for (const figure of Object.values(of([]))) expect(figure).toEqual({ value: null, n: 0, reason: 'too_few' })
})

it('detects losers held longer than winners, and nothing when they are equal', () => {
  const held = (hours: (isLoss: boolean) => number) =>
    of(
      daily(60, (at) => {
        const isLoss = at % 2 === 0
        const openedAt = at * DAY_MS
        return { openedAt, net: isLoss ? -1 : 1, closedAt: openedAt + hours(isLoss) * HOUR_MS + at * MINUTE_MS }
      }),
    ).losers_longer
  expect(held((isLoss) => (isLoss ? 8 : 2))).toMatchObject({ value: 1, n: 60 })
  expect(held((isLoss) => (isLoss ? 8 : 2)).interval?.[0]).toBeGreaterThan(0.8)
  expect(held(() => 4).value).toBeCloseTo(0.5, 1)
})

it('compares no groups when one has fewer than ten trades', () =>
  expect(of(daily(60, (at) => ({ net: at < 9 ? -1 : 1 }))).losers_longer).toEqual({ value: null, n: 60, reason: 'one_sided' }))

it('detects double the size after a loss, on the same account only', () => {
  const trades = daily(60, (at) => ({ net: at % 2 === 0 ? -1 : 1, worth: at % 2 === 1 ? 200 : 100 }))
  expect(of(trades).size_after_loss.value).toBeCloseTo(2, 9)
  const elsewhere = trades.map((one, at) => ({ ...one, account: String(at) }))
  expect(of(elsewhere).size_after_loss).toMatchObject({ value: null, n: 0 })
})

it('measures how soon a trade follows a loss', () => {
  const trades = Array.from({ length: 80 }, (_, at) => {
    const openedAt = at * HOUR_MS + (at % 4 === 0 ? 0 : 55 * MINUTE_MS)
    return trade({ openedAt, closedAt: (at + 1) * HOUR_MS - (at % 4 === 3 ? 0 : 3 * MINUTE_MS), net: -1 })
  })
  // Every fourth trade opens exactly when the previous one closes; the others open 58 minutes later.
  expect(of(trades).quick_reentry).toMatchObject({ n: 79, value: 19 / 79 })
})

it("counts the night in the trader's time zone", () => {
  const trades = daily(40, (at) => ({ openedAt: at * DAY_MS + 22 * HOUR_MS, closedAt: (at + 1) * DAY_MS }))
  expect(of(trades).night_share.value).toBe(0)
  expect(tradeHabits(trades, zoneClock('Africa/Lagos')).night_share.value).toBe(1)
})

it('reports the trades per week, including weeks without any, and nothing under four weeks', () => {
  const pairs = daily(30, (at) => ({ openedAt: Math.floor(at / 2) * 7 * DAY_MS + (at % 2) * HOUR_MS }))
  expect(of([...pairs, ...daily(2, (at) => ({ openedAt: (105 + 7 * at) * DAY_MS }))]).trades_per_week).toMatchObject({
    n: 31,
    value: 31 / 16,
  })
  expect(of(daily(30, (at) => ({ openedAt: at * HOUR_MS }))).trades_per_week).toEqual({ value: null, n: 30, reason: 'too_short' })
})

it('detects that days with many trades perform worse than others', () => {
  const busy = Array.from({ length: 20 }, (_, at) => trade({ openedAt: at * MINUTE_MS, closedAt: at * MINUTE_MS + 1, net: -2 - (at % 2) }))
  const calm = daily(20, (at) => ({ openedAt: (at + 1) * DAY_MS, closedAt: (at + 1) * DAY_MS + 1, net: 1 + (at % 2) }))
  expect(of([...busy, ...calm]).busy_days).toMatchObject({ value: -4, n: 40 })
})

it('excludes trades without equity from risk, and trades with an unknown stop from the stop share', () => {
  const record = of(daily(80, (at) => (at < 40 ? { riskPart: null, hasStop: null } : { riskPart: 0.02, hasStop: at % 2 === 0 })))
  expect(record.risk_percent).toMatchObject({ value: 2, n: 40 })
  expect(record.stop_share).toMatchObject({ value: 0.5, n: 40 })
})

it('has no payoff when there are no losses', () =>
  expect(of(daily(30, () => ({}))).payoff).toEqual({ value: null, n: 30, reason: 'undefined' }))

it('is finite, within its interval and independent of order, for any trades', () =>
  fc.assert(
    fc.property(
      fc.array(
        fc.record({
          account: fc.constantFrom('a', 'b'),
          openedAt: fc.option(fc.integer({ min: 0, max: 1e9 })),
          closedAt: fc.integer({ min: 1e9, max: 3e9 }),
          net: fc.integer({ min: -1000, max: 1000 }),
          worth: fc.integer({ min: 0, max: 1e6 }),
          riskPart: fc.option(fc.float({ min: 0, max: 1, noNaN: true })),
          hasStop: fc.option(fc.boolean()),
        }),
        { minLength: 30, maxLength: 120 },
      ),
      (trades) => {
        for (const { value, interval } of Object.values(of(trades))) {
          if (value === null) continue
          expect(Number.isFinite(value)).toBe(true)
          const [low, high] = interval ?? [value, value]
          expect(low - 1e-9 <= value && value <= high + 1e-9).toBe(true)
        }
      },
    ),
    { numRuns: 60 },
  ))
