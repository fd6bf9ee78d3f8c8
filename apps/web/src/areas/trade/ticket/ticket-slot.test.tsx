import '../../../../test/no-messages.ts'
import '../../../../test/no-live-socket.ts'
import { testUuid } from '@aerie/mirror/test/world'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { answer, bookAt, calls, offline, panesStage, show, submitButton, testPreview, ticket, type } from '../../../../test/trade-panes.tsx'
import { ApiError } from '../../../platform/api/api-error.ts'
import { receiveBook } from '../../../platform/live/market/book.ts'
import { setLink, setStatus, useMarketState } from '../../../platform/live/market/market-status.ts'
import { T0, testStatus } from '../../../platform/live/test/market.ts'
import { useMirror } from '../../../platform/mirror/mirror-store.ts'
import { testForecast } from '../../forecast/test/forecast.ts'
import { useTradingState } from '../../trading/account/trading-state.ts'
import { useSubmissions } from '../../trading/orders/submissions.ts'
import { tradeThis } from '../../trading/orders/trade-this.ts'
import { testAccount, testInstrument, testPosition } from '../../trading/test/account.ts'
import { changeTicket, fillTicket, useTicket } from '../../trading/ticket/ticket-draft.ts'
import type { SlotProps } from '../../workspace/slots/slot.ts'
import { OrdersSlot } from '../orders/orders-slot.tsx'
import { TicketSlot } from './ticket-slot.tsx'

panesStage()

function Following(props: SlotProps) {
  const [symbol, setSymbol] = useState(props.symbol)
  return (
    <>
      <button type="button" onClick={() => setSymbol('BTC')}>
        Turn
      </button>
      <TicketSlot {...props} symbol={symbol} />
    </>
  )
}

describe('the ticket', () => {
  it('shows on its button what it sends, to which account, and whose prices it uses', async () => {
    await ticket()
    type('Price', '25.5')
    type('Size', '100')
    expect(submitButton().textContent).toBe('Buy 100 HYPE · paper · simulated market')
  })

  it('shows the account before and after, as computed by the server', async () => {
    await ticket()
    type('Price', '25.5')
    type('Size', '100')
    const table = screen.getByRole('table', { name: 'Order preview' })
    await waitFor(() => expect(within(table).getByRole('row', { name: /^Leverage/ }).textContent).toBe('Leverage0.2556×0.5100×'))
    expect(within(table).getByRole('row', { name: /^Liquidation/ }).textContent).toContain('12.5')
    expect(await screen.findByText('The book shows less than this size: the rest would not trade.')).toBeTruthy()
    expect(calls.preview.mock.lastCall?.[0]).toMatchObject({ type: 'limit', price: '25.5', size: '100' })
  })

  it('distinguishes impact from slippage, and explains why there is none', async () => {
    await ticket()
    type('Price', '25.5')
    type('Size', '100')
    const fact = async (title: string) => (await screen.findByText(title)).nextElementSibling?.textContent
    await waitFor(async () => expect(await fact('Impact')).toBe('0.48 bps · 0.1230 USDC'))
    expect(await fact('Slippage')).toBe('1.07 bps')
    calls.preview.mockResolvedValue(testPreview({ impact: null, fills: '0' }))
    type('Size', '90')
    await waitFor(async () => expect(await fact('Impact')).toBe('— nothing trades now'))
    calls.preview.mockResolvedValue(testPreview({ impact: null, fills: '0', refusal: 'staleBookRejected' }))
    type('Size', '80')
    await waitFor(async () => expect(await fact('Impact')).toBe('— no fresh book'))
  })

  it('shows the current account while no order is entered', async () => {
    calls.account.mockResolvedValue(testAccount({ equity: '10000', free_margin: null }))
    await ticket()
    const table = within(screen.getByRole('table', { name: 'Order preview' }))
    await waitFor(() => expect(table.getByRole('row', { name: /^Equity/ }).textContent).toBe('Equity10,000.00'))
    expect(table.getByRole('row', { name: /^Free margin/ }).textContent).toBe('Free margin—')
    expect(calls.preview).not.toHaveBeenCalled()
  })

  it('shows the best prices, the fees and the smallest order until one is entered', async () => {
    await ticket()
    const fact = (title: string) => screen.getByText(title).nextElementSibling?.textContent
    expect(fact('Best bid / ask')).toBe('25.563 / 25.566')
    expect(fact('Fee, taker / maker')).toBe('0.045% / 0.015%')
    // 10 USDC at 25.566 is 0.3912: 0.4 in whole lots of 0.01, worth 10.2264.
    expect(fact('Smallest order')).toBe('0.4 HYPE')
    type('Leverage', '10')
    expect(fact('Its margin at 10×')).toBe('1.023 USDC')
    expect(screen.queryByText('Rests')).toBeNull()
  })

  it('sends one order however often the button is clicked, and is empty for the next', async () => {
    calls.place.mockImplementation(async (body) => answer(body))
    await ticket()
    type('Price', '25.5')
    type('Size', '100')
    // Both submits happen before the next render.
    act(() => {
      for (let press = 0; press < 2; press += 1)
        screen.getByRole('form').dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }))
    })
    await waitFor(() => expect(useTicket.getState().draft.amount).toBe(''))
    expect(calls.place).toHaveBeenCalledTimes(1)
  })

  it('keeps input for the next order while one is pending, and does not mistake a prefill for typing', async () => {
    const answers: (() => void)[] = []
    calls.place.mockImplementation((body) => new Promise((resolve) => answers.push(() => resolve(answer(body)))))
    await ticket()
    const send = async (meanwhile: () => void) => {
      type('Price', '25.5')
      type('Size', '100')
      fireEvent.submit(screen.getByRole('form'))
      meanwhile()
      await act(async () => answers.at(-1)?.())
      return useTicket.getState().draft
    }
    expect(await send(() => type('Size', '70'))).toMatchObject({ price: '25.5', amount: '70' })
    expect(await send(() => changeTicket({ leverage: '7', margin: 'isolated' }))).toMatchObject({ price: '', amount: '', leverage: '7' })
    expect(await send(() => fillTicket('BTC', { price: '25.5', amount: '100' }, null))).toMatchObject({ price: '25.5', amount: '100' })
  })

  it('keeps the input when the server rejects the order, and shows why', async () => {
    calls.place.mockRejectedValue(
      new ApiError({ code: 'rule_broken', reason: 'perpMarginRejected', status: 422, detail: 'Too little free margin.' }),
    )
    await ticket()
    type('Price', '25.5')
    type('Size', '100')
    fireEvent.submit(screen.getByRole('form'))
    expect((await screen.findByRole('alert')).textContent).toBe('Too little free margin.')
    expect(useTicket.getState().draft.amount).toBe('100')
  })

  it('is not sent while it is invalid, and shows why', async () => {
    await ticket()
    type('Price', '25.5005')
    type('Size', '100')
    fireEvent.submit(screen.getByRole('form'))
    expect(screen.getAllByText('The price step is 0.001.').length).toBeGreaterThan(0)
    expect([calls.place.mock.calls.length, submitButton().getAttribute('aria-disabled')]).toEqual([0, 'true'])
  })

  it('steps its price tick by tick with the arrow keys', async () => {
    await ticket()
    fireEvent.keyDown(screen.getByLabelText('Price'), { key: 'ArrowUp' })
    expect(useTicket.getState().draft.price).toBe('25.564')
    fireEvent.keyDown(screen.getByLabelText('Price'), { key: 'ArrowDown', shiftKey: true })
    expect(useTicket.getState().draft.price).toBe('25.554')
  })

  it('steps a price as parsed, and ignores one that cannot be parsed', async () => {
    await ticket()
    const stepped = (text: string) => {
      type('Price', text)
      fireEvent.keyDown(screen.getByLabelText('Price'), { key: 'ArrowUp' })
      return useTicket.getState().draft.price
    }
    expect(['$70,000.00', '1,500', 'ab', ' '].map(stepped)).toEqual(['70000.001', '1,500', 'ab', '25.564'])
  })

  it('keeps the leverage and margin mode of an open position', async () => {
    calls.positions.mockResolvedValue([testPosition({ leverage: 7, mode: 'isolated' })])
    await ticket()
    type('Price', '25.5')
    type('Size', '100')
    await waitFor(() => expect(calls.preview.mock.lastCall?.[0]).toMatchObject({ leverage: 7, margin: 'isolated' }))
  })

  it('keeps them when it is filled in next to the position', async () => {
    calls.positions.mockResolvedValue([testPosition({ leverage: 7, mode: 'isolated' })])
    await ticket()
    await waitFor(() => expect(useTicket.getState().draft.leverage).toBe('7'))
    act(() => tradeThis('HYPE', { type: 'limit', unit: 'coin', leverage: '3' }, 'Agent EagleEye'))
    expect(useTicket.getState().draft).toMatchObject({ leverage: '7', margin: 'isolated' })
  })

  it('shows who filled it in, and that nothing was sent', async () => {
    fillTicket('HYPE', { amount: '0.5' }, 'the risk calculator')
    await ticket()
    expect(screen.getByText(/Filled in by the risk calculator\. Nothing has been sent/)).toBeTruthy()
    expect(calls.place).not.toHaveBeenCalled()
  })

  it('shows on and above its button that the book is stale, and clears it when the book recovers', async () => {
    vi.useFakeTimers({ now: T0, toFake: ['Date'] })
    setStatus(testStatus({ stale_after_ms: 5_000, market_time: T0 }))
    await ticket()
    expect(submitButton().textContent).not.toContain('STALE')
    vi.setSystemTime(T0 + 12_000)
    act(() => receiveBook(bookAt(T0 + 1)))
    expect(submitButton().textContent).toContain('· STALE')
    expect(screen.getByText(/^The book is .* old\. Orders that need it are refused until it updates\.$/)).toBeTruthy()
    act(() => receiveBook(bookAt(T0 + 12_000)))
    expect(submitButton().textContent).not.toContain('STALE')
    vi.useRealTimers()
    useMarketState.setState({ status: null, clock: null, isSilent: false })
  })

  it('shows on and above its button that the recording has no prices', async () => {
    setStatus(testStatus({ without_prices: ['HYPE'] }))
    await ticket()
    expect(submitButton().textContent).toContain('· STALE')
    expect(screen.getByText('The recording has no prices of HYPE at this time. Orders that need its book are refused.')).toBeTruthy()
    act(() => setStatus(testStatus()))
    expect(submitButton().textContent).not.toContain('STALE')
    useMarketState.setState({ status: null, clock: null, isSilent: false })
  })

  it('sends nothing from a follower window, and explains why', async () => {
    await ticket()
    const own = { from: testUuid(1), id: testUuid(1), place: 'mirror-1' as const, openedAt: 1, isFullscreen: false, isDetached: false }
    const faults = { malformed: 0, version: 0, old: 0, gaps: 0, otherUser: 0, notLeader: 0 }
    act(() => useMirror.setState({ state: { role: 'follower', term: 1, leader: testUuid(2), mode: 'ALL', own, others: [], faults } }))
    type('Price', '25.5')
    type('Size', '100')
    fireEvent.submit(screen.getByRole('form'))
    expect(await screen.findByText('This window follows another. Orders are sent from the leading window.')).toBeTruthy()
    expect(calls.place).not.toHaveBeenCalled()
    act(() => useMirror.setState({ state: null }))
  })

  it('sends nothing when disconnected', async () => {
    await ticket()
    setLink('offline')
    type('Price', '25.5')
    type('Size', '100')
    fireEvent.submit(screen.getByRole('form'))
    expect(await screen.findByText('Nothing can be sent until the server answers again.')).toBeTruthy()
    expect(calls.place).not.toHaveBeenCalled()
  })
})

describe('the risk of an order', () => {
  const rowText = (table: string, name: RegExp) => within(screen.getByRole('table', { name: table })).getByRole('row', { name }).textContent

  it('shows what a bracket loses and gains, its fee, its R and what is left', async () => {
    calls.positions.mockResolvedValue([])
    calls.preview.mockResolvedValue(testPreview({ fills: '100', rests: '0', average_price: '25.5', fee: '1' }))
    await ticket()
    type('Price', '25.5')
    type('Size', '100')
    type('Stop loss', '24.5')
    type('Take profit', '28.5')
    // (24.5 - 25.5) * 100 - 1 - 1.1025; (28.5 - 25.5) * 100 - 1 - 1.2825
    await waitFor(() => expect(rowText('If triggered', /^Result/)).toBe('Result−102.10+297.72'))
    expect(rowText('If triggered', /^R /)).toBe('R−1.00+2.92')
    expect(rowText('If triggered', /^Fee/)).toBe('Fee2.1022.282')
    expect(rowText('If triggered', /^Position after/)).toBe('Position after00')
    expect(rowText('If triggered', /^Within 24 h/)).toBe('Within 24 h——')
    expect(screen.getByText('There is no forecast for HYPE: chances are not known.')).toBeTruthy()
  })

  it('shows the chances of a coin with a forecast, with the method and the source', async () => {
    vi.stubGlobal('fetch', async () => Response.json({ data: testForecast({ series: 'now' }) }))
    setStatus(testStatus({ market_time: T0 + 60_000 }))
    calls.positions.mockResolvedValue([])
    calls.instruments.mockResolvedValue([testInstrument({ symbol: 'BTC' })])
    calls.preview.mockResolvedValue(testPreview({ average_price: '100', fills: '10', liquidation_price: '79.789' }))
    fillTicket('BTC', {}, null)
    show((props) => <TicketSlot {...props} symbol="BTC" />)
    await screen.findByRole('form')
    type('Price', '100')
    type('Size', '10')
    type('Stop loss', '79.789')
    type('Take profit', '120.211')
    // The quantiles of 10 and 90 %: each end beyond is as likely as 10 %.
    await waitFor(() => expect(rowText('If triggered', /^Within 24 h/)).toBe('Within 24 h20.0%20.0%'))
    expect(await screen.findByText('20% · 20.0% in 24 h')).toBeTruthy()
    expect(screen.getByText(/^Chances: twice that of ending beyond the price, by the forecast of .* \(simulated\)\.$/)).toBeTruthy()
    vi.unstubAllGlobals()
    useMarketState.setState({ status: null, clock: null, isSilent: false })
  })

  it('shows what happens when a stop triggers, in place of an execution that does not happen yet', async () => {
    await ticket()
    await waitFor(() => expect(useTradingState.getState().view?.positions.size).toBe(1))
    act(() => changeTicket({ type: 'stop', side: 'sell' }))
    type('Trigger', '24')
    type('Size', '150')
    expect(
      screen.getByText('When the mark price falls to the trigger, a market order closes 100 HYPE long and opens 50 HYPE short.'),
    ).toBeTruthy()
    expect(rowText('If triggered', /^Position after/)).toBe('Position after−50')
    expect(screen.queryByText('Rests')).toBeNull()
  })

  it('sends an order whose liquidation is near only after the warning was confirmed, once', async () => {
    calls.place.mockImplementation(async (body) => answer(body))
    calls.positions.mockResolvedValue([])
    calls.preview.mockResolvedValue(testPreview({ average_price: '25.5', fills: '100', liquidation_price: '25.1685' }))
    await ticket()
    type('Price', '25.5')
    type('Size', '100')
    type('Leverage', '20')
    const confirm = () => screen.findByRole('checkbox', { name: 'I accept this risk' })
    expect((await confirm()).closest('[role="status"]')?.textContent).toContain('Liquidation 1.3% away: ')
    fireEvent.submit(screen.getByRole('form'))
    expect(calls.place).not.toHaveBeenCalled()
    expect(screen.getByText('Confirm the warning about liquidation first.')).toBeTruthy()
    fireEvent.click(await confirm())
    fireEvent.submit(screen.getByRole('form'))
    await waitFor(() => expect(useTicket.getState().draft.amount).toBe(''))
    type('Price', '25.5')
    type('Size', '100')
    expect(await confirm()).toHaveProperty('checked', false)
    expect(calls.place).toHaveBeenCalledTimes(1)
  })

  it('waits for the preview where the leverage allows a near liquidation, and sends without one that failed', async () => {
    calls.place.mockImplementation(async (body) => answer(body))
    calls.positions.mockResolvedValue([])
    const { promise, reject } = Promise.withResolvers<never>()
    calls.preview.mockReturnValue(promise)
    await ticket()
    type('Price', '25.5')
    type('Size', '100')
    type('Leverage', '20')
    fireEvent.submit(screen.getByRole('form'))
    expect(screen.getByText('Waiting for the preview…')).toBeTruthy()
    expect(calls.place).not.toHaveBeenCalled()
    await waitFor(() => expect(calls.preview).toHaveBeenCalled())
    await act(async () => reject(offline()))
    await waitFor(() => expect(screen.queryByText('Waiting for the preview…')).toBeNull())
    fireEvent.submit(screen.getByRole('form'))
    await waitFor(() => expect(calls.place).toHaveBeenCalledTimes(1))
  })
})

describe('one ticket in two slots', () => {
  const both = async () => {
    calls.instruments.mockResolvedValue([testInstrument(), testInstrument({ symbol: 'BTC' })])
    calls.positions.mockResolvedValue([testPosition({ symbol: 'BTC', leverage: 5, mode: 'isolated' })])
    show((props) => (
      <>
        <TicketSlot {...props} symbol="BTC" />
        <TicketSlot {...props} />
      </>
    ))
    await screen.findByRole('form', { name: 'Order ticket of HYPE' })
  }

  it("belongs to one coin, shows so in the other slot, and switches there with that coin's leverage and margin mode", async () => {
    await both()
    expect(screen.getByText('The ticket is on HYPE.')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Use it for BTC' }))
    expect(screen.getByRole('form', { name: 'Order ticket of BTC' })).toBeTruthy()
    expect(useTicket.getState().draft).toMatchObject({ leverage: '5', margin: 'isolated' })
    expect(screen.getByRole('button', { name: 'Use it for HYPE' })).toBeTruthy()
  })

  it('stays unchanged when the other coin’s leverage changes', async () => {
    await both()
    const { view } = useTradingState.getState()
    const position = testPosition({ symbol: 'BTC', leverage: 9 })
    act(() => useTradingState.setState({ view: view && { ...view, positions: new Map([['BTC', position]]) } }))
    expect(useTicket.getState()).toMatchObject({ symbol: 'HYPE', draft: { leverage: '1' } })
  })

  it('follows the coin of its slot', async () => {
    calls.instruments.mockResolvedValue([testInstrument(), testInstrument({ symbol: 'BTC' })])
    show(Following)
    await screen.findByRole('form', { name: 'Order ticket of HYPE' })
    fireEvent.click(screen.getByRole('button', { name: 'Turn' }))
    expect(screen.getByRole('form', { name: 'Order ticket of BTC' })).toBeTruthy()
  })
})

describe('an order without an answer', () => {
  it('is looked up by its id, and sent again under the same id only by the user', async () => {
    calls.place.mockRejectedValueOnce(offline())
    calls.orderNamed.mockResolvedValue(null)
    show(OrdersSlot)
    await ticket()
    type('Price', '25.5')
    type('Size', '100')
    fireEvent.submit(screen.getByRole('form'))
    await screen.findByText('No answer arrived. The server does not have this order.')
    calls.place.mockImplementation(async (body) => answer(body))
    fireEvent.click(screen.getByRole('button', { name: 'Send again' }))
    await waitFor(() => expect(useSubmissions.getState().list).toEqual([]))
    const names = calls.place.mock.calls.map(([{ client_id }]) => client_id)
    expect([names.length, new Set(names).size]).toEqual([2, 1])
    expect(calls.orderNamed).toHaveBeenCalledExactlyOnceWith(names[0])
  })
})
