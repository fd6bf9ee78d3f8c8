import { DECIMALS, fraction, microUsdc, notional, parseDecimal, price, size } from '@aerie/core/numbers/units'
import { orderBody } from '@aerie/wire/trading/trading'
import { beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { ORDER_TYPES } from './order-kinds.ts'
import { readTicket } from './read-ticket.ts'
import { changeTicket, clearTicket, fillTicket, type TicketDraft, turnTicket, useTicket } from './ticket-draft.ts'
import type { TicketTerms } from './ticket-terms.ts'

const of = (text: string, decimals: number): bigint => {
  const parsed = parseDecimal(text, decimals)
  if (!parsed.ok) throw new Error(parsed.fault)
  return parsed.value
}
const at = (text: string) => price(of(text, DECIMALS.price))

const TERMS: TicketTerms = {
  instrument: {
    symbol: 'HYPE',
    tick: at('0.001'),
    lot: size(of('0.01', DECIMALS.size)),
    minNotional: notional(of('10', DECIMALS.notional)),
    maxLeverage: 20n,
    takerFee: fraction(of('0.00045', DECIMALS.fraction)),
    makerFee: fraction(of('0.00015', DECIMALS.fraction)),
  },
  bestBid: at('25.563'),
  bestAsk: at('25.566'),
  mark: at('25.5645'),
  equity: microUsdc(of('10000', DECIMALS.usdc)),
  free: microUsdc(of('10000', DECIMALS.usdc)),
  held: size(0n),
  now: Date.UTC(2026, 0, 1),
}

beforeEach(() => fillTicket('HYPE', {}, null))
const read = (draft: Partial<TicketDraft>, terms: Partial<TicketTerms> = {}) =>
  readTicket({ ...useTicket.getState().draft, ...draft }, { ...TERMS, ...terms })

describe('a typed order', () => {
  it('is sent digit by digit', () => {
    const { order, problems } = read({ type: 'limit', amount: '1,000.5', price: '25.501', leverage: '3', isPostOnly: true })
    expect(problems).toEqual({})
    expect(order).toEqual({
      symbol: 'HYPE',
      side: 'buy',
      type: 'limit',
      size: '1000.5',
      price: '25.501',
      post_only: true,
      leverage: 3,
      margin: 'cross',
      decision_mid: '25.5645',
    })
  })

  it.each([
    ['usdc', '2500', '97.78'],
    ['equity', '50', '195.48'],
    ['risk', '1', '161.09'],
  ] as const)('has its size computed from %s in whole lots', (unit, amount, expected) =>
    expect(read({ type: 'market', unit, amount, stopLoss: '24.968' }).order?.size).toBe(expected),
  )

  it.each([
    ['0', 'Enter a size above 0.'],
    ['-1', 'Enter a number without a minus sign.'],
    ['NaN', 'Enter a number, such as 1234.5.'],
    ['1e400', 'This number is too long.'],
    ['0.005', 'The size step is 0.01.'],
    ['1,500', '“1,500” can mean 1500 or 1.500. Enter one of the two.'],
    ['$100', 'Enter the number alone, such as 1234.5, without “$”.'],
    ['0.01', 'The order is below the minimum value of this market.'],
    ['', 'Enter a size.'],
  ])('is rejected with size “%s”', (amount, problem) => {
    const reading = read({ type: 'market', amount })
    expect([reading.problems.amount, reading.order]).toEqual([problem, null])
  })

  it.each(['$25.50', '25,50', '25.5 USDC', '2.55e1', '２５．５'])('has the price 25.5 when “%s” is typed', (price) =>
    expect(read({ type: 'limit', amount: '１０ HYPE', price }).order).toMatchObject({ size: '10', price: '25.5' }),
  )

  it('reports what is wrong with each price', () => {
    const { problems } = read({ type: 'stop_limit', amount: '10', trigger: '25.5005', price: '' })
    expect(problems).toEqual({ trigger: 'The price step is 0.001.', price: 'Enter a price.' })
  })

  it('does not silently change its time in force when the clock is unknown', () => {
    const draft = { type: 'limit', amount: '10', price: '25', timeInForce: 'gtd', goodForMinutes: 60 } as const
    expect(read(draft).order?.expires_at).toBe('2026-01-01T01:00:00.000Z')
    expect(read(draft, { now: null })).toMatchObject({ order: null, problems: { goodForMinutes: 'The market time is not known yet.' } })
  })

  it('covers the whole position when a reduce-only trigger has no size', () => {
    const order = read({ type: 'stop', side: 'sell', amount: '', trigger: '24', isReduceOnly: true }).order
    expect(order).toMatchObject({ trigger: '24', reduce_only: true, trigger_by: 'mark' })
    expect(order).not.toHaveProperty('size')
    expect(order).not.toHaveProperty('leverage')
  })

  it('has one trailing stop distance: a percentage of the price, or an amount in ticks', () => {
    const trailing = (callback: string, callbackUnit: TicketDraft['callbackUnit']) =>
      read({ type: 'trailing_stop', side: 'sell', amount: '100', callback, callbackUnit })
    expect(trailing('2', 'percent').order).toMatchObject({ callback: '0.02' })
    expect(trailing('2', 'percent').order).not.toHaveProperty('callback_abs')
    expect(trailing('0.25', 'price').order).toMatchObject({ callback_abs: '0.25' })
    expect(trailing('0.25', 'price').order).not.toHaveProperty('callback')
    expect(['', '0', '0.0001', '-1'].map((text) => trailing(text, 'price').problems.callback)).toEqual([
      'Enter a distance.',
      'Enter a price above 0.',
      'The price step is 0.001.',
      'Enter a number without a minus sign.',
    ])
  })

  it('enforces the leverage limits of the instrument', () =>
    expect(['0', '21', '2.5', ''].map((leverage) => read({ amount: '10', price: '25', leverage }).problems.leverage)).toEqual([
      'From 1 to 20.',
      'From 1 to 20.',
      'Enter a whole number.',
      'Enter a whole number.',
    ]))
})

it.each(ORDER_TYPES)('creates a valid request body: %s', (type) => {
  const draft = { type, amount: '100', price: '25', toPrice: '24', trigger: '26', callback: '2', takeProfit: '27', stopLoss: '23' } as const
  const { order, problems } = read(draft)
  expect(problems).toEqual({})
  expect(z.safeParse(orderBody, { ...order, client_id: 'a' }).success).toBe(true)
})

describe('the ticket', () => {
  it('clears prices of another coin, and keeps the chosen options', () => {
    changeTicket({ side: 'sell', type: 'stop', price: '25', amount: '3' })
    turnTicket('BTC')
    expect(useTicket.getState()).toMatchObject({ symbol: 'BTC', draft: { side: 'sell', type: 'stop', price: '', amount: '' } })
  })

  it('shows who filled it in until the user changes something', () => {
    fillTicket('BTC', { amount: '0.5' }, 'the risk calculator')
    expect(useTicket.getState().filledBy).toBe('the risk calculator')
    changeTicket({ amount: '0.4' })
    expect(useTicket.getState().filledBy).toBeNull()
  })

  it('keeps side, type and leverage for the next order', () => {
    changeTicket({ side: 'sell', type: 'market', leverage: '7', amount: '3' })
    clearTicket(useTicket.getState())
    expect(useTicket.getState().draft).toMatchObject({ side: 'sell', type: 'market', leverage: '7', amount: '' })
  })
})
