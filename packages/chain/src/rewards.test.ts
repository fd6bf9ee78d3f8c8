import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type AccountReading, aprAt, earnedAt, type PoolReading, poolAt, releasableAt, rewardRateAt, secondsUntilReady } from './rewards.ts'

const TOKEN = 10n ** 18n
const T0 = 1_800_000_000n
const DAY = 86_400n

const pool: PoolReading = {
  totalStaked: 400n * TOKEN,
  rewardsLeft: 1000n * TOKEN,
  rewardPerToken: 0n,
  updatedAt: T0,
  epochEnd: T0 + 10n * DAY,
}
const quarter: AccountReading = { staked: 100n * TOKEN, accrued: 0n, rewardPerTokenPaid: 0n }

describe('earnedAt', () => {
  it('assigns a quarter of the stake a quarter of the stream', () => expect(earnedAt(pool, quarter, T0 + DAY)).toBe(25n * TOKEN))
  it('adds previously earned rewards', () => expect(earnedAt(pool, { ...quarter, accrued: 7n }, T0 + DAY)).toBe(25n * TOKEN + 7n))
  it('earns nothing after the end', () => expect(earnedAt(pool, quarter, T0 + 99n * DAY)).toBe(250n * TOKEN))
  it('does not run backwards when the clock is behind the chain', () => expect(earnedAt(pool, quarter, T0 - 5n)).toBe(0n))
  it('never decreases over time, and never exceeds the promised rewards', () =>
    fc.assert(
      fc.property(fc.bigInt(0n, 20n * DAY), fc.bigInt(0n, DAY), fc.bigInt(1n, 400n * TOKEN), (time, more, staked) => {
        const mine = { ...quarter, staked }
        const first = earnedAt(pool, mine, T0 + time)
        const later = earnedAt(pool, mine, T0 + time + more)
        expect(later >= first && later <= pool.rewardsLeft).toBe(true)
      }),
    ))
})

describe('poolAt', () => {
  const empty = { ...pool, totalStaked: 0n }
  it('pauses the epoch while nobody stakes', () =>
    expect(poolAt(empty, T0 + 3n * DAY)).toEqual({ ...empty, updatedAt: T0 + 3n * DAY, epochEnd: T0 + 13n * DAY }))
  it('leaves no rewards at the end', () => expect(poolAt(pool, T0 + 10n * DAY).rewardsLeft).toBe(0n))
  it('preserves the other fields of a reading', () => expect(poolAt({ ...pool, epochId: 4n }, T0 + 1n).epochId).toBe(4n))
})

describe('aprAt', () => {
  it('is the remaining rewards over the remaining time, times 365 days, divided by all stakes', () =>
    // 100 tokens a day on 400 staked: 25 % a day, 9125 % a year.
    expect(aprAt(pool, T0)).toEqual({ known: true, value: 91_250_000n }))
  it('stays constant during the epoch', () => expect(aprAt(pool, T0 + 5n * DAY)).toEqual({ known: true, value: 91_250_000n }))
  it('falls when a stake is added', () => expect(aprAt(pool, T0, 400n * TOKEN)).toEqual({ known: true, value: 45_625_000n }))
  it('is unknown, not zero, after the epoch', () => expect(aprAt(pool, T0 + 10n * DAY)).toEqual({ known: false, reason: 'no-epoch' }))
  it('is unknown, not infinite, while nobody stakes', () =>
    expect(aprAt({ ...pool, totalStaked: 0n }, T0)).toEqual({ known: false, reason: 'no-stakers' }))
  it('is known for a prospective first staker', () =>
    expect(aprAt({ ...pool, totalStaked: 0n }, T0 + DAY, 400n * TOKEN)).toEqual({ known: true, value: 91_250_000n }))
})

describe('rewardRateAt', () => {
  it('is the stream per second, with 18 more digits', () => expect(rewardRateAt(pool, T0)).toBe((1000n * TOKEN * TOKEN) / (10n * DAY)))
  it('is 0 when the epoch is over', () => expect(rewardRateAt(pool, T0 + 10n * DAY)).toBe(0n))
})

describe('secondsUntilReady', () => {
  it('counts down to the second given in the ticket', () => expect(secondsUntilReady(T0 + 2n, T0)).toBe(2n))
  it('is 0 at that second', () => expect(secondsUntilReady(T0, T0)).toBe(0n))
  it('stays 0 afterwards', () => expect(secondsUntilReady(T0, T0 + 9n)).toBe(0n))
})

const grant = { amount: 1_000n, released: 0n, start: 1_000n, cliff: 100n, duration: 300n }

it('releases nothing a second before the cliff, and then everything since the start, rounded down', () => {
  expect(releasableAt(grant, 1_099n)).toBe(0n)
  expect(releasableAt(grant, 1_100n)).toBe(333n)
})

it('releases the rest in the last second and nothing afterwards', () => {
  expect(releasableAt(grant, 1_300n)).toBe(1_000n)
  expect(releasableAt({ ...grant, released: 1_000n }, 9_999n)).toBe(0n)
})

it('never decreases when the clock moves back', () => expect(releasableAt({ ...grant, released: 999n }, 1_200n)).toBe(0n))
