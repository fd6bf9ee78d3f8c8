import '../../../../test/no-messages.ts'
import '../../../../test/no-live-socket.ts'
import type { BookSnapshot } from '@aerie/wire/market/charts'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { answer, bookAt, calls, panesStage, show } from '../../../../test/trade-panes.tsx'
import { queryClient } from '../../../platform/api/query-client.ts'
import { receiveBook } from '../../../platform/live/market/book.ts'
import { T0 } from '../../../platform/live/test/market.ts'
import { arm, disarm } from '../../trading/orders/armed.ts'
import { testOrder } from '../../trading/test/account.ts'
import { changeTicket, fillTicket, useTicket } from '../../trading/ticket/ticket-draft.ts'
import { LadderSlot } from './ladder-slot.tsx'

panesStage()
afterEach(() => disarm('user'))

const cell = (name: string) => screen.getByRole('button', { name })
const ladder = () => screen.getByRole('application', { name: /^Price ladder of HYPE/ })
/** One-tick steps with 25.565 in the middle. */
const open = async () => {
  show(LadderSlot)
  await screen.findByRole('application')
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  fireEvent.change(screen.getByLabelText('Step'), { target: { value: '0.001' } })
  await screen.findByRole('button', { name: 'Buy at 25.563' })
}
const openArmed = async () => {
  calls.place.mockImplementation(async (body) => answer(body))
  await open()
  changeTicket({ amount: '2', unit: 'coin' })
  arm()
}
const sent = () => calls.place.mock.calls.map(([{ side, type, price, size }]) => [side, type, price, size])

describe('a ladder price', () => {
  it('fills the ticket on click and with the arrow keys, and sends nothing unless armed', async () => {
    await open()
    fireEvent.click(cell('Sell at 25.570'))
    expect(useTicket.getState().draft).toMatchObject({ side: 'sell', type: 'limit', price: '25.57' })
    fireEvent.keyDown(ladder(), { key: 'ArrowDown' })
    fireEvent.keyDown(ladder(), { key: 'ArrowLeft' })
    expect(useTicket.getState().draft).toMatchObject({ side: 'buy', type: 'limit', price: '25.564' })
    expect(calls.place).not.toHaveBeenCalled()
  })

  it('switches a ticket of another coin', async () => {
    await open()
    fillTicket('BTC', { amount: '0.5', stopLoss: '60000' }, null)
    fireEvent.click(cell('Sell at 25.570'))
    expect(useTicket.getState()).toMatchObject({ symbol: 'HYPE', draft: { price: '25.57', amount: '', stopLoss: '' } })
  })

  it('places an order while armed: a buy on its left, a sell on its right', async () => {
    await openArmed()
    fireEvent.click(cell('Buy at 25.563'))
    fireEvent.click(cell('Sell at 25.570'))
    fireEvent.keyDown(ladder(), { key: 'ArrowRight' })
    await waitFor(() => expect(calls.place).toHaveBeenCalledTimes(3))
    expect(sent()).toEqual([
      ['buy', 'limit', '25.563', '2'],
      ['sell', 'limit', '25.57', '2'],
      ['sell', 'limit', '25.565', '2'],
    ])
  })

  it('places one order for a held key, and none for a browser shortcut', async () => {
    await openArmed()
    for (const repeat of [false, true, true]) fireEvent.keyDown(ladder(), { key: 'ArrowLeft', repeat })
    // Alt+Left is the browser's Back.
    expect(fireEvent.keyDown(ladder(), { key: 'ArrowLeft', altKey: true })).toBe(true)
    await waitFor(() => expect(calls.place).toHaveBeenCalled())
    expect(sent()).toHaveLength(1)
  })

  it('uses the price shown when the press began, even if the market moves before release', async () => {
    await openArmed()
    const pressed = cell('Buy at 25.563')
    fireEvent.pointerDown(pressed)
    act(() => receiveBook({ ...bookAt(T0 + 1), bids: [[25.573, 49]], asks: [[25.576, 14]] }))
    await waitFor(() => expect(pressed.getAttribute('aria-label')).toBe('Buy at 25.573'))
    fireEvent.click(pressed, { detail: 1 })
    await waitFor(() => expect(sent()).toEqual([['buy', 'limit', '25.563', '2']]))
    fireEvent.click(pressed)
    await waitFor(() => expect(sent().at(-1)).toEqual(['buy', 'limit', '25.573', '2']))
  })
})

it('marks the price of the newest trade, and no other', async () => {
  await open()
  const marked = () => [...document.querySelectorAll('.price-row[data-last] .price-cell')].map(({ textContent }) => textContent)
  expect(marked()).toEqual([])
  const trade = (at: number, price: number): BookSnapshot['trades'][number] => [T0 + at, price, 1, 'buy']
  act(() => receiveBook({ ...bookAt(T0 + 1), trades: [trade(1, 25.566), trade(0, 25.563)] }))
  await waitFor(() => expect(marked()).toEqual(['25.566']))
  act(() => receiveBook({ ...bookAt(T0 + 2), trades: [trade(2, 25.563)] }))
  await waitFor(() => expect(marked()).toEqual(['25.563']))
})

describe('own orders in the ladder', () => {
  const rest = testOrder(1, { price: '25.565', size: '50', filled: '20', state: 'partiallyFilled' })
  const openWithOrder = async () => {
    calls.openOrders.mockResolvedValue([rest])
    calls.cancel.mockImplementation(async () => ({ ...rest, state: 'canceled' }))
    await open()
    return await screen.findByRole('button', { name: 'Cancel your 30' })
  }

  it('show their remaining size, and are cancelled by a click', async () => {
    fireEvent.click(await openWithOrder())
    await waitFor(() => expect(calls.cancel).toHaveBeenCalledExactlyOnceWith(rest.id))
    await waitFor(() => expect(screen.queryByRole('button', { name: /^Cancel your/ })).toBeNull())
  })

  it('are cancelled by Delete in the focused row only', async () => {
    await openWithOrder()
    fireEvent.keyDown(ladder(), { key: 'ArrowDown' })
    fireEvent.keyDown(ladder(), { key: 'Delete' })
    expect(calls.cancel).not.toHaveBeenCalled()
    fireEvent.keyDown(ladder(), { key: 'ArrowUp' })
    fireEvent.keyDown(ladder(), { key: 'Delete' })
    await waitFor(() => expect(calls.cancel).toHaveBeenCalledExactlyOnceWith(rest.id))
  })
})
