import { beforeEach, expect, it, vi } from 'vitest'
import { useViewState } from '../../../platform/mirror/views/view-state.ts'
import { bindNavigation } from '../../../platform/navigation/navigation.ts'
import { tradingCalls } from '../account/trading-calls.ts'
import { changeTicket, clearTicket, fillTicket, turnTicket, useTicket } from '../ticket/ticket-draft.ts'
import { tradeOnAlert, tradeThis } from './trade-this.ts'

const went = vi.fn<(path: string) => void>()
beforeEach(() => {
  went.mockReset()
  bindNavigation(went)
  fillTicket('BTC', { amount: '7' }, null)
})

it('opens Trade on the coin with the ticket filled in, and sends nothing', () => {
  const place = vi.spyOn(tradingCalls, 'place')
  tradeThis('ETH', { side: 'sell', unit: 'risk', amount: '0.5', stopLoss: '2,100.5' }, 'the risk calculator')
  expect(useViewState.getState().channels[1].instrument.symbol).toBe('ETH')
  expect(useTicket.getState()).toMatchObject({
    symbol: 'ETH',
    filledBy: 'the risk calculator',
    draft: { side: 'sell', amount: '0.5', stopLoss: '2,100.5', price: '' },
  })
  expect([went.mock.lastCall?.[0], place.mock.calls.length]).toEqual(['/claw/trade', 0])
})

it('keeps the existing input when no value is given', () => {
  tradeThis('BTC')
  expect(useTicket.getState().draft.amount).toBe('7')
})

it('keeps the alert that opened Trade for the next order only, on its own coin', () => {
  const alert = () => useTicket.getState().alert
  tradeOnAlert('ETH', 'firing-1')
  expect([useTicket.getState().symbol, useViewState.getState().channels[1].instrument.symbol]).toEqual(['ETH', 'ETH'])
  changeTicket({ amount: '2' })
  expect(alert()).toBe('firing-1')
  turnTicket('BTC')
  expect(alert()).toBeNull()
  tradeOnAlert('ETH', 'firing-2')
  clearTicket(useTicket.getState())
  expect(alert()).toBeNull()
})
