import type { SubscriptionsStatus } from '@aerie/wire/staking'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { SubscriptionsOwn } from './subscriptions-page.tsx'

vi.mock('../../membership/transactions/transaction-link.tsx', () => ({ TransactionLink: () => null }))
afterEach(cleanup)

const WALLET = `0x${'a'.repeat(40)}`
const paid: SubscriptionsStatus['own'][number] = {
  name: 'IPC',
  origin: 'chain',
  paid_until: Date.UTC(2026, 11, 1),
  active: true,
  wallet: WALLET,
  transaction: `0x${'1'.repeat(64)}`,
  final: true,
}

it('shows that a payment does not count before its block is safe, and that no action is needed', () => {
  render(<SubscriptionsOwn own={[{ ...paid, active: false, final: false }]} />)
  expect(screen.getByText('Paid. Active as soon as the payment is final; no need to log in again.')).toBeTruthy()
  expect(screen.queryByText(/^(Active|Ended)/)).toBeNull()
})

it('distinguishes a renewal that is not safe yet from the active period', () => {
  render(<SubscriptionsOwn own={[{ ...paid, final: false, active: false, paid_until: Date.UTC(2027, 0, 1) }, paid]} />)
  expect(screen.getAllByRole('listitem')).toHaveLength(2)
  expect(screen.getByText(/^Active until .*2026/)).toBeTruthy()
  expect(screen.getByText(/as soon as the payment is final/)).toBeTruthy()
})

it('shows what was granted, what has ended, and what everyone has', () => {
  const { rerender } = render(
    <SubscriptionsOwn own={[{ ...paid, origin: 'operator', paid_until: null, wallet: null, transaction: null }]} />,
  )
  expect(screen.getByText('Active, with no end date.')).toBeTruthy()
  expect(screen.getByText('Granted by the operator')).toBeTruthy()
  rerender(<SubscriptionsOwn own={[{ ...paid, active: false }]} />)
  expect(screen.getByText(/^Ended on .*2026/)).toBeTruthy()
  rerender(<SubscriptionsOwn own={[]} />)
  expect(screen.getByText(/included with every account/)).toBeTruthy()
})
