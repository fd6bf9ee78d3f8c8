import type { StakingPool } from '@aerie/wire/staking'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { MonthlyReward } from './stake-page.tsx'

const TOKEN = 10n ** 18n
const base = (tokens: bigint) => String(tokens * TOKEN)
const T0 = 1_800_000_000_000
const DAY = 86_400_000
/** 300 AERIE staked; `left` more are paid out evenly over the next `days`. */
const poolWith = (left: bigint, days: number): StakingPool => ({
  total_staked: base(300n),
  total_cooling: '0',
  reward_reserve: base(left),
  reward_rate: '0',
  epoch: null,
  unbonding_seconds: 120,
  apr: null,
  deposits_paused: false,
  record: { total_staked: base(300n), rewards_left: base(left), reward_per_token: '0', updated_at: T0, epoch_end: T0 + days * DAY },
  block: 7,
  block_time: T0,
  as_of: T0,
})
const read = (amount: bigint, pool: StakingPool): string[] => {
  render(<MonthlyReward amount={amount * TOKEN} pool={pool} />)
  return [...screen.getByRole('status').childNodes].map(({ textContent }) => textContent ?? '')
}
afterEach(cleanup)

it('shows what the amount would earn in a month of 30 days, diluted by itself, and the yearly rate', () => {
  // 1,200 over 60 days is 600 a month; 100 of 400 staked earn a quarter: 150 a month, i.e. 150 × 365 / 30 per 100 staked a year.
  expect(read(100n, poolWith(1_200n, 60))).toEqual([
    'You would earn about 150 AERIE a month',
    'at 1,825.00% a year, until others stake or the epoch ends',
  ])
})

it('promises no more than the epoch has left, and shows how long that lasts', () => {
  expect(read(100n, poolWith(1_200n, 10))).toEqual([
    'You would earn about 300 AERIE a month',
    'all of it in the 10 d until the epoch ends, at 10,950.00% a year',
  ])
})

it('shows no figure while no epoch is running', () => {
  render(<MonthlyReward amount={TOKEN} pool={poolWith(0n, 10)} />)
  expect(screen.getByText('No rewards are paid right now: no epoch is running.')).toBeTruthy()
  expect(screen.queryByRole('status')).toBeNull()
})
