import '../../../../test/no-messages.ts'
import '../../../../test/no-live-socket.ts'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { answer, calls, panesStage, show } from '../../../../test/trade-panes.tsx'
import { queryClient } from '../../../platform/api/query-client.ts'
import { arm, disarm } from '../../trading/orders/armed.ts'
import { testOrder } from '../../trading/test/account.ts'
import { changeTicket, fillTicket, useTicket } from '../../trading/ticket/ticket-draft.ts'
import { BookSlot } from './book-slot.tsx'

panesStage()
afterEach(() => disarm('user'))

const price = (name: string) => screen.getByRole('button', { name })
const book = async () => {
  show(BookSlot)
  await screen.findByRole('button', { name: '25.563' })
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
}

describe('a clicked price in the order book', () => {
  it('fills the ticket, and sends nothing unless armed', async () => {
    changeTicket({ type: 'market', side: 'sell' })
    await book()
    fireEvent.click(price('25.563'))
    expect(useTicket.getState().draft).toMatchObject({ type: 'limit', price: '25.563', side: 'sell' })
    changeTicket({ type: 'stop_limit' })
    fireEvent.click(price('25.566'))
    expect(useTicket.getState().draft).toMatchObject({ type: 'stop_limit', price: '25.566' })
    expect(calls.place).not.toHaveBeenCalled()
  })

  it('places an order while armed: a bid buys, an ask sells, with the size of the ticket', async () => {
    calls.place.mockImplementation(async (body) => answer(body))
    await book()
    changeTicket({ amount: '2', unit: 'coin' })
    arm()
    fireEvent.click(price('25.563'))
    fireEvent.click(price('25.566'))
    await waitFor(() => expect(calls.place).toHaveBeenCalledTimes(2))
    expect(calls.place.mock.calls.map(([{ symbol, side, type, price: at, size }]) => [symbol, side, type, at, size])).toEqual([
      ['HYPE', 'buy', 'limit', '25.563', '2'],
      ['HYPE', 'sell', 'limit', '25.566', '2'],
    ])
    expect(useTicket.getState().draft).toMatchObject({ amount: '2', price: '' })
  })

  it('switches a ticket of another coin when not armed, and places no order from that ticket while armed', async () => {
    await book()
    fillTicket('BTC', { price: '70000', amount: '0.5' }, null)
    arm()
    fireEvent.click(price('25.563'))
    expect(useTicket.getState()).toMatchObject({ symbol: 'BTC', draft: { price: '70000', amount: '0.5' } })
    disarm('user')
    fireEvent.click(price('25.563'))
    expect(useTicket.getState()).toMatchObject({ symbol: 'HYPE', draft: { price: '25.563', amount: '' } })
    expect(calls.place).not.toHaveBeenCalled()
  })

  it('sends nothing once disarmed', async () => {
    await book()
    changeTicket({ amount: '2', unit: 'coin' })
    arm()
    disarm('idle')
    fireEvent.click(price('25.563'))
    expect(calls.place).not.toHaveBeenCalled()
  })
})

it('marks own orders with their remaining size', async () => {
  calls.openOrders.mockResolvedValue([testOrder(1, { price: '25.563', size: '50', filled: '20', state: 'partiallyFilled' })])
  await book()
  expect((await screen.findByRole('img', { name: 'Yours: 30 HYPE' })).closest('tr')?.textContent).toContain('25.563')
})
