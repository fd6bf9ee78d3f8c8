import { beforeEach, describe, expect, it } from 'vitest'
import { viewOf } from '../account/account-view.ts'
import { testAccount, testPosition } from '../account/test-account.ts'
import { useTradingState } from '../account/trading-store.ts'
import { chooseSide } from './choose-side.ts'
import { changeTicket, clearTicket, fillTicket, ticketFromAlert, turnTicket, useTicket } from './ticket-draft.ts'

const draft = () => useTicket.getState().draft

beforeEach(() => {
  const positions = [testPosition({ leverage: 5, mode: 'isolated' })]
  useTradingState.setState({ view: viewOf({ account: testAccount(), orders: [], positions, fills: [] }), error: null })
  fillTicket('BTC', {}, null)
})

describe('a ticket that comes to a coin in which something is open', () => {
  const held = { leverage: '5', margin: 'isolated' }

  it('has its leverage and margin mode, whoever fills it in', () => {
    fillTicket('HYPE', { unit: 'risk', leverage: '3' }, 'the risk calculator')
    expect(draft()).toMatchObject({ ...held, unit: 'risk' })
  })

  it('has them when it is turned, and not those of the coin before', () => {
    turnTicket('HYPE')
    expect(draft()).toMatchObject(held)
    turnTicket('BTC')
    expect(draft()).toMatchObject({ leverage: '1', margin: 'cross' })
  })

  it('has those that are given where nothing is open', () => {
    fillTicket('BTC', { leverage: '3' }, 'the risk calculator')
    expect(draft()).toMatchObject({ leverage: '3', margin: 'cross' })
  })
})

it('takes its side by a key only where it is on show: not for another coin', () => {
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

  it('is emptied though leverage, mode or side was changed since', () => {
    const sent = sentAs(null)
    changeTicket({ leverage: '7', margin: 'isolated', side: 'sell' })
    clearTicket(sent)
    expect(draft()).toMatchObject({ amount: '', price: '', leverage: '7', margin: 'isolated', side: 'sell' })
  })

  it.each([{ amount: '30' }, { takeProfit: '80000' }, { unit: 'equity' as const }])('is left alone where since was written %o', (typed) => {
    const sent = sentAs('firing-1')
    changeTicket(typed)
    clearTicket(sent)
    expect(useTicket.getState()).toMatchObject({ alert: null, draft: { amount: '25', price: '70000', ...typed } })
  })

  it('takes nothing from a ticket of another coin, nor the alert of the next', () => {
    const sent = sentAs('firing-1')
    ticketFromAlert('ETH', 'firing-2')
    changeTicket({ amount: '25', price: '70000' })
    clearTicket(sent)
    expect(useTicket.getState()).toMatchObject({ symbol: 'ETH', alert: 'firing-2', draft: { amount: '25', price: '70000' } })
  })
})
