import type { TierStatus } from '@aerie/wire/account/wallets'
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { queryClient } from '../../../platform/api/query-client.ts'
import { useSession } from '../../../platform/session/session.ts'
import { testUser } from '../../../platform/session/test/user.ts'
import { tierQuery, walletsQuery } from '../../membership/gate/account-queries.ts'
import type { LinkedWallet } from './wallets-page.tsx'
import { WalletsPage } from './wallets-page.tsx'

const WALLET: LinkedWallet = { address: `0x${'a1'.repeat(20)}`, is_main: true, linked_at: 1_767_355_200_000 }

const show = (wallets: readonly LinkedWallet[]) =>
  act(async () => {
    queryClient.setQueryData(walletsQuery.queryKey, [...wallets])
    render(
      <MemoryRouter>
        <WalletsPage />
      </MemoryRouter>,
    )
  })

beforeEach(() => {
  useSession.setState({ phase: 'active', token: 't', user: testUser(), endsAt: Date.now() + 900_000 })
  vi.stubGlobal('fetch', () => new Promise(() => undefined))
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
})

it('offers a single way to link the first wallet, and no other wallet before that', async () => {
  await show([])
  expect(screen.getByRole('button', { name: 'Connect Wallet' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Link another wallet' })).toBeNull()
})

it('offers to link another wallet beside a linked one', async () => {
  await show([WALLET])
  expect(screen.getByRole('button', { name: 'Link another wallet' })).toBeTruthy()
})

it('unlinks after reauthentication, and warns first that a plan it paid for ends', async () => {
  const problem = {
    type: 'urn:aerie:problem:forbidden',
    title: 'Forbidden',
    status: 403,
    detail: 'Confirm who you are.',
    code: 'reauthentication_required',
  }
  const asked: string[] = []
  vi.stubGlobal('fetch', (path: string, { method = 'GET' }: RequestInit) => {
    if (method === 'GET') return new Promise(() => undefined)
    asked.push(`${method} ${path.replace(/0x.*/, '…')}`)
    if (method === 'POST') return Promise.resolve(Response.json({ data: { until: '2026-01-15T12:10:00.000Z' } }))
    if (asked.length > 1) return Promise.resolve(Response.json({ data: { address: WALLET.address } }))
    const headers = { 'content-type': 'application/problem+json' }
    return Promise.resolve(new Response(JSON.stringify(problem), { status: 403, headers }))
  })
  await show([{ ...WALLET, is_main: false }])
  fireEvent.click(screen.getByRole('button', { name: /^Unlink/ }))
  const question = screen.getByRole('dialog', { name: /^Unlink/ })
  expect(within(question).getByText(/A subscription that it paid for ends\./)).toBeTruthy()
  fireEvent.click(within(question).getByRole('button', { name: 'Unlink' }))
  await screen.findByRole('dialog', { name: 'Confirm your identity' })
  fireEvent.change(screen.getByLabelText('Password'), { target: { value: 'my password' } })
  fireEvent.click(screen.getByRole('button', { name: 'Confirm' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(asked).toEqual(['DELETE /api/v1/wallets/…', 'POST /api/v1/auth/reauthenticate', 'DELETE /api/v1/wallets/…'])
})

describe('the tier of an account without a main wallet', () => {
  const NO_TIER: TierStatus = {
    state: 'none',
    wallet: null,
    gold: false,
    tier: null,
    amounts: null,
    have: null,
    need: '1',
    block: null,
    proven_at: null,
    contract: null,
  }
  beforeEach(() => queryClient.setQueryData(tierQuery.queryKey, NO_TIER))

  it('asks to link a wallet when none is linked', async () => {
    await show([])
    expect(screen.getByText('Connect a wallet to see your tier.')).toBeTruthy()
    expect(screen.queryByText(/Select a main wallet/)).toBeNull()
    // There is nothing to read: pressing it would do nothing.
    expect(screen.queryByRole('button', { name: 'Refresh' })).toBeNull()
  })

  it('asks which of the linked ones counts', async () => {
    await show([{ ...WALLET, is_main: false }])
    expect(screen.getByText('Select a main wallet to see your tier.')).toBeTruthy()
  })
})
