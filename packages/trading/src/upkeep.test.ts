import { DECIMALS, microUsdc, notional, parseDecimal, price, size, usdcText } from '@aerie/core/numbers/units'
import { beforeEach, describe, expect, it } from 'vitest'
import { deposit, onCommand, onMarket } from './engine.ts'
import type { TradingEvent } from './events.ts'
import { tierOfLeverage } from './instrument.ts'
import { accountFigures, hasMarks } from './margin/figures.ts'
import { premiumOf } from './margin/funding.ts'
import { FEE_SCHEDULES } from './matching/fill.ts'
import { applyBook, applyOracle, emptyMarket, type Market } from './matching/market.ts'
import { emptyWorking } from './matching/working.ts'
import { termsOf } from './orders/terms.ts'
import { activeOrders, applyEvent, emptyAccount, foldEvents } from './state.ts'
import { storedEvent, storedForm, storedState } from './stored/stored.ts'
import { DEFAULT_RULES, type Turn } from './turn.ts'
import { copyTurn, forgetEnded, forgetQueues, resetQueues } from './upkeep.ts'

const exact = (text: string, decimals: number): bigint => {
  const parsed = parseDecimal(text, decimals)
  if (!parsed.ok) throw new Error(text)
  return parsed.value
}
const at = (text: string) => price(exact(text, DECIMALS.price))
const coins = (text: string) => size(exact(text, DECIMALS.size))

let market: Market
let turn: Turn
beforeEach(() => {
  market = emptyMarket({
    symbol: 'X',
    tick: at('0.1'),
    lot: coins('0.01'),
    minNotional: notional(exact('10', DECIMALS.notional)),
    maxLeverage: 20n,
    tiers: tierOfLeverage(20n),
    fees: FEE_SCHEDULES['hyperliquid-0'],
  })
  const state = emptyAccount()
  turn = { state, working: emptyWorking(), markets: new Map([['X', market]]), rules: DEFAULT_RULES, now: 0, events: [] }
  deposit(turn, microUsdc(10_000_000_000n))
  applyOracle(market, at('100'), 0)
  book()
})

function book(bidSize = '5'): void {
  applyBook(market, { bids: [[at('99.9'), coins(bidSize)]], asks: [[at('100.1'), coins('5')]] }, 0)
}
const order = (id: string, more: object = {}): void =>
  onCommand(turn, {
    kind: 'order',
    terms: termsOf({ client_id: id, symbol: 'X', side: 'buy', type: 'limit', price: '99.9', size: '1', ...more }),
  })

describe('queues', () => {
  it('assign an order with an unknown position the whole displayed size, once, and report it', () => {
    order('a')
    forgetQueues(turn.state, turn.working, 'X')
    book('7')
    const before = turn.events.length
    resetQueues(turn, 'X')
    resetQueues(turn, 'X')
    expect(turn.events.slice(before)).toMatchObject([{ kind: 'rested', clientId: 'a', queueAhead: coins('7'), isReset: true }])
    expect(turn.working.queuePositions.get('a')).toMatchObject({ ahead: coins('7'), likely: coins('7') })
    expect(turn.state.orders.get('a')).toMatchObject({ isQueueReset: true })
  })

  it('ignore orders that do not rest', () => {
    order('t', { type: 'stop', trigger: '110', price: undefined })
    const before = turn.events.length
    resetQueues(turn, 'X')
    expect(turn.events.length).toBe(before)
  })
})

describe('a copy of a turn', () => {
  it('can be used for decisions without side effects on the account', () => {
    order('a')
    const before = JSON.stringify(storedForm([turn.state, turn.working, turn.events]))
    const copy = copyTurn(turn)
    onCommand(copy, { kind: 'cancelAll', symbol: undefined })
    onCommand(copy, { kind: 'order', terms: termsOf({ client_id: 'b', symbol: 'X', side: 'buy', type: 'market', size: '2' }) })
    expect(copy.state.positions.size).toBe(1)
    expect(JSON.stringify(storedForm([turn.state, turn.working, turn.events]))).toBe(before)
    expect(turn.state.positions.size).toBe(0)
    expect(activeOrders(turn.state, 'X').map(({ terms }) => terms.clientId)).toEqual(['a'])
  })
})

describe('ended orders', () => {
  it('are forgotten, the oldest first, except those whose related orders have not ended', () => {
    order('parent', { type: 'market', price: undefined, stop_loss: { trigger: '50' } })
    for (const id of ['a', 'b', 'c']) {
      order(id)
      onCommand(turn, { kind: 'cancel', clientId: id })
    }
    forgetEnded(turn.state, 1)
    expect([...turn.state.orders.keys()]).toEqual(['parent', 'parent:sl', 'c'])
  })
})

describe('the stored form', () => {
  it('restores every event and the state, through JSON', () => {
    order('a', { type: 'market', price: undefined, size: '3', take_profit: { trigger: '120' } })
    order('b')
    onMarket(turn, { kind: 'book', symbol: 'X' })
    const through = (value: unknown): unknown => JSON.parse(JSON.stringify(storedForm(value)))
    const events = turn.events.map(({ seq, kind, t, ...body }): TradingEvent => storedEvent(seq, kind, t, through(body)))
    const folded = foldEvents(events)
    expect(storedForm(folded)).toEqual(storedForm(turn.state))
    expect(storedForm(storedState(through(turn.state)))).toEqual(storedForm(turn.state))
    applyEvent(storedState(through(turn.state)), { kind: 'cooling', scope: '*', until: 1, seq: turn.state.seq + 1, t: 0 })
    expect(() => storedState({})).toThrow(RangeError)
  })
})

describe('figures', () => {
  it('are known once every market with a position has a mark price', () => {
    order('a', { type: 'market', price: undefined, size: '2' })
    expect(hasMarks(turn.state, turn.markets)).toBe(true)
    const { equity, cash, unrealised, marginUsed } = accountFigures(turn.state, turn.markets)
    expect([equity - cash, usdcText(unrealised), usdcText(marginUsed)]).toEqual([unrealised, '-0.2', '200'])
    expect(hasMarks(turn.state, new Map([['X', emptyMarket(market.instrument)]]))).toBe(false)
  })
})

describe('the funding premium', () => {
  const thousand = notional(exact('1000', DECIMALS.notional))
  const shown = (bid: string, ask: string) => applyBook(market, { bids: [[at(bid), coins('100')]], asks: [[at(ask), coins('100')]] }, 0)

  it('is 0 where the index is inside the book, positive above it, negative below', () => {
    const fractions = [
      ['99.9', '100.1'],
      ['101', '101.2'],
      ['98.8', '99'],
    ].map(([bid = '', ask = '']) => {
      shown(bid, ask)
      return premiumOf(market, thousand)
    })
    expect(fractions).toEqual([0n, 10n ** 16n, -(10n ** 16n)])
  })

  it('is unknown when the book shows too little for the trade it is measured by', () => {
    applyBook(market, { bids: [[at('99.9'), coins('5')]], asks: [[at('100.1'), coins('100')]] }, 0)
    expect(premiumOf(market, thousand)).toBeUndefined()
  })
})
