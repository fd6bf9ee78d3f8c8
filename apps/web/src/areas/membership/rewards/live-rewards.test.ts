import type { StakingPool, StakingPosition } from '@aerie/wire/staking'
import { expect, it } from 'vitest'
import { aprWith, dailyOf, earnedNow, monthlyOf, percentOf, roughSpan, roughText, shareText, spanText, waitText } from './live-rewards.ts'

const TOKEN = 10n ** 18n
const T0 = 1_800_000_000
const epoch = { id: 1, amount: String(1_000n * TOKEN), start: T0 * 1_000, end: (T0 + 1_000) * 1_000, funder: '0x', transaction: '0x' }
const pool: StakingPool = {
  total_staked: String(400n * TOKEN),
  total_cooling: '0',
  reward_reserve: String(1_000n * TOKEN),
  reward_rate: String(TOKEN * TOKEN),
  epoch,
  unbonding_seconds: 120,
  apr: null,
  deposits_paused: false,
  record: {
    total_staked: String(400n * TOKEN),
    rewards_left: String(1_000n * TOKEN),
    reward_per_token: '1',
    updated_at: T0 * 1_000,
    epoch_end: (T0 + 1_000) * 1_000,
  },
  block: 7,
  block_time: T0 * 1_000,
  as_of: T0 * 1_000,
}
const position: StakingPosition = {
  wallet: '0x',
  unstaked: '0',
  staked: String(100n * TOKEN),
  earned: String(5n * TOKEN),
  accrual: { accrued: String(5n * TOKEN), reward_per_token_paid: '1', pool: pool.record },
  tickets: [],
  ticket_count: 0,
  block: 7,
  block_time: T0 * 1_000,
  as_of: T0 * 1_000,
}

it('accrues a quarter of the rate for a quarter of the stakes, and nothing after the end of the epoch', () => {
  expect(earnedNow(position, BigInt(T0))).toBe(5n * TOKEN)
  expect(earnedNow(position, BigInt(T0 + 40))).toBe(15n * TOKEN)
  expect(earnedNow(position, BigInt(T0 + 1_000))).toBe(255n * TOKEN)
  expect(earnedNow(position, BigInt(T0 + 9_999))).toBe(255n * TOKEN)
})

it('continues from the last contract update, and never goes back before the time of the read', () => {
  const later = { ...position, as_of: (T0 + 20) * 1_000, earned: String(10n * TOKEN) }
  expect(earnedNow(later, BigInt(T0 + 40))).toBe(15n * TOKEN)
  expect(earnedNow(later, BigInt(T0 + 10))).toBe(10n * TOKEN)
})

it('computes the daily earnings of a stake by its share, and zero when nothing is paid', () => {
  expect(dailyOf(position)).toBe(21_600n * TOKEN)
  const over = { ...pool.record, rewards_left: '0' }
  expect(dailyOf({ ...position, accrual: { ...position.accrual, pool: over } })).toBe(0n)
  const alone = { ...pool.record, total_staked: '0' }
  expect(dailyOf({ ...position, staked: '0', accrual: { ...position.accrual, pool: alone } })).toBe(0n)
})

it('computes what an amount would earn in a month, diluted by itself, and no more than the epoch has left', () => {
  const long = { ...pool.record, rewards_left: String(10_000_000n * TOKEN), epoch_end: (T0 + 10_000_000) * 1_000 }
  expect(monthlyOf({ ...pool, record: long }, 400n * TOKEN)).toBe(1_296_000n * TOKEN)
  expect(monthlyOf(pool, 400n * TOKEN)).toBe(500n * TOKEN)
  expect(monthlyOf({ ...pool, record: { ...pool.record, total_staked: '0' } }, 1n * TOKEN)).toBe(1_000n * TOKEN)
})

it('has no yearly rate when no epoch is running or nobody would stake', () => {
  expect(aprWith({ ...pool, record: { ...pool.record, rewards_left: '0' } }, 1n)).toBeNull()
  expect(aprWith({ ...pool, record: { ...pool.record, total_staked: '0' } }, 0n)).toBeNull()
  expect(aprWith(pool, 400n * TOKEN)).toBe(39_420_000_000n)
})

it('formats shares, rates and waiting times without rounding up', () => {
  expect([roughText(164_383_5616n * 10n ** 14n), roughText(12_5n * 10n ** 17n)]).toEqual(['164,383', '12.5'])
  expect(shareText(1n, 3n)).toBe('33.33%')
  expect(shareText(1n, 10n ** 9n)).toBe('<0.01%')
  expect(shareText(0n, 0n)).toBeNull()
  expect(percentOf(125_099n)).toBe('12.50%')
  expect([0n, 59n, 61n, 3_600n, 90_061n].map(waitText)).toEqual(['0 s', '59 s', '1 min 1 s', '1 h 0 min 0 s', '1 d 1 h 1 min 1 s'])
  expect([0n, 120n, 3_600n, 86_460n, 59n].map(spanText)).toEqual(['0 s', '2 min', '1 h', '1 d 0 h 1 min', '59 s'])
  expect([864_123n, 100_000n, 7_300n, 130n, 119n].map(roughSpan)).toEqual(['10 d', '1 d 3 h', '2 h', '2 min', '1 min 59 s'])
})
