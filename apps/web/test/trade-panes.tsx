import type { BookSnapshot } from '@aerie/wire/market/charts'
import type { OrderBody } from '@aerie/wire/trading/trading'
import type { OrderPreview, TradingOrder } from '@aerie/wire/trading/trading-orders'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, vi } from 'vitest'
import { TicketSlot } from '../src/areas/trade/ticket/ticket-slot.tsx'
import { tradingCalls } from '../src/areas/trading/account/trading-calls.ts'
import { useMoving } from '../src/areas/trading/moves/moving.ts'
import { useSubmissions } from '../src/areas/trading/orders/submissions.ts'
import { testAccount, testFill, testInstrument, testOrder, testPosition } from '../src/areas/trading/test/account.ts'
import { fillTicket } from '../src/areas/trading/ticket/ticket-draft.ts'
import type { SlotProps } from '../src/areas/workspace/slots/slot.ts'
import { ApiError } from '../src/platform/api/api-error.ts'
import { queryClient } from '../src/platform/api/query-client.ts'
import { userLeft } from '../src/platform/api/query-client-users.ts'
import { receiveBook, showBook } from '../src/platform/live/market/book.ts'
import { setLink } from '../src/platform/live/market/market-status.ts'
import { T0 } from '../src/platform/live/test/market.ts'

const PROPS: SlotProps = {
  id: 'slot',
  channel: 1,
  symbol: 'HYPE',
  selectCoin: () => undefined,
  options: {},
  changeOptions: () => undefined,
}
const side = (given: Partial<OrderPreview['before']> = {}): OrderPreview['before'] => ({
  equity: '9998.576498',
  free_margin: '9742.931498',
  margin_used: '255.645',
  maintenance: '63.91125',
  leverage: '0.2556',
  size: '0',
  entry: null,
  liquidation_price: null,
  ...given,
})
export const testPreview = (given: Partial<OrderPreview> = {}): OrderPreview => ({
  before: side(),
  after: side({ size: '100', leverage: '0.51', liquidation_price: '12.5' }),
  average_price: '25.56722976',
  fills: '100',
  rests: '0',
  queue_ahead: null,
  fee: '1.150526',
  slippage: '0.00010678',
  impact: { fraction: '0.0000481015', usdc: '0.122976' },
  liquidation_price: '12.5',
  refusal: null,
  warnings: ['NOT_ENOUGH_LIQUIDITY'],
  ...given,
})

/** Server calls with default responses that a test can replace. */
export const calls = {
  account: vi.spyOn(tradingCalls, 'account'),
  openOrders: vi.spyOn(tradingCalls, 'openOrders'),
  positions: vi.spyOn(tradingCalls, 'positions'),
  fills: vi.spyOn(tradingCalls, 'fills'),
  ledger: vi.spyOn(tradingCalls, 'ledger'),
  accounts: vi.spyOn(tradingCalls, 'accounts'),
  instruments: vi.spyOn(tradingCalls, 'instruments'),
  preview: vi.spyOn(tradingCalls, 'preview'),
  place: vi.spyOn(tradingCalls, 'place'),
  orderNamed: vi.spyOn(tradingCalls, 'orderNamed'),
  modify: vi.spyOn(tradingCalls, 'modify'),
  cancel: vi.spyOn(tradingCalls, 'cancel'),
  close: vi.spyOn(tradingCalls, 'close'),
  rearm: vi.spyOn(tradingCalls, 'rearm'),
  leverage: vi.spyOn(tradingCalls, 'leverage'),
  margin: vi.spyOn(tradingCalls, 'margin'),
  scheduleCancel: vi.spyOn(tradingCalls, 'scheduleCancel'),
  dropScheduledCancel: vi.spyOn(tradingCalls, 'dropScheduledCancel'),
  positionsOf: vi.spyOn(tradingCalls, 'positionsOf'),
  ordersOf: vi.spyOn(tradingCalls, 'ordersOf'),
}
/** The error of a call without a connection. */
export const offline = () => new ApiError({ code: 'offline', status: 0, detail: '' })
export const answer = (body: OrderBody, given: Partial<TradingOrder> = {}) =>
  testOrder(9, { client_id: body.client_id, size: body.size ?? '0', ...given })

/** A HYPE book at a time in milliseconds. */
export const bookAt = (as_of: number): BookSnapshot => ({
  symbol: 'HYPE',
  state: 'known',
  bids: [[25.563, 49]],
  asks: [[25.566, 14]],
  trades: [],
  quote: 'USD',
  source: 'sim',
  as_of,
})
/** Sets up an account, a market and a book before each test and removes them afterwards. */
export function panesStage(): void {
  let dropBook = (): void => undefined
  beforeEach(() => {
    userLeft.emit()
    queryClient.clear()
    for (const call of Object.values(calls)) call.mockReset()
    calls.account.mockResolvedValue(testAccount())
    calls.accounts.mockResolvedValue([])
    calls.openOrders.mockResolvedValue([testOrder(1)])
    calls.positions.mockResolvedValue([testPosition()])
    calls.fills.mockResolvedValue({ data: [testFill(4)], next: null })
    calls.instruments.mockResolvedValue([testInstrument()])
    calls.preview.mockResolvedValue(testPreview())
    setLink('socket')
    useSubmissions.setState({ list: [] })
    useMoving.setState({ moving: null })
    fillTicket('HYPE', {}, null)
    dropBook = showBook('HYPE')
    receiveBook(bookAt(T0))
  })
  afterEach(() => {
    cleanup()
    dropBook()
  })
}

/** Renders a HYPE pane of the trade screen. */
export const show = (Slot: (props: SlotProps) => React.ReactNode) =>
  render(
    <MemoryRouter>
      <Slot {...PROPS} />
    </MemoryRouter>,
  )
export const type = (label: string | RegExp, text: string) => fireEvent.change(screen.getByLabelText(label), { target: { value: text } })
export const ticket = async () => {
  show(TicketSlot)
  await screen.findByRole('form')
}
export const submitButton = () => screen.getByRole('button', { name: /^(Buy|Sell) .*paper/ })
