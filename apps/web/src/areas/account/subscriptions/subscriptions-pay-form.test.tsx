import { DAY_MS } from '@aerie/core/time'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { create } from 'zustand'
import { queryClient } from '../../../platform/api/query-client.ts'
import { allowanceQuery } from '../../membership/transactions/allowance-query.ts'
import { SubscriptionsPayForm } from './subscriptions-pay-form.tsx'

const send = vi.hoisted(() => vi.fn<() => Promise<{ state: string }>>())
const usePayments = create<{ readonly newest: { readonly state: string } | null }>(() => ({ newest: null }))
vi.mock('../../membership/transactions/transactions.ts', () => ({
  sendTransaction: send,
  useIsUnderWay: () => usePayments(({ newest }) => newest?.state === 'pending'),
  useTransaction: () => usePayments(({ newest }) => newest),
}))
vi.mock('../../membership/transactions/gas-line.tsx', () => ({ GasLine: () => null }))

const OWNER = `0x${'a'.repeat(40)}` as const
const USDC = `0x${'b'.repeat(40)}` as const
const SELLER = `0x${'c'.repeat(40)}` as const
const NOW = Date.UTC(2026, 10, 22, 12)
const ipc = { id: 2, name: 'IPC', price: '49000000', included: null } as const

beforeEach(() => {
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] })
  send.mockResolvedValue({ state: 'confirmed' })
  queryClient.setQueryData(allowanceQuery({ token: USDC, owner: OWNER, spender: SELLER }).queryKey, {
    allowance: 10n ** 9n,
    balance: 10n ** 9n,
  })
  const contracts = { usdc: USDC, subscriptions: SELLER }
  render(<SubscriptionsPayForm plans={[ipc]} own={[]} owner={OWNER} contracts={contracts} />)
})
afterEach(() => {
  cleanup()
  usePayments.setState({ newest: null })
  queryClient.clear()
  vi.useRealTimers()
})

it('shows the new end date before anything is paid, and updates it with the months', () => {
  const until = (days: number) => `New end date: ${new Date(NOW + days * DAY_MS).toLocaleDateString(undefined, { dateStyle: 'long' })}`
  expect(screen.getByText(until(30))).toBeTruthy()
  fireEvent.change(screen.getByLabelText('Months'), { target: { value: '3' } })
  expect(screen.getByText(until(90))).toBeTruthy()
  fireEvent.change(screen.getByLabelText('Months'), { target: { value: '25' } })
  expect(screen.queryByText(/^New end date/)).toBeNull()
  expect(screen.getByText('Choose a plan and 1 to 24 months.')).toBeTruthy()
})

it('hides Pay after a payment until the user asks for more months', async () => {
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Pay' })))
  expect(send).toHaveBeenCalledTimes(1)
  expect(screen.queryByRole('button', { name: 'Pay' })).toBeNull()
  expect(screen.getByText(/^Paid\./)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Pay for more months' }))
  expect(screen.getByRole('button', { name: 'Pay' })).toBeTruthy()
  expect(send).toHaveBeenCalledTimes(1)
})

it('hides Pay after a payment from another tab, but not after one made before the form was opened', () => {
  const now = (state: string) => act(() => usePayments.setState({ newest: { state } }))
  now('confirmed')
  expect(screen.getByRole('button', { name: 'Pay' })).toBeTruthy()
  now('pending')
  now('failed')
  expect(screen.getByRole('button', { name: 'Pay' })).toBeTruthy()
  now('pending')
  now('confirmed')
  expect(screen.queryByRole('button', { name: 'Pay' })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Pay for more months' }))
  expect(screen.getByRole('button', { name: 'Pay' })).toBeTruthy()
})
