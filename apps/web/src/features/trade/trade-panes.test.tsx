import type { BookSnapshot } from '@aerie/wire/charts'
import type { OrderBody } from '@aerie/wire/trading'
import type { OrderPreview, TradingOrder } from '@aerie/wire/trading-orders'
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError } from '../../lib/api-error.ts'
import { queryClient } from '../../lib/query-client.ts'
import { receiveBook, showBook } from '../../live/book.ts'
import { putStatus, setLink, useMarketState } from '../../live/market-status.ts'
import { T0, testStatus } from '../../live/test-market.ts'
import { useMoving } from '../../trading/moving.ts'
import { useSubmissions } from '../../trading/submissions.ts'
import { testAccount, testFill, testInstrument, testOrder, testPosition } from '../../trading/test-account.ts'
import { fillTicket, useTicket } from '../../trading/ticket/ticket-draft.ts'
import { tradingCalls } from '../../trading/trading-calls.ts'
import type { SlotProps } from '../../workspace/slots/slot.ts'
import { BalancesSlot } from './account/balances-slot.tsx'
import { FillsSlot } from './fills/fills-slot.tsx'
import { OrdersSlot } from './orders/orders-slot.tsx'
import { PositionsSlot } from './positions/positions-slot.tsx'
import { TicketSlot } from './ticket/ticket-slot.tsx'

vi.mock(import('../../live/messages-client.ts'), async (original) => ({ ...(await original()), openMessages: () => undefined }))
vi.mock(import('../../live/live-client.ts'), async (original) => ({
  ...(await original()),
  startLive: () => undefined,
  joinLive: () => undefined,
}))

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
const PREVIEW: OrderPreview = {
  before: side(),
  after: side({ size: '100', leverage: '0.51', liquidation_price: '12.5' }),
  average_price: '25.56722976',
  fills: '100',
  rests: '0',
  queue_ahead: null,
  fee: '1.150526',
  slippage: '0.00010678',
  liquidation_price: '12.5',
  refusal: null,
  warnings: ['NOT_ENOUGH_LIQUIDITY'],
}

const calls = {
  account: vi.spyOn(tradingCalls, 'account'),
  openOrders: vi.spyOn(tradingCalls, 'openOrders'),
  positions: vi.spyOn(tradingCalls, 'positions'),
  fills: vi.spyOn(tradingCalls, 'fills'),
  accounts: vi.spyOn(tradingCalls, 'accounts'),
  instruments: vi.spyOn(tradingCalls, 'instruments'),
  preview: vi.spyOn(tradingCalls, 'preview'),
  place: vi.spyOn(tradingCalls, 'place'),
  orderNamed: vi.spyOn(tradingCalls, 'orderNamed'),
  modify: vi.spyOn(tradingCalls, 'modify'),
  cancel: vi.spyOn(tradingCalls, 'cancel'),
  close: vi.spyOn(tradingCalls, 'close'),
  leverage: vi.spyOn(tradingCalls, 'leverage'),
  margin: vi.spyOn(tradingCalls, 'margin'),
  positionsOf: vi.spyOn(tradingCalls, 'positionsOf'),
  ordersOf: vi.spyOn(tradingCalls, 'ordersOf'),
}
const offline = () => new ApiError({ code: 'offline', status: 0, detail: '' })
const answer = (body: OrderBody, given: Partial<TradingOrder> = {}) =>
  testOrder(9, { client_id: body.client_id, size: body.size ?? '0', ...given })

const bookAt = (as_of: number): BookSnapshot => ({
  symbol: 'HYPE',
  state: 'known',
  bids: [[25.563, 49]],
  asks: [[25.566, 14]],
  trades: [],
  quote: 'USD',
  source: 'sim',
  as_of,
})
let dropBook = (): void => undefined
beforeEach(() => {
  queryClient.clear()
  for (const call of Object.values(calls)) call.mockReset()
  calls.account.mockResolvedValue(testAccount())
  calls.accounts.mockResolvedValue([])
  calls.openOrders.mockResolvedValue([testOrder(1)])
  calls.positions.mockResolvedValue([testPosition()])
  calls.fills.mockResolvedValue({ data: [testFill(4)], next: null })
  calls.instruments.mockResolvedValue([testInstrument()])
  calls.preview.mockResolvedValue(PREVIEW)
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

const show = (Slot: (props: SlotProps) => React.ReactNode) =>
  render(
    <MemoryRouter>
      <Slot {...PROPS} />
    </MemoryRouter>,
  )
const type = (label: string | RegExp, text: string) => fireEvent.change(screen.getByLabelText(label), { target: { value: text } })
const ticket = async () => {
  show(TicketSlot)
  await screen.findByRole('form')
}
const submitButton = () => screen.getByRole('button', { name: /^(Buy|Sell) .*paper/ })

describe('the ticket', () => {
  it('says in its button what it sends, to which account, and whose prices those are', async () => {
    await ticket()
    type('Price', '25.5')
    type('Size', '100')
    expect(submitButton().textContent).toBe('Buy 100 HYPE · paper · simulated market')
  })

  it('shows the account before and after, by the server', async () => {
    await ticket()
    type('Price', '25.5')
    type('Size', '100')
    const table = screen.getByRole('table', { name: 'What the order would do' })
    await waitFor(() => expect(within(table).getByRole('row', { name: /^Liquidation/ }).textContent).toContain('12.5'))
    expect(within(table).getByRole('row', { name: /^Leverage/ }).textContent).toBe('Leverage0.25×0.51×')
    expect(screen.getByText('The book shows less than this size: the rest would not trade.')).toBeTruthy()
    expect(calls.preview.mock.lastCall?.[0]).toMatchObject({ type: 'limit', price: '25.5', size: '100' })
  })

  it('sends one order however often it is pressed, and is empty for the next', async () => {
    calls.place.mockImplementation(async (body) => answer(body))
    await ticket()
    type('Price', '25.5')
    type('Size', '100')
    // Both before anything is drawn again.
    act(() => {
      for (let press = 0; press < 2; press += 1)
        screen.getByRole('form').dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }))
    })
    await waitFor(() => expect(useTicket.getState().draft.amount).toBe(''))
    expect(calls.place).toHaveBeenCalledTimes(1)
  })

  it('keeps what was written where the server refuses, and says why', async () => {
    calls.place.mockRejectedValue(
      new ApiError({ code: 'rule_broken', word: 'perpMarginRejected', status: 422, detail: 'Too little free margin.' }),
    )
    await ticket()
    type('Price', '25.5')
    type('Size', '100')
    fireEvent.submit(screen.getByRole('form'))
    expect((await screen.findByRole('alert')).textContent).toBe('Too little free margin.')
    expect(useTicket.getState().draft.amount).toBe('100')
  })

  it('is not sent as long as something is wrong, and says what', async () => {
    await ticket()
    type('Price', '25.5005')
    type('Size', '100')
    fireEvent.submit(screen.getByRole('form'))
    expect(screen.getAllByText('The price step is 0.001.').length).toBeGreaterThan(0)
    expect([calls.place.mock.calls.length, submitButton().getAttribute('aria-disabled')]).toEqual([0, 'true'])
  })

  it('steps its price from tick to tick by the arrows', async () => {
    await ticket()
    fireEvent.keyDown(screen.getByLabelText('Price'), { key: 'ArrowUp' })
    expect(useTicket.getState().draft.price).toBe('25.564')
    fireEvent.keyDown(screen.getByLabelText('Price'), { key: 'ArrowDown', shiftKey: true })
    expect(useTicket.getState().draft.price).toBe('25.554')
  })

  it('leaves leverage and margin mode of an open position as they are', async () => {
    calls.positions.mockResolvedValue([testPosition({ leverage: 7, mode: 'isolated' })])
    await ticket()
    type('Price', '25.5')
    type('Size', '100')
    await waitFor(() => expect(calls.preview.mock.lastCall?.[0]).toMatchObject({ leverage: 7, margin: 'isolated' }))
  })

  it('says who filled it in, and that nothing was sent', async () => {
    fillTicket('HYPE', { amount: '0.5' }, 'the risk calculator')
    await ticket()
    expect(screen.getByText(/Filled in by the risk calculator\. Nothing has been sent/)).toBeTruthy()
    expect(calls.place).not.toHaveBeenCalled()
  })

  it('says in its button and above it that the book is stale, and that it is not any more', async () => {
    const now = vi.spyOn(Date, 'now')
    putStatus(testStatus({ stale_after_ms: 5_000, market_time: T0 }))
    await ticket()
    expect(submitButton().textContent).not.toContain('STALE')
    const began = Number(now.mock.results.at(-1)?.value)
    now.mockReturnValue(began + 12_000)
    act(() => receiveBook(bookAt(T0 + 1)))
    expect(submitButton().textContent).toContain('· STALE')
    expect(screen.getByText(/^The book is .* old: orders that need it are refused until it moves\.$/)).toBeTruthy()
    act(() => receiveBook(bookAt(T0 + 12_000)))
    expect(submitButton().textContent).not.toContain('STALE')
    now.mockRestore()
    useMarketState.setState({ status: null, clock: null, isSilent: false })
  })

  it('sends nothing without a connection', async () => {
    await ticket()
    setLink('offline')
    type('Price', '25.5')
    type('Size', '100')
    fireEvent.submit(screen.getByRole('form'))
    expect(await screen.findByText('The server cannot be reached. Nothing can be sent.')).toBeTruthy()
    expect(calls.place).not.toHaveBeenCalled()
  })
})

describe('an order of which no answer came', () => {
  it('is asked for by its name, and sent again under the same name only by the user', async () => {
    calls.place.mockRejectedValueOnce(offline())
    calls.orderNamed.mockResolvedValue(null)
    show(OrdersSlot)
    await ticket()
    type('Price', '25.5')
    type('Size', '100')
    fireEvent.submit(screen.getByRole('form'))
    await screen.findByText('No answer arrived, and the server has no such order yet.')
    calls.place.mockImplementation(async (body) => answer(body))
    fireEvent.click(screen.getByRole('button', { name: 'Send again' }))
    await waitFor(() => expect(useSubmissions.getState().list).toEqual([]))
    const names = calls.place.mock.calls.map(([{ client_id }]) => client_id)
    expect([names.length, new Set(names).size]).toEqual([2, 1])
    expect(calls.orderNamed).toHaveBeenCalledExactlyOnceWith(names[0])
  })
})

describe('open orders', () => {
  const row = async () => {
    show(OrdersSlot)
    const found = await screen.findByRole('row', { name: /^Buy HYPE Limit/ })
    await waitFor(() => expect(queryClient.isFetching()).toBe(0))
    return found
  }

  it('say where they stand in the queue', async () => expect((await row()).textContent).toContain('118 ahead of you, 42 traded since'))

  it('say so where a restart has lost their place', async () => {
    calls.openOrders.mockResolvedValue([testOrder(1, { is_queue_reset: true })])
    expect((await row()).textContent).toContain('118 ahead of you, 42 traded since, recounted since a restart')
  })

  it('are moved by keyboard: ticks with the arrows, ten with Shift, Enter sends', async () => {
    calls.modify.mockImplementation(async () => testOrder(1, { price: '25.511', updated_at: '2026-01-01T00:00:01.000Z' }))
    const order = await row()
    fireEvent.keyDown(order, { key: 'ArrowUp' })
    fireEvent.keyDown(order, { key: 'ArrowUp', shiftKey: true })
    expect(order.textContent).toContain('25.5 → 25.511')
    expect(calls.modify).not.toHaveBeenCalled()
    fireEvent.keyDown(order, { key: 'Enter' })
    await waitFor(() => expect(calls.modify).toHaveBeenCalledExactlyOnceWith(testOrder(1).id, { price: '25.511' }))
    await waitFor(() => expect(screen.getByRole('row', { name: /^Buy HYPE Limit/ }).textContent).not.toContain('→'))
  })

  it('say what a move would change before it is sent, and nothing of it once it is taken back', async () => {
    calls.openOrders.mockResolvedValue([testOrder(1, { side: 'sell', type: 'stop', price: null, trigger: '24', reduce_only: true })])
    show(OrdersSlot)
    const order = await screen.findByRole('row', { name: /^Sell HYPE Stop/ })
    await waitFor(() => expect(queryClient.isFetching()).toBe(0))
    fireEvent.keyDown(order, { key: 'ArrowUp', shiftKey: true })
    const box = screen.getByRole('region', { name: 'What the move would change' })
    expect(box.textContent).toContain('Result there−78.36 → −77.86')
    expect(box.textContent).toContain('Liquidation12.5, moved only by a fill')
    fireEvent.keyDown(order, { key: 'Escape' })
    expect(screen.queryByRole('region', { name: 'What the move would change' })).toBeNull()
    expect(calls.modify).not.toHaveBeenCalled()
  })

  it('ask before they are moved to where they would trade at once', async () => {
    calls.openOrders.mockResolvedValue([testOrder(1, { price: '25.565' })])
    const order = await row()
    fireEvent.keyDown(order, { key: 'ArrowUp' })
    fireEvent.keyDown(order, { key: 'Enter' })
    await screen.findByText('This would trade at once')
    expect(calls.modify).not.toHaveBeenCalled()
    calls.modify.mockImplementation(async () => testOrder(1, { state: 'filled' }))
    fireEvent.click(screen.getByRole('button', { name: 'Move and trade' }))
    await waitFor(() => expect(calls.modify).toHaveBeenCalledTimes(1))
  })

  it('are canceled by a key, and are gone when the server says so', async () => {
    calls.cancel.mockImplementation(async () => testOrder(1, { state: 'canceled' }))
    fireEvent.keyDown(await row(), { key: 'Delete' })
    await screen.findByText(/No open orders/)
  })
})

describe('positions', () => {
  it('are closed by the quarter, each press under a name of its own', async () => {
    calls.close.mockResolvedValue({ orders: [], position: null })
    show(PositionsSlot)
    for (const name of ['Close ¼ of HYPE at the market', 'Close all of HYPE at the market']) {
      fireEvent.click(await screen.findByRole('button', { name }))
      await waitFor(() => expect(screen.getByRole('row', { name: /HYPE/ }).getAttribute('aria-busy')).toBeNull())
    }
    expect(calls.close.mock.calls.map(([symbol, { fraction }]) => [symbol, fraction])).toEqual([
      ['HYPE', '0.25'],
      ['HYPE', '1'],
    ])
    expect(new Set(calls.close.mock.calls.map(([, { client_id }]) => client_id)).size).toBe(2)
  })

  it('offer the stop at the entry only where the mark is past it', async () => {
    show(PositionsSlot)
    const button = await screen.findByRole('button', { name: 'Break-even' })
    expect(button.getAttribute('aria-disabled')).toBe('true')
    fireEvent.click(button)
    expect(calls.place).not.toHaveBeenCalled()
  })

  it('get their stop at the tick of the entry that loses nothing', async () => {
    calls.positions.mockResolvedValue([testPosition({ mark: '26' })])
    calls.place.mockImplementation(async (body) => answer(body))
    show(PositionsSlot)
    await waitFor(() => expect(screen.getByRole('button', { name: 'Break-even' }).getAttribute('aria-disabled')).toBeNull())
    fireEvent.click(screen.getByRole('button', { name: 'Break-even' }))
    await waitFor(() => expect(calls.place).toHaveBeenCalledTimes(1))
    expect(calls.place.mock.lastCall?.[0]).toMatchObject({ type: 'stop', side: 'sell', trigger: '25.568', reduce_only: true })
  })
})

describe('the margin of a position', () => {
  const open = async (given: Parameters<typeof testPosition>[0] = { mode: 'isolated' }) => {
    calls.positions.mockResolvedValue([testPosition(given)])
    show(PositionsSlot)
    fireEvent.click(await screen.findByRole('button', { name: /^Leverage and margin of HYPE/ }))
    return within(await screen.findByRole('dialog', { name: 'Margin of HYPE' }))
  }

  it('is added to and taken out of; where no answer came the same amount goes under the same name', async () => {
    calls.margin.mockRejectedValueOnce(offline())
    calls.margin.mockResolvedValue({ symbol: 'HYPE', leverage: 10, mode: 'isolated', position: null })
    const dialog = await open()
    fireEvent.change(dialog.getByLabelText('Amount (USDC)'), { target: { value: '12.5' } })
    for (const times of [1, 2]) {
      await waitFor(() => expect(dialog.getByRole('button', { name: 'Add' }).getAttribute('aria-busy')).toBeNull())
      fireEvent.click(dialog.getByRole('button', { name: 'Add' }))
      await waitFor(() => expect(calls.margin).toHaveBeenCalledTimes(times))
    }
    const sent = calls.margin.mock.calls.map(([symbol, { amount }]) => [symbol, amount])
    expect(sent).toEqual([
      ['HYPE', '12.5'],
      ['HYPE', '12.5'],
    ])
    expect(new Set(calls.margin.mock.calls.map(([, { client_id }]) => client_id)).size).toBe(1)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('is taken out with a minus sign, and never by nothing', async () => {
    calls.margin.mockResolvedValue({ symbol: 'HYPE', leverage: 10, mode: 'isolated', position: null })
    const dialog = await open()
    fireEvent.click(dialog.getByRole('button', { name: 'Take out' }))
    expect([dialog.getByText('Fill in an amount.') !== null, calls.margin.mock.calls.length]).toEqual([true, 0])
    fireEvent.change(dialog.getByLabelText('Amount (USDC)'), { target: { value: '3' } })
    fireEvent.click(dialog.getByRole('button', { name: 'Take out' }))
    await waitFor(() => expect(calls.margin.mock.lastCall?.[1]).toMatchObject({ amount: '-3' }))
  })

  it('is not its own where the account backs the position', async () => {
    const dialog = await open({ mode: 'cross' })
    expect(dialog.queryByLabelText('Amount (USDC)')).toBeNull()
    expect(dialog.getByText(/backed by the whole account/)).toBeTruthy()
  })

  it('keeps what was written where the server refuses the leverage, and sends no impossible one', async () => {
    calls.leverage.mockRejectedValue(new ApiError({ code: 'rule_broken', word: 'perpMarginRejected', status: 422, detail: 'Too little.' }))
    const dialog = await open()
    const field = dialog.getByLabelText('Leverage', { selector: 'input' })
    fireEvent.change(field, { target: { value: '21' } })
    fireEvent.submit(dialog.getByRole('form', { name: 'Leverage' }))
    expect([dialog.getByText('A whole number from 1 to 20.') !== null, calls.leverage.mock.calls.length]).toEqual([true, 0])
    fireEvent.change(field, { target: { value: '20' } })
    fireEvent.submit(dialog.getByRole('form', { name: 'Leverage' }))
    await waitFor(() => expect(calls.leverage).toHaveBeenCalledExactlyOnceWith('HYPE', { leverage: 20, margin: 'isolated' }))
    expect(field).toHaveProperty('value', '20')
  })
})

describe('an account of before', () => {
  it('is opened to be looked at: its positions and orders by its own id, without anything to press in them', async () => {
    const old = testAccount({ id: '00000000-0000-4000-8000-000000000009', closed_at: '2026-01-02T00:00:00.000Z' })
    calls.accounts.mockResolvedValue([
      { ...testAccount(), is_present: true },
      { ...old, is_present: false },
    ])
    calls.positionsOf.mockResolvedValue([testPosition({ mark: null })])
    calls.ordersOf.mockResolvedValue({ data: [testOrder(1, { state: 'canceled' })], next: null })
    show(BalancesSlot)
    fireEvent.click(await screen.findByRole('button', { name: /^Open the account of/ }))
    const dialog = within(await screen.findByRole('dialog', { name: /^Account of/ }))
    const positions = await dialog.findByRole('table', { name: 'Positions of this account' })
    expect([calls.positionsOf.mock.lastCall?.[0], within(positions).queryAllByRole('button')]).toEqual([old.id, []])
    fireEvent.click(dialog.getByRole('button', { name: 'Orders' }))
    expect((await dialog.findByRole('table', { name: 'Ended orders' })).textContent).toContain('Buy HYPE Limit')
    expect(calls.ordersOf.mock.lastCall?.[0]).toBe(old.id)
  })
})

describe('the account', () => {
  it('draws what is not known as a dash, never as 0', async () => {
    calls.account.mockResolvedValue(testAccount({ equity: null, free_margin: null }))
    show(BalancesSlot)
    const equity = (await screen.findByText('Equity')).parentElement
    expect(equity?.textContent).toBe('Equity—')
  })

  it('says what is to be done where it could not be read', async () => {
    calls.account.mockRejectedValue(offline())
    show(PositionsSlot)
    await screen.findByText('Your account could not be loaded')
    calls.account.mockResolvedValue(testAccount())
    fireEvent.click(screen.getByRole('button', { name: 'Try Again' }))
    await screen.findByRole('table', { name: 'Open positions' })
  })

  it('leads to the subscriptions where trading is not part of one', async () => {
    calls.account.mockRejectedValue(new ApiError({ code: 'forbidden', status: 403, detail: '' }))
    show(PositionsSlot)
    expect((await screen.findByRole('link', { name: 'Subscriptions' })).getAttribute('href')).toBe('/account/subscriptions')
  })

  it('shows the evidence of a fill, level by level', async () => {
    show(FillsSlot)
    fireEvent.click(await screen.findByRole('button', { name: /Evidence/ }))
    const levels = within(screen.getByRole('table', { name: 'Levels that were traded' })).getAllByRole('row')
    expect(levels.slice(1).map((each) => each.textContent)).toEqual(['25.56614.27', '25.56748.484', '25.56837.246'])
    expect(screen.getByText("Took 3 levels of book 812 (the source's 48120007, 2026-01-01 00:00:00.000 UTC), best first.")).toBeTruthy()
    expect(screen.getByText('Fee: 2,556.722976 × 0.045% (hyperliquid-0) = 1.150526 USDC, rounded up.')).toBeTruthy()
  })
})
