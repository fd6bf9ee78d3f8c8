import { MINUTE_MS } from '@aerie/core/time'
import type { SubscriptionsStatus } from '@aerie/wire/staking'
import { cleanup, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { queryClient } from '../../../platform/api/query-client.ts'
import { SubscriptionsPage, subscriptionsQuery } from './subscriptions-page.tsx'

vi.mock('../../membership/gate/wallet-gate.tsx', () => ({ WalletGate: ({ children }: { children: ReactNode }) => children }))
vi.mock('../../membership/transactions/transaction-tray.tsx', () => ({ TransactionTray: () => null }))
vi.mock('../../../platform/live/own-changes.ts', () => ({ followOwnChanges: () => undefined, refetchQueries: () => undefined }))

const NOW = Date.UTC(2026, 10, 22, 12)
const claw = { id: 1, name: 'claw', price: '19000000', included: 'account' } as const
const ipc = { id: 2, name: 'IPC', price: '49000000', included: null } as const
const granted = { ...ipc, included: 'grant' } as const

beforeEach(() => {
  vi.stubGlobal('fetch', () => new Promise(() => undefined))
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
})

function show(plans: SubscriptionsStatus['plans'], age = 0): void {
  const data: SubscriptionsStatus = { plans, plans_as_of: plans && NOW - age, own: [] }
  queryClient.setQueryData(subscriptionsQuery.queryKey, data, { updatedAt: NOW })
  render(<SubscriptionsPage />)
}

it('offers no payment for what every account has or the operator has granted, and shows why', () => {
  show([claw, granted])
  expect(screen.getByText('Nothing to pay: you have every plan on offer.')).toBeTruthy()
  expect(screen.getByText('Included with every account')).toBeTruthy()
  expect(screen.getByText('Granted by the operator')).toBeTruthy()
  expect(screen.queryByRole('radio')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Pay' })).toBeNull()
})

it('shows the age of prices that could not be refreshed from the chain', () => {
  show([claw, ipc], 10 * MINUTE_MS)
  expect(screen.getByText(/^Prices as of .* The chain has not answered since\.$/)).toBeTruthy()
  cleanup()
  show([claw, ipc])
  expect(screen.queryByText(/^Prices as of/)).toBeNull()
})

it('shows prices that were never loaded as unavailable', () => {
  show(null)
  expect(screen.getByText(/Prices are not available/)).toBeTruthy()
})
