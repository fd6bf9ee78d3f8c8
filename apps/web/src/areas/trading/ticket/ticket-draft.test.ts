import { beforeEach, describe, expect, it } from 'vitest'
import { viewOf } from '../account/account-view.ts'
import { useTradingState } from '../account/trading-state.ts'
import { testAccount, testPosition } from '../test/account.ts'
import { changeTicket, chooseSide, clearTicket, fillTicket, ticketFromAlert, turnTicket, useTicket } from './ticket-draft.ts'

const draft = () => useTicket.getState().draft

beforeEach(() => {
  const positions = [testPosition({ leverage: 5, mode: 'isolated' })]
  useTradingState.setState({ view: viewOf({ account: testAccount(), orders: [], positions, fills: [] }), error: null })
  fillTicket('BTC', {}, null)
})

describe('a ticket that switches to a coin with an open position', () => {
  const held = { leverage: '5', margin: 'isolated' }

  it('uses its leverage and margin mode, whatever fills it in', () => {
    fillTicket('HYPE', { unit: 'risk', leverage: '3' }, 'the risk calculator')
    expect(draft()).toMatchObject({ ...held, unit: 'risk' })
  })

  it('uses them when it is switched, and not those of the previous coin', () => {
    turnTicket('HYPE')
    expect(draft()).toMatchObject(held)
    turnTicket('BTC')
    expect(draft()).toMatchObject({ leverage: '1', margin: 'cross' })
  })

  it('uses the given ones when nothing is open', () => {
    fillTicket('BTC', { leverage: '3' }, 'the risk calculator')
    expect(draft()).toMatchObject({ leverage: '3', margin: 'cross' })
  })
})

it('changes its side by shortcut only when it is shown for that coin', () => {
  chooseSide('ETH', 'sell')
  expect(draft().side).toBe('buy')
  chooseSide('BTC', 'sell')
  expect(draft().side).toBe('sell')
})

describe('a ticket that was sent', () => {
  const sentAs = (alert: string | null) => {
    fillTicket('BTC', {}, null)
    if (alert !== null) ticketFromAlert('BTC', alert)
    changeTicket({ amount: '25', price: '70000', leverage: '2' })
    return useTicket.getState()
  }

  it('is cleared even if leverage, mode or side has changed since', () => {
    const sent = sentAs(null)
    changeTicket({ leverage: '7', margin: 'isolated', side: 'sell' })
    clearTicket(sent)
    expect(draft()).toMatchObject({ amount: '', price: '', leverage: '7', margin: 'isolated', side: 'sell' })
  })

  it.each([{ amount: '30' }, { takeProfit: '80000' }, { unit: 'equity' as const }])('is kept when %o was typed since', (typed) => {
    const sent = sentAs('firing-1')
    changeTicket(typed)
    clearTicket(sent)
    expect(useTicket.getState()).toMatchObject({ alert: null, draft: { amount: '25', price: '70000', ...typed } })
  })

  it('clears nothing in a ticket of another coin, nor the alert of the next one', () => {
    const sent = sentAs('firing-1')
    ticketFromAlert('ETH', 'firing-2')
    changeTicket({ amount: '25', price: '70000' })
    clearTicket(sent)
    expect(useTicket.getState()).toMatchObject({ symbol: 'ETH', alert: 'firing-2', draft: { amount: '25', price: '70000' } })
  })
})
