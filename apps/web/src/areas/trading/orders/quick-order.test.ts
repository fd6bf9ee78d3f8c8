import '../../../../test/no-live-socket.ts'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { queryClient } from '../../../platform/api/query-client.ts'
import { receiveBook, showBook } from '../../../platform/live/market/book.ts'
import { setLink } from '../../../platform/live/market/market-status.ts'

const notices = vi.hoisted((): { list: string[] } => ({ list: [] }))
vi.mock(import('../../../platform/toasts/toast.ts'), async (original) => ({
  ...(await original()),
  notify: (_type: string, text: string) => void notices.list.push(text),
}))

import { ApiError } from '../../../platform/api/api-error.ts'
import { viewOf } from '../account/account-view.ts'
import { instrumentsQuery } from '../account/instruments.ts'
import { tradingCalls } from '../account/trading-calls.ts'
import { useTradingState } from '../account/trading-state.ts'
import { testAccount, testInstrument, testOrder } from '../test/account.ts'
import { changeTicket, fillTicket } from '../ticket/ticket-draft.ts'
import { arm, disarm, IDLE_MS, useArmed } from './armed.ts'
import { quickOrder } from './quick-order.ts'

const place = vi.spyOn(tradingCalls, 'place')
let dropBook = (): void => undefined
beforeEach(() => {
  notices.list = []
  place.mockReset()
  place.mockImplementation(async ({ client_id }) => testOrder(9, { client_id }))
  setLink('socket')
  queryClient.setQueryData(instrumentsQuery.queryKey, [testInstrument()])
  useTradingState.setState({ view: viewOf({ account: testAccount(), orders: [], positions: [], fills: [] }), error: null })
  dropBook = showBook('HYPE')
  receiveBook({
    symbol: 'HYPE',
    state: 'known',
    bids: [[25.563, 49]],
    asks: [[25.566, 14]],
    trades: [],
    quote: 'USD',
    source: 'sim',
    as_of: Date.now(),
  })
  fillTicket('HYPE', {}, null)
  changeTicket({ amount: '100', unit: 'coin', takeProfit: '30', stopLoss: '20', isReduceOnly: true })
})
afterEach(() => {
  disarm('user')
  dropBook()
  vi.useRealTimers()
})

it('sends nothing unless armed', async () => {
  expect(await quickOrder('HYPE', { side: 'buy', type: 'limit', price: '25.563' })).toBe(false)
  expect(place).not.toHaveBeenCalled()
})

it('sends the size of the ticket at the clicked price, without exits and terms of another order', async () => {
  arm()
  expect(await quickOrder('HYPE', { side: 'buy', type: 'limit', price: '25.563' })).toBe(true)
  expect(place.mock.lastCall?.[0]).toMatchObject({ symbol: 'HYPE', side: 'buy', type: 'limit', price: '25.563', size: '100' })
  const sent = Object.keys(place.mock.lastCall?.[0] ?? {})
  expect(sent.filter((name) => ['take_profit', 'stop_loss', 'reduce_only', 'expires_at'].includes(name))).toEqual([])
})

it('keeps the stop-loss of a size by risk, which is undefined without it', async () => {
  arm()
  changeTicket({ amount: '1', unit: 'risk', stopLoss: '25.063' })
  expect(await quickOrder('HYPE', { side: 'buy', type: 'limit', price: '25.563' })).toBe(true)
  const [body] = place.mock.lastCall ?? []
  expect([body?.stop_loss, body?.take_profit]).toEqual([{ trigger: '25.063' }, undefined])
  // One percent of 9,998.58 USDC over half a dollar a coin plus the fees of entry and exit.
  expect(Number(body?.size)).toBeCloseTo(99.98 / (0.5 + 0.00045 * (25.563 + 25.063)), 1)
})

it('shows what is missing, and sends nothing', async () => {
  arm()
  changeTicket({ amount: '' })
  expect(await quickOrder('HYPE', { side: 'buy', type: 'market' })).toBe(false)
  setLink('offline')
  expect(await quickOrder('HYPE', { side: 'buy', type: 'market' })).toBe(false)
  expect(notices.list).toEqual([expect.stringMatching(/^Not sent: /), 'Not sent: Nothing can be sent until the server answers again.'])
  expect(place).not.toHaveBeenCalled()
})

it('sends nothing from a ticket of another coin, and shows which coin it is', async () => {
  arm()
  fillTicket('BTC', { amount: '0.5', leverage: '3' }, null)
  expect(await quickOrder('HYPE', { side: 'buy', type: 'market' })).toBe(false)
  expect([notices.list, place.mock.calls]).toEqual([['Not sent: The ticket is on BTC.'], []])
})

it('shows why the server rejected it', async () => {
  arm()
  place.mockRejectedValue(
    new ApiError({ code: 'rule_broken', reason: 'perpMarginRejected', status: 422, detail: 'There is not enough free margin.' }),
  )
  expect(await quickOrder('HYPE', { side: 'sell', type: 'market' })).toBe(false)
  expect(notices.list).toEqual(['Not sent: There is not enough free margin.'])
})

it('restarts the idle timer with each order', async () => {
  vi.useFakeTimers()
  arm()
  vi.advanceTimersByTime(IDLE_MS - 1)
  await quickOrder('HYPE', { side: 'buy', type: 'market' })
  vi.advanceTimersByTime(IDLE_MS - 1)
  expect(useArmed.getState().isArmed).toBe(true)
})
