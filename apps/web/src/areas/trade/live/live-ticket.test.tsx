import { urlOf } from '@aerie/wire/endpoint'
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { api } from '../../../platform/api/api.ts'
import { queryClient } from '../../../platform/api/query-client.ts'
import { LiveTicket } from './live-ticket.tsx'

vi.mock(import('../../../platform/api/api.ts'), async (original) => {
  const { api, ...rest } = await original()
  return { ...rest, api: Object.assign(vi.fn(api), api) }
})
vi.mock('./worker-address.ts', () => ({ openWorker: () => new EventTarget() }))
vi.mock('../../membership/wallet.ts', () => ({ loadWallet: async () => ({}) }))

const OFF = {
  is_on: false,
  reason: 'Live orders are off: the operator has not installed a signer.',
  signer_sha256: null,
  account_ends: null,
  address: null,
  network: 'mainnet',
  instruments: [],
}
const ON = {
  is_on: true,
  reason: null,
  signer_sha256: 'a'.repeat(64),
  account_ends: '1628',
  address: '0x0000000000000000000000000000000000000001',
  network: 'mainnet',
  instruments: [{ symbol: 'BTC-USDT', tick: '0.1', lot: '0.001', min_size: '0.001' }],
}
const ORDER = {
  client_id: 'live-order-1',
  symbol: 'BTC-USDT',
  side: 'buy',
  type: 'limit',
  size: '0.01',
  price: '60000',
  trigger: null,
  reduce_only: false,
  post_only: false,
  prepared_at: '2026-01-02T12:00:00.000Z',
  sent_at: '2026-01-02T12:00:01.000Z',
  state: 'unknown',
  reason: 'ApeX Omni did not answer. Aerie asks until it is known, and never sends the order again.',
  order: null,
  twin: null,
}

const deleting = vi.fn<(path: string) => Promise<unknown>>()
const answers = (live: object, orders: readonly object[] = [], atApex: readonly object[] = []) =>
  vi.mocked(api).mockImplementation(async (endpoint, input) => {
    const path = urlOf(endpoint, input as object)
    if (endpoint.method === 'DELETE') return (await deleting(path)) as never
    return (path.endsWith('/live') ? live : { orders: path.endsWith('/overview') ? atApex : orders }) as never
  })
const show = (symbol = 'BTC') =>
  render(
    <MemoryRouter>
      <LiveTicket symbol={symbol} />
    </MemoryRouter>,
  )

beforeEach(() => {
  queryClient.clear()
  deleting.mockReset()
  HTMLDialogElement.prototype.showModal = vi.fn<() => void>()
  HTMLDialogElement.prototype.close = vi.fn<() => void>()
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

it('shows the reason and no form when live orders are off', async () => {
  answers(OFF)
  show()
  await screen.findByText(OFF.reason)
  expect(screen.queryByRole('form')).toBeNull()
  expect(screen.getByRole('link', { name: 'Account → Apex' })).toBeTruthy()
})

it('shows that it is live and for which account, and signs nothing without a seed', async () => {
  answers(ON)
  show()
  await screen.findByText(/LIVE\. Orders from here go to ApeX Omni account …1628/)
  expect(screen.getByRole('button', { name: 'Unlock signing' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Review LIVE order' })).toBeNull()
  // Opening the seed dialog must not show a validation error.
  await press('Unlock signing')
  expect(screen.getByLabelText('ApeX Omni seed (hexadecimal)')).toBeTruthy()
  expect(screen.queryByText('Required')).toBeNull()
})

it('shows no form for coins that ApeX does not trade', async () => {
  answers(ON)
  show('HYPE')
  await screen.findByText('HYPE-USDT cannot be traded on ApeX Omni now.')
  expect(screen.queryByRole('form')).toBeNull()
})

it('raises an alert for an unknown outcome', async () => {
  answers(ON, [ORDER])
  show()
  await screen.findByText('OUTCOME UNKNOWN')
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe(ORDER.reason))
})

const DONE = { size: null, value: null, fee: null }
const REPORTED_ORDER = {
  id: '91',
  client_id: 'live-order-2',
  symbol: 'BTC-USDT',
  side: 'sell',
  type: 'STOP_MARKET',
  state: 'untriggered',
  size: '0.5',
  price: '58000',
  trigger: '59000',
  reduce_only: true,
  matched: { ...DONE, size: '0.1' },
  settled: DONE,
  created_at: null,
}
const STOP = {
  ...ORDER,
  client_id: 'live-order-2',
  side: 'sell',
  type: 'stop',
  size: '0.5',
  trigger: '59000',
  reduce_only: true,
  state: 'accepted',
  reason: null,
  order: REPORTED_ORDER,
}
const FILLED = {
  ...STOP,
  client_id: 'live-order-3',
  order: { ...REPORTED_ORDER, client_id: 'live-order-3', state: 'filled', matched: { size: '0.5', value: '29500', fee: '14' } },
}
const press = (name: string) => act(async () => void fireEvent.click(screen.getByRole('button', { name, hidden: true })))
const list = () => within(screen.getByRole('region', { name: 'Live orders' }))

it('lists open orders, including those of other programs, separately from recent ones', async () => {
  answers(ON, [FILLED, STOP, ORDER], [REPORTED_ORDER, { ...REPORTED_ORDER, id: '92', client_id: null, size: '2' }])
  show()
  await screen.findByText('Placed outside Aerie', { exact: false })
  const rows = list()
    .getAllByRole('listitem')
    .map((row) => row.textContent)
  expect(rows).toHaveLength(3)
  expect(rows[0]).toContain('Sell 0.5 BTC-USDT')
  expect(rows[0]).toContain('trigger 59,000')
  expect(rows[0]).toContain('0.1 / 0.5 filled')
  expect(rows[2]).toContain('Sell 2 BTC-USDT')
  await press('Recent')
  expect(list().getAllByRole('listitem')).toHaveLength(1)
  expect(list().getByRole('listitem').textContent).toContain('Filled')
  expect(list().queryByRole('button', { name: /Cancel LIVE/ })).toBeNull()
  // 29,500 for 0.5.
  expect(list().getByText('59,000.00')).toBeTruthy()
})

it('shows an order that ApeX has open despite a local refusal, and allows cancelling it', async () => {
  const refused = { ...STOP, state: 'refused', reason: 'ApeX Omni does not know this order.', order: null }
  const ended = { ...FILLED, order: { ...FILLED.order, state: 'canceled' } }
  // ApeX itself reported the ended order, so an older list that still has it open is ignored.
  answers(ON, [refused, ended], [REPORTED_ORDER, { ...REPORTED_ORDER, id: '93', client_id: ended.client_id }])
  const calls = deleting.mockResolvedValue(null)
  show()
  await screen.findByText('ApeX Omni has it after all', { exact: false })
  expect(list().getAllByRole('listitem')).toHaveLength(1)
  await press('Cancel LIVE Sell 0.5 BTC-USDT')
  await press('Cancel LIVE order')
  expect(calls.mock.calls.map(([path]) => path)).toEqual(['/account/apex/orders/91'])
})

it('cancels an order after confirmation, and shows what stays unprotected', async () => {
  answers(ON, [STOP])
  const calls = deleting.mockResolvedValue({ ...STOP, order: { ...REPORTED_ORDER, state: 'canceled' } })
  show()
  await screen.findByText('Sell 0.5 BTC-USDT')
  await press('Cancel LIVE Sell 0.5 BTC-USDT')
  expect(screen.getByText(/Without it the position has no stop/)).toBeTruthy()
  expect(calls).not.toHaveBeenCalled()
  await press('Cancel LIVE order')
  expect(calls.mock.calls.map(([path]) => path)).toEqual(['/account/apex/live-orders/live-order-2'])
  await waitFor(() => expect(screen.queryByText('Cancel this LIVE order?')).toBeNull())
})

it('cancels all orders after confirming their number, and keeps the dialog open on failure', async () => {
  answers(ON, [STOP, ORDER])
  const calls = deleting.mockRejectedValue(new Error('ApeX Omni did not answer.'))
  show()
  await screen.findByText('OUTCOME UNKNOWN')
  await press('Cancel all LIVE')
  expect(screen.getByText(/2 listed here, in every market/)).toBeTruthy()
  await act(
    async () => void fireEvent.click(screen.getAllByRole('button', { name: 'Cancel all LIVE', hidden: true }).at(-1) ?? document.body),
  )
  expect(calls.mock.calls.map(([path]) => path)).toEqual(['/account/apex/orders'])
  await waitFor(() =>
    expect(
      within(screen.getByText('Cancel all LIVE orders at ApeX Omni?').closest('dialog') ?? document.body).getByRole('alert', {
        hidden: true,
      }),
    ).toBeTruthy(),
  )
})

it('requires a trigger for trigger orders, and treats them as reduce-only', async () => {
  answers(ON)
  show()
  const form = within(await screen.findByRole('form'))
  expect(form.queryByLabelText('Trigger (index)')).toBeNull()
  fireEvent.change(form.getByLabelText('Other order types'), { target: { value: 'stop' } })
  expect(form.getByLabelText('Trigger (index)')).toBeTruthy()
  expect(form.getByLabelText('Worst price')).toBeTruthy()
  expect(form.getByRole('checkbox', { name: 'Reduce-only', checked: true })).toBeTruthy()
  await press('Market')
  expect(form.getByRole('checkbox', { name: 'Reduce-only', checked: false })).toBeTruthy()
})
