import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { api } from '../../../lib/http/api.ts'
import { queryClient } from '../../../lib/http/query-client.ts'
import { LiveTicket } from './live-ticket.tsx'

vi.mock('./worker-address.ts', () => ({ openWorker: () => new EventTarget() }))

const OFF = {
  is_on: false,
  reason: 'Live orders are off: the operator has not installed a signer.',
  signer_sha256: null,
  account_ends: null,
  instruments: [],
}
const ON = {
  is_on: true,
  reason: null,
  signer_sha256: 'a'.repeat(64),
  account_ends: '1628',
  instruments: [{ symbol: 'BTC-USDT', tick: '0.1', lot: '0.001', min_size: '0.001' }],
}
const ORDER = {
  client_id: 'live-order-1',
  symbol: 'BTC-USDT',
  side: 'buy',
  type: 'limit',
  size: '0.01',
  price: '60000',
  state: 'unknown',
  reason: 'ApeX Omni did not answer. Aerie asks until it is known, and never sends the order again.',
  order: null,
  twin: null,
}

const answers = (live: object, orders: readonly object[] = []) =>
  vi.spyOn(api, 'get').mockImplementation(async (path) => (path.endsWith('/live') ? live : { orders }) as never) // as the schemas would
const show = (symbol = 'BTC') =>
  render(
    <MemoryRouter>
      <LiveTicket symbol={symbol} />
    </MemoryRouter>,
  )

beforeEach(() => queryClient.clear())
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

it('shows the reason and no form where live orders are off', async () => {
  answers(OFF)
  show()
  await screen.findByText(OFF.reason)
  expect(screen.queryByRole('form')).toBeNull()
  expect(screen.getByRole('link', { name: 'Account → Apex' })).toBeTruthy()
})

it('says that it is live, whose account it is, and signs nothing without a seed', async () => {
  answers(ON)
  show()
  await screen.findByText(/LIVE\. Orders from here go to ApeX Omni account …1628/)
  expect(screen.getByRole('button', { name: 'Enter seed to sign' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Review LIVE order' })).toBeNull()
})

it('has no form for what ApeX does not trade', async () => {
  answers(ON)
  show('HYPE')
  await screen.findByText('ApeX Omni does not trade HYPE-USDT now.')
  expect(screen.queryByRole('form')).toBeNull()
})

it('shouts about an outcome that is not known', async () => {
  answers(ON, [ORDER])
  show()
  await screen.findByText('OUTCOME UNKNOWN')
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe(ORDER.reason))
})
