import type { TierStatus } from '@aerie/wire/account/wallets'
import type { StakingPool, StakingPosition } from '@aerie/wire/staking'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { StakePreview } from './stake-page.tsx'

const TOKEN = 10n ** 18n
const base = (tokens: bigint) => String(tokens * TOKEN)
const MOMENT = { block: 7, block_time: 0, as_of: 0 }
const POOL: StakingPool = {
  total_staked: base(300n),
  total_cooling: '0',
  reward_reserve: '0',
  reward_rate: '0',
  epoch: null,
  unbonding_seconds: 120,
  apr: null,
  deposits_paused: false,
  record: { total_staked: base(300n), rewards_left: '0', reward_per_token: '0', updated_at: 0, epoch_end: 0 },
  ...MOMENT,
}
const POSITION: StakingPosition = {
  wallet: '0x',
  unstaked: base(12_000n),
  staked: base(100n),
  earned: '0',
  accrual: { accrued: '0', reward_per_token_paid: '0', pool: POOL.record },
  tickets: [],
  ticket_count: 0,
  ...MOMENT,
}
const TIER: TierStatus = {
  state: 'fresh',
  wallet: '0x',
  gold: true,
  tier: 'gold',
  amounts: null,
  have: base(12_000n),
  need: base(10_000n),
  block: 7,
  proven_at: 0,
  contract: null,
}
const show = (amount: bigint, tier: TierStatus | undefined, pool = POOL) =>
  render(<StakePreview amount={amount * TOKEN} position={POSITION} pool={pool} tier={tier} />)
const read = (title: string) => screen.getByText(title).nextElementSibling?.textContent
afterEach(cleanup)

it('shows the resulting stake, the share of the pool and the remaining balance before anything is signed', () => {
  show(100n, TIER)
  expect(['Your stake', 'Share of the pool', 'Yearly rate', 'Left in wallet'].map(read)).toEqual([
    '200 AERIE',
    '50.00%',
    '— no epoch running',
    '11,900 AERIE',
  ])
})

it('uses the share at the block of the stake when the pool was read at an earlier one', () => {
  show(100n, TIER, { ...POOL, total_staked: '0' })
  expect(read('Share of the pool')).toBe('50.00%')
})

it('warns of a stake that ends the gold tier, exact to the token', () => {
  show(2_001n, TIER)
  expect(screen.getByRole('status').textContent).toBe('This stake ends your gold tier: 9,999 AERIE would count, 10,000 are needed.')
})

it('does not warn of a stake that leaves exactly enough', () => {
  show(2_000n, TIER)
  expect(screen.queryByRole('status')).toBeNull()
  expect(screen.getByText('You keep the gold tier: 10,000 AERIE of 10,000 AERIE would count.')).toBeTruthy()
})

it('promises no tier and no rate that are unknown', () => {
  show(1n, undefined)
  expect(screen.getByText('The effect on your tier is not known right now.')).toBeTruthy()
  expect(screen.queryByText(/0(\.00)?%/)).toBeNull()
})
