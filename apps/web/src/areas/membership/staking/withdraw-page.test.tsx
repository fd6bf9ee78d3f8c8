import { type Endpoint, urlOf } from '@aerie/wire/endpoint'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { queryClient } from '../../../platform/api/query-client.ts'
import { useSession } from '../../../platform/session/session.ts'
import { testUser } from '../../../platform/session/test/user.ts'
import { WithdrawPage } from './withdraw-page.tsx'

const { get } = vi.hoisted(() => ({ get: vi.fn<(path: string) => Promise<unknown>>() }))
vi.mock('../../../platform/api/api.ts', async (load) => ({
  ...(await load<object>()),
  api: (endpoint: Endpoint, input: Parameters<typeof urlOf>[1]) => get(urlOf(endpoint, input)),
}))
vi.mock('../rewards/rewards-frame.tsx', () => ({
  RewardsFrame: ({ children }: { children: (contracts: object) => ReactNode }) => children({ staking: '0x01' }),
}))
vi.mock('../gate/wallet-gate.tsx', () => ({ WalletGate: () => null }))
vi.mock('../wallet.ts', () => ({ loadWallet: () => new Promise(() => undefined), wasConnected: () => false }))

const RECORD = { total_staked: '0', rewards_left: '0', reward_per_token: '0', updated_at: 0, epoch_end: 0 }
const MOMENT = { block: 7, block_time: 0, as_of: 0 }
const position = (id: string) => ({
  wallet: '0xa',
  unstaked: '0',
  staked: '0',
  earned: '0',
  accrual: { accrued: '0', reward_per_token_paid: '0', pool: RECORD },
  tickets: [{ id, amount: String(10n ** 18n), ready_at: 0 }],
  ticket_count: 150,
  ...MOMENT,
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.restoreAllMocks()
})

it('keeps the page of open requests, its number and the focus until the next one has loaded', async () => {
  useSession.setState({ phase: 'active', token: 't', user: testUser({ wallet_address: '0xa' }), endsAt: null })
  const second = Promise.withResolvers<unknown>()
  const answers: Readonly<Record<string, unknown>> = {
    '/staking/pool': { ...MOMENT, record: RECORD },
    '/staking/positions/0xa?tickets_page=1': position('1'),
    '/staking/positions/0xa?tickets_page=2': second.promise,
  }
  get.mockImplementation(async (path) => answers[path])
  render(<WithdrawPage />)
  const later = await screen.findByRole('button', { name: 'Later' })
  later.focus()
  await act(async () => void fireEvent.click(later))
  expect(get.mock.calls.map(([path]) => path)).toContain('/staking/positions/0xa?tickets_page=2')
  expect(document.activeElement).toBe(later)
  expect(screen.getByText('Page 1 of 2, 150 requests')).toBeTruthy()
  second.resolve(position('101'))
  expect(await screen.findByText('Page 2 of 2, 150 requests')).toBeTruthy()
  expect(document.activeElement).toBe(later)
  expect(screen.getByRole('button', { name: 'Withdraw 1 AERIE, request 101' })).toBeTruthy()
})
