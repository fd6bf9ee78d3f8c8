import type { TierStatus } from '@aerie/wire/account/wallets'
import { act, cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { queryClient } from '../../../lib/http/query-client.ts'
import { tierQuery, walletsQuery } from '../../../market-views/gate/account-queries.ts'
import { useSession } from '../../../session/session.ts'
import { testUser } from '../../../session/test-user.ts'
import { WalletsPage } from './wallets-page.tsx'
import type { LinkedWallet } from './wallets-queries.ts'

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

it('offers one way in where no wallet is linked, and no other wallet before the first', async () => {
  await show([])
  expect(screen.getByRole('button', { name: 'Connect Wallet' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Link another wallet' })).toBeNull()
})

it('offers to link another wallet beside a linked one', async () => {
  await show([WALLET])
  expect(screen.getByRole('button', { name: 'Link another wallet' })).toBeTruthy()
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

  it('asks for a wallet where none is linked', async () => {
    await show([])
    expect(screen.getByText('Connect a wallet to see your tier.')).toBeTruthy()
    expect(screen.queryByText(/Select a main wallet/)).toBeNull()
  })

  it('asks which of the linked ones counts', async () => {
    await show([{ ...WALLET, is_main: false }])
    expect(screen.getByText('Select a main wallet to see your tier.')).toBeTruthy()
  })
})
