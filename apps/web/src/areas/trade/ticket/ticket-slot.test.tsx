import { testUuid } from '@aerie/mirror/test-world'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { answer, bookAt, calls, offline, panesStage, show, submitButton, testPreview, ticket, type } from '../../../../test/trade-panes.tsx'
import { ApiError } from '../../../platform/api/api-error.ts'
import { receiveBook } from '../../../platform/live/market/book.ts'
import { setLink, setStatus, useMarketState } from '../../../platform/live/market/market-status.ts'
import { T0, testStatus } from '../../../platform/live/market/test-market.ts'
import { useMirror } from '../../../platform/mirror/mirror-store.ts'
import { testAccount, testInstrument, testPosition } from '../../trading/account/test-account.ts'
import { useTradingState } from '../../trading/account/trading-state.ts'
import { useSubmissions } from '../../trading/orders/submissions.ts'
import { tradeThis } from '../../trading/orders/trade-this.ts'
import { changeTicket, fillTicket, useTicket } from '../../trading/ticket/ticket-draft.ts'
import type { SlotProps } from '../../workspace/slots/slot.ts'
import { OrdersSlot } from '../orders/orders-slot.tsx'
import { TicketSlot } from './ticket-slot.tsx'

vi.mock(import('../../../platform/live/messages/messages-client.ts'), async (original) => ({
  ...(await original()),
  openMessages: () => undefined,
}))
vi.mock(import('../../../platform/live/socket/live-client.ts'), async (original) => ({
  ...(await original()),
  startLive: () => undefined,
  joinLive: () => undefined,
}))

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
    await waitFor(() => expect(table.getByRole('row', { name: /^Equity/ }).textContent).toBe('Equity10,000.00—'))
    expect(table.getByRole('row', { name: /^Free margin/ }).textContent).toBe('Free margin——')
    expect(calls.preview).not.toHaveBeenCalled()
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
