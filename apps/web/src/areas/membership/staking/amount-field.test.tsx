import type { StakingPool, StakingPosition } from '@aerie/wire/staking'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import type { ReactElement } from 'react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { queryClient } from '../../../platform/api/query-client.ts'
import { StakeForm } from './stake-page.tsx'
import { UnstakeForm } from './withdraw-page.tsx'

const sendTransaction = vi.hoisted(() => vi.fn<() => Promise<{ state: string }>>())
vi.mock('../transactions/transactions.ts', () => ({ sendTransaction, useIsUnderWay: () => false }))
vi.mock('../transactions/token-permit.ts', () => ({
  signPermit: async () => ({ deadline: 0n, v: 27, r: `0x${'1'.repeat(64)}`, s: `0x${'2'.repeat(64)}` }),
}))
vi.mock('../transactions/gas-line.tsx', () => ({ GasLine: () => null }))

const TOKENS = String(1_000n * 10n ** 18n)
const ADDRESS = `0x${'1'.repeat(40)}` as const
const MOMENT = { block: 7, block_time: 0, as_of: 0 }
const RECORD = { total_staked: TOKENS, rewards_left: '0', reward_per_token: '0', updated_at: 0, epoch_end: 0 }
const pool: StakingPool = {
  total_staked: TOKENS,
  total_cooling: '0',
  reward_reserve: '0',
  reward_rate: '0',
  epoch: null,
  unbonding_seconds: 120,
  apr: null,
  deposits_paused: false,
  record: RECORD,
  ...MOMENT,
}
const position: StakingPosition = {
  wallet: ADDRESS,
  unstaked: TOKENS,
  staked: TOKENS,
  earned: '0',
  accrual: { accrued: '0', reward_per_token_paid: '0', pool: RECORD },
  tickets: [],
  ticket_count: 0,
  ...MOMENT,
}
const contracts = { token: ADDRESS, staking: ADDRESS, vesting: null }

beforeEach(() => queryClient.setDefaultOptions({ queries: { enabled: false } }))
afterEach(() => {
  cleanup()
  vi.resetAllMocks()
})

describe.each([
  ['Stake', <StakeForm key="stake" contracts={contracts} position={position} pool={pool} />],
  ['Unstake', <UnstakeForm key="unstake" staking={ADDRESS} position={position} pool={pool} />],
] satisfies [string, ReactElement][])('the amount of %s', (verb, form) => {
  const amount = () => screen.getByRole<HTMLInputElement>('textbox')
  const sendAndType = async (next: string) => {
    const sending = Promise.withResolvers<{ state: string }>()
    sendTransaction.mockReturnValue(sending.promise)
    render(form, { wrapper: MemoryRouter })
    fireEvent.change(amount(), { target: { value: '5' } })
    await act(async () => void fireEvent.click(screen.getByRole('button', { name: verb })))
    expect(sendTransaction).toHaveBeenCalledTimes(1)
    fireEvent.change(amount(), { target: { value: next } })
    await act(async () => sending.resolve({ state: 'confirmed' }))
  }

  it('is cleared once the transaction is mined', async () => {
    await sendAndType('5')
    expect(amount().value).toBe('')
  })

  it('is kept if another was typed for the next transaction meanwhile', async () => {
    await sendAndType('6')
    expect(amount().value).toBe('6')
  })
})
