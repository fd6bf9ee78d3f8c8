import { cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { queryClient } from '../../../platform/api/query-client.ts'
import { useSession } from '../../../platform/session/session.ts'
import { testUser } from '../../../platform/session/test/user.ts'
import { walletsQuery } from './account-queries.ts'
import { WalletGate } from './wallet-gate.tsx'

vi.mock('../wallet.ts', () => ({ loadWallet: () => new Promise(() => undefined) }))

beforeEach(() => {
  useSession.setState({ phase: 'active', token: 't', user: testUser(), endsAt: Date.now() + 900_000 })
  vi.stubGlobal('fetch', () => new Promise(() => undefined))
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
})

const show = (wallets: readonly string[]) => {
  queryClient.setQueryData(
    walletsQuery.queryKey,
    wallets.map((address) => ({ address, is_main: false, linked_at: 1_767_355_200_000 })),
  )
  render(
    <MemoryRouter>
      <WalletGate>What a wallet is for</WalletGate>
    </MemoryRouter>,
  )
}

it('asks for a wallet when none is linked', () => {
  show([])
  expect(screen.getByText('No wallet linked')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Connect Wallet' })).toBeTruthy()
  expect(screen.queryByText('What a wallet is for')).toBeNull()
})

it('asks to choose a main wallet when none of the linked ones is main, and links to that page', () => {
  show([`0x${'a1'.repeat(20)}`])
  expect(screen.queryByText('No wallet linked')).toBeNull()
  expect(screen.getByText('No main wallet selected')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Choose a main wallet' }).getAttribute('href')).toBe('/account/wallets')
})
