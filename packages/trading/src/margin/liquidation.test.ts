import { describe, expect, it } from 'vitest'
import { order, run } from '../test/session.ts'

const book = (t: number, bid: string, bidSize: string, ask = '120') => ({
  t,
  book: { symbol: 'X', bids: [[bid, bidSize]], asks: [[ask, '5000']] },
})
const mark = (t: number, price: string) => ({ t, mark: { symbol: 'X', price } })
const opened = (more: object = {}) => [
  book(0, '99.9', '5000', '100'),
  mark(0, '100'),
  { t: 1, order: order('b', { size: '100', leverage: 20, ...more }) },
]
const isolated = opened({ margin: 'isolated' })
const stage = { deposit: '1000' }
const cashOf = (lines: readonly object[], deposit = '1000') => run(lines, { deposit }).final.cash

describe('a liquidation that the book fills in parts', () => {
  const parts = [book(3, '80', '60'), mark(3, '80'), book(4, '80', '30'), book(5, '80', '31')]

  it('costs an isolated position its own margin and no more, as in one part', () => {
    const whole = run([...isolated, book(3, '80', '5000'), mark(3, '80')], stage)
    const inParts = run([...isolated, ...parts], stage)
    expect(inParts.final).toMatchObject({ cash: whole.final.cash, positions: [], ledger_total: '0' })
    expect(inParts.final.ledger['venue:insurance']).toBe(whole.final.ledger['venue:insurance'])
    expect(inParts.events.filter(({ event }) => event === 'insured')).toHaveLength(1)
  })

  it('never touches cash while the rest waits for its book', () => {
    const untouched = cashOf(isolated)
    for (let until = 2; until <= parts.length; until += 1) expect(cashOf([...isolated, ...parts.slice(0, until)])).toBe(untouched)
  })

  it('offsets the loss of the first part with a later recovery before anyone gains', () => {
    const recovered = [book(4, '97', '30'), mark(4, '120'), book(5, '119', '5000', '121')]
    const { final } = run([...isolated, ...parts.slice(0, 2), ...recovered], stage)
    // Losses 1,200 and 90, gain 190, fees 4.005, deposit 500.
    expect(final).toMatchObject({ cash: '495.5', positions: [], ledger_total: '0', ledger: { 'venue:insurance': '-604.005' } })
  })

  it('releases no isolated margin before the last part: parts that lose less than their share offset those that lose more', () => {
    const uneven = [book(3, '96', '40'), mark(3, '96'), book(4, '93', '30'), mark(4, '93'), book(5, '90', '100')]
    const { final } = run([...isolated, ...uneven], stage)
    // Losses 160, 210 and 300, fees 1.728, 1.2555 and 1.215, deposit 500.
    expect(final).toMatchObject({ cash: '495.5', positions: [], ledger_total: '0', ledger: { 'venue:insurance': '-174.1985' } })
  })

  it('saves an isolated position that is small enough after its first part', () => {
    const { final } = run([...isolated, book(3, '97', '40'), mark(3, '97'), book(4, '97', '30')], stage)
    // 500 less 120 and 1.746 backs 60 coins at 97, which require 145.5.
    expect(final).toMatchObject({ cash: '495.5', positions: [{ size: '60', margin: '378.254', unrealised: '-180' }] })
  })

  it('of a cross position is settled with its last part', () => {
    const { final, events } = run([...opened(), ...parts], stage)
    expect(final).toMatchObject({ cash: '0', equity: '0', positions: [], ledger_total: '0' })
    expect(events.filter(({ event }) => event === 'insured')).toHaveLength(1)
  })
})

describe('an account below two thirds of the maintenance margin', () => {
  // Bought at 100 with 1,000 less a fee of 4.5: at 91 equity is 95.5, maintenance 227.5, two thirds of it 151.67.
  const poor = [...opened(), book(3, '91', '5000'), mark(3, '91')]

  it('sells to the book as usual, and the user keeps the rest: 9,100 less 0.045 % is 95.5 less 4.095', () => {
    const { final, events } = run(poor, stage)
    expect(final).toMatchObject({ cash: '91.405', positions: [], ledger_total: '0' })
    expect(events.filter(({ event }) => event === 'insured')).toEqual([])
  })
})

describe("a user's close below the bankruptcy price", () => {
  // 100 coins bought at 100 with 500 less 4.5: 97.6 is still above the maintenance of 244; 93 is within 5 % of that mark.
  const lines = [...opened(), mark(2, '97.6'), book(3, '93', '5000'), { t: 4, close: { symbol: 'X', client_id: 'c' } }]

  it('leaves no debt: the insurance pays what the account does not have', () => {
    const { final, events } = run(lines, { deposit: '510' })
    expect(events.filter(({ event }) => event === 'liquidating')).toEqual([])
    expect(final).toMatchObject({ cash: '0', equity: '0', positions: [], ledger_total: '0' })
    // Loss 700, fees 4.5 and 4.185, deposit 510.
    expect(final.ledger['venue:insurance']).toBe('-198.685')
  })
})
