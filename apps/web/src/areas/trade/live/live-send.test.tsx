import { urlOf } from '@aerie/wire/endpoint'
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { api } from '../../../platform/api/api.ts'
import { ApiError } from '../../../platform/api/api-error.ts'
import { queryClient } from '../../../platform/api/query-client.ts'
import { answerProof } from '../../../platform/session/ask-proof.ts'
import { LiveTicket } from './live-ticket.tsx'

const SIGNATURE = 'ab'.repeat(32)
const signing = vi.fn<(text: string) => Promise<string>>()
vi.mock(import('../../../platform/api/api.ts'), async (original) => {
  const { api, ...rest } = await original()
  return { ...rest, api: Object.assign(vi.fn(api), api) }
})
vi.mock('./signer.ts', () => ({
  faultOf: () => null,
  forgetSeed: () => undefined,
  sign: (text: string) => signing(text),
  useSigner: (select: (state: { readonly isReady: boolean }) => unknown) => select({ isReady: true }),
}))

const ON = {
  is_on: true,
  reason: null,
  signer_sha256: 'a'.repeat(64),
  account_ends: '1628',
  address: null,
  network: 'mainnet',
  instruments: [
    { symbol: 'BTC-USDT', tick: '0.1', lot: '0.001', min_size: '0.001' },
    { symbol: 'ETH-USDT', tick: '0.1', lot: '0.001', min_size: '0.001' },
  ],
}
const FACTS = {
  trigger: null,
  notional: '600',
  limit_fee: '0.3',
  expires_at: '2026-01-30T12:00:00.000Z',
  sign_by: '2026-01-02T12:02:00.000Z',
  contract: { account: '586213648326721628', pair: '50001', taker_fee_rate: '0.0005', maker_fee_rate: '0.0002' },
  state: 'prepared',
  reason: null,
  prepared_at: '2026-01-02T12:00:00.000Z',
  sent_at: null,
  judged_at: null,
  order: null,
  twin: null,
}
const OPEN = { state: 'open', matched: { size: null, value: null, fee: null } }

const prepared: object[] = []
const sent: { readonly path: string; readonly body: unknown }[] = []
let onSend: () => Promise<object>

const server = async (path: string, body: unknown): Promise<object> => {
  if (path.endsWith('/send')) {
    sent.push({ path, body })
    return await onSend()
  }
  prepared.push(body as object)
  return { ...FACTS, ...(body as object) }
}
const show = (symbol = 'BTC') => (
  <MemoryRouter>
    <LiveTicket symbol={symbol} />
  </MemoryRouter>
)
const button = (name: string | RegExp) => screen.getByRole('button', { name, hidden: true })
const press = (name: string | RegExp) => act(async () => void fireEvent.click(button(name)))
const SEND = 'Send LIVE · Buy 0.01 BTC-USDT'
const dialog = () => screen.queryByRole('dialog', { hidden: true })
const alertText = async () => (await screen.findByRole('alert', { hidden: true })).textContent

const review = async () => {
  const rendered = render(show())
  const form = within(await screen.findByRole('form'))
  fireEvent.change(form.getByLabelText('Price'), { target: { value: '60000' } })
  fireEvent.change(form.getByLabelText('Size'), { target: { value: '0.01' } })
  await press('Review LIVE order')
  await screen.findByText('Send this LIVE order?')
  return rendered
}
const rejects = (status: number, code: ApiError['code'], reason?: string) => () =>
  Promise.reject(new ApiError({ code, status, detail: '', reason }))

beforeEach(() => {
  queryClient.clear()
  prepared.length = 0
  sent.length = 0
  signing.mockReset().mockResolvedValue(SIGNATURE)
  HTMLDialogElement.prototype.showModal = vi.fn<() => void>()
  HTMLDialogElement.prototype.close = vi.fn<() => void>()
  vi.mocked(api).mockImplementation(async (endpoint, input) => {
    const path = urlOf(endpoint, input as object)
    if (endpoint.method === 'POST') return (await server(path, 'body' in input ? input.body : undefined)) as never
    return (path.endsWith('/live') ? ON : { orders: [] }) as never
  })
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

it.each([
  ['no answer at all', 0, 'offline'],
  ['an error of the server', 500, 'internal'],
  ['an error of a proxy', 502, 'unavailable'],
  ['a proxy that gave up', 408, 'bad_answer'],
  ['an answer that cannot be read', 200, 'bad_answer'],
] as const)('after %s keeps the order and retries with the same id and signature, never a second order', async (_what, status, code) => {
  onSend = rejects(status, code)
  await review()
  await press(SEND)
  expect(await alertText()).toBe('No answer. The order may have been sent. Press again to ask. This can still send it, but never twice.')
  expect(dialog()).not.toBeNull()
  onSend = async () => ({ ...FACTS, state: 'accepted', order: OPEN })
  await press(SEND)
  await waitFor(() => expect(dialog()).toBeNull())
  expect(screen.queryByRole('alert')).toBeNull()
  expect(prepared).toHaveLength(1)
  expect(new Set(sent.map(({ path }) => path)).size).toBe(1)
  expect(sent.map(({ body }) => body)).toEqual([{ signature: SIGNATURE }, { signature: SIGNATURE }])
  expect(signing).toHaveBeenCalledOnce()
})

it.each([
  ['a login that has ended', rejects(401, 'invalid_token'), 'Log in again'],
  ['too many questions', rejects(429, 'rate_limited'), 'Too many'],
])('once the order may have been sent, %s does not decide its outcome: it is kept', async (_what, answer, message) => {
  onSend = rejects(0, 'offline')
  await review()
  await press(SEND)
  await screen.findByText('No answer. The order may have been sent. Press again to ask. This can still send it, but never twice.')
  onSend = answer
  await press(SEND)
  await waitFor(async () => expect(await alertText()).toContain(message))
  expect(await alertText()).toContain('Whether the order was sent is still not known')
  expect(dialog()).not.toBeNull()
})

it('drops the order on an explicit rejection, which sent nothing', async () => {
  onSend = rejects(422, 'rule_broken')
  await review()
  await press(SEND)
  await waitFor(() => expect(dialog()).toBeNull())
  expect(await alertText()).toBe('This is not allowed.')
})

it('warns before leaving an order without an answer', async () => {
  onSend = rejects(0, 'offline')
  await review()
  await press(SEND)
  await screen.findByText('No answer. The order may have been sent. Press again to ask. This can still send it, but never twice.')
  await press('Back')
  expect(dialog()).toBeNull()
  expect(await alertText()).toBe('The last order may have been sent. Look for it under Open and Recent before you place it again.')
})

it.each([
  ['refused', { state: 'refused', reason: 'ApeX Omni says: not enough margin' }, 'ApeX Omni says: not enough margin'],
  ['unknown', { state: 'unknown', reason: 'ApeX Omni did not answer.' }, 'ApeX Omni did not answer.'],
  ['on its way', { state: 'sent' }, 'The outcome of the order is not known yet. It appears in the list below.'],
  ['signed and not sent yet', { state: 'signed' }, 'The outcome of the order is not known yet. It appears in the list below.'],
  [
    'cancelled at once',
    { state: 'accepted', order: { ...OPEN, state: 'canceled' } },
    'ApeX Omni took the order and ended it at once. It is under Recent.',
  ],
])('shows what became of an order that is %s', async (_what, order, message) => {
  onSend = async () => ({ ...FACTS, ...order })
  await review()
  await press(SEND)
  await waitFor(() => expect(dialog()).toBeNull())
  expect(await alertText()).toBe(message)
})

it('reports that nothing was sent when the user does not confirm their identity', async () => {
  onSend = rejects(403, 'forbidden', 'reauthentication_required')
  await review()
  await press(SEND)
  await act(async () => answerProof(false))
  await waitFor(() => expect(dialog()).toBeNull())
  expect(await alertText()).toBe('You did not confirm that it is you. Nothing was sent.')
})

it.each([
  ['Back', () => press('Back')],
  ['Escape', () => act(async () => void fireEvent(dialog() ?? document.body, new Event('cancel', { cancelable: true })))],
])('%s during signing withdraws the order: nothing is sent', async (_what, leave) => {
  const { promise, resolve } = Promise.withResolvers<string>()
  signing.mockReturnValue(promise)
  await review()
  await press(SEND)
  await waitFor(() => expect(signing).toHaveBeenCalledOnce())
  await leave()
  expect(dialog()).toBeNull()
  await act(async () => resolve(SIGNATURE))
  expect(await alertText()).toBe('You went back. Nothing was sent.')
  expect(sent).toEqual([])
})

it.each([
  ['another coin', (rerender: (ui: React.ReactNode) => void) => rerender(show('ETH'))],
  ['another page', (rerender: (ui: React.ReactNode) => void) => rerender(null)],
])('sends nothing when the signature arrives after the user switched to %s', async (_what, go) => {
  const { promise, resolve } = Promise.withResolvers<string>()
  signing.mockReturnValue(promise)
  const { rerender } = await review()
  await press(SEND)
  await waitFor(() => expect(signing).toHaveBeenCalledOnce())
  act(() => go(rerender))
  await act(async () => resolve(SIGNATURE))
  expect(sent).toEqual([])
})

it('stays open while the order is being sent, and shows that it can no longer be stopped', async () => {
  const { promise, resolve } = Promise.withResolvers<object>()
  onSend = () => promise
  await review()
  await press(SEND)
  await screen.findByText('Sending. It can no longer be stopped from here.')
  await press('Back')
  await press('Close')
  await act(async () => void fireEvent(dialog() ?? document.body, new Event('cancel', { cancelable: true })))
  expect(dialog()).not.toBeNull()
  await act(async () => resolve({ ...FACTS, state: 'accepted', order: OPEN }))
  await waitFor(() => expect(dialog()).toBeNull())
  expect(sent).toHaveLength(1)
})
