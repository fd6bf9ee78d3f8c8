import type { StakingPosition } from '@aerie/wire/staking'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { ClaimRewards } from './rewards-screen.tsx'

vi.mock('../gate/wallet-gate.tsx', () => ({ WalletGate: () => null }))

const position = (staked: string, whole: string): StakingPosition => ({
  wallet: '0x',
  unstaked: '0',
  staked,
  earned: '0',
  accrual: {
    accrued: '0',
    reward_per_token_paid: '0',
    pool: { total_staked: whole, rewards_left: '0', reward_per_token: '0', updated_at: 0, epoch_end: 0 },
  },
  tickets: [],
  ticket_count: 0,
  block: 7,
  block_time: 0,
  as_of: 0,
})
const share = () => screen.getByText('Share of the pool').nextElementSibling?.textContent
afterEach(cleanup)

it.each([
  ['1', '4', '25.00%'],
  ['0', '0', '— no stakers'],
])('shows the share of the pool for %s of %s staked, both from the same block', (staked, whole, expected) => {
  render(<ClaimRewards staking="0x01" position={position(staked, whole)} />)
  expect(share()).toBe(expected)
})
