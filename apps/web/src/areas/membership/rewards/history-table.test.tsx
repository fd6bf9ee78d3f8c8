import { type Endpoint, urlOf } from '@aerie/wire/endpoint'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { queryClient } from '../../../platform/api/query-client.ts'
import { useSession } from '../../../platform/session/session.ts'
import { testUser } from '../../../platform/session/test/user.ts'
import { HistoryTable } from './rewards-screen.tsx'

const { get } = vi.hoisted(() => ({ get: vi.fn<(path: string) => Promise<unknown>>() }))
vi.mock('../../../platform/api/api.ts', async (load) => ({
  ...(await load<object>()),
  api: (endpoint: Endpoint, input: Parameters<typeof urlOf>[1]) => get(urlOf(endpoint, input)),
}))

const as = (wallet_address: string) =>
  useSession.setState({ phase: 'active', token: 't', user: testUser({ wallet_address }), endsAt: null })
const pageOf = (page: number) => ({
  events: [
    {
      kind: 'staked',
      amount: String(BigInt(page) * 10n ** 18n),
      transaction: `0x${'1'.repeat(64)}`,
      block: 7,
      at: 0,
      final: true,
    },
  ],
  page,
  total: 120,
})
const answers = new Map<string, (value: unknown) => void>()
const answer = async (path: string, page: number) => act(async () => answers.get(path)?.(pageOf(page)))

beforeEach(() => {
  answers.clear()
  get.mockImplementation((path) => new Promise((resolve) => void answers.set(path, resolve)))
  as('0xa')
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.restoreAllMocks()
})

it('keeps the page, its number and the focus until the next one has loaded', async () => {
  render(<HistoryTable />, { wrapper: MemoryRouter })
  await answer('/staking/history/0xa?page=1', 1)
  const older = await screen.findByRole('button', { name: 'Older' })
  older.focus()
  fireEvent.click(older)
  expect(answers.has('/staking/history/0xa?page=2')).toBe(true)
  expect(document.activeElement).toBe(older)
  expect(screen.getByText('Page 1 of 3')).toBeTruthy()
  await answer('/staking/history/0xa?page=2', 2)
  expect(await screen.findByText('Page 2 of 3')).toBeTruthy()
  expect(document.activeElement).toBe(older)
  expect(screen.getByText('Staked: 2 AERIE')).toBeTruthy()
})

it("never shows one wallet's history for another's", async () => {
  render(<HistoryTable />, { wrapper: MemoryRouter })
  await answer('/staking/history/0xa?page=1', 1)
  expect(await screen.findByText('Staked: 1 AERIE')).toBeTruthy()
  act(() => as('0xb'))
  expect(screen.getByRole('status', { name: 'Loading your history' })).toBeTruthy()
  expect(screen.queryByText('Staked: 1 AERIE')).toBeNull()
})
