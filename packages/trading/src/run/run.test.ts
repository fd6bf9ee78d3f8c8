import { describe, expect, it } from 'vitest'
import { BEST, BOOK, order, run, STAGE } from '../test/session.ts'
import { RunFault, runLines } from './run.ts'

describe('a small session', () => {
  const { final, events } = run([
    { t: 0, book: BOOK },
    { t: 1, order: order('b', { size: '100' }) },
    { t: 2, order: order('s', { side: 'sell', size: '100' }) },
  ])

  it('ends with the cash computed by hand', () =>
    expect(final).toMatchObject({ cash: '9997.225454', equity: '9997.225454', positions: [] }))
  it('charges each fill its fee, rounded up', () =>
    expect(events.filter(({ event }) => event === 'filled').map(({ fee }) => fee)).toEqual(['1.150526', '1.150313']))
  it('realises the price that the book filled', () =>
    expect(events.filter(({ event }) => event === 'filled').at(-1)).toMatchObject({ realised: '-0.473707' }))
  it('keeps a ledger that sums to zero', () => expect(final.ledger_total).toBe('0'))
  it('books rounding separately', () => expect(final.ledger['venue:rounding']).toBe('0.000002'))
})

describe('refusals', () => {
  it.each([
    ['off tick', { type: 'limit', price: '25.5665', size: '1' }, 'tickRejected'],
    ['off lot', { size: '1.0005' }, 'tickRejected'],
    ['zero', { size: '0' }, 'minTradeNtlRejected'],
    ['negative', { size: '-1' }, 'tickRejected'],
    ['under the smallest worth', { size: '0.3' }, 'minTradeNtlRejected'],
    ['more than the margin', { size: '500' }, 'perpMarginRejected'],
    ['more leverage than there is', { size: '1', leverage: 21 }, 'perpMaxPositionRejected'],
    ['post-only that would take', { type: 'limit', price: '25.566', size: '1', post_only: true }, 'badAloPxRejected'],
    ['IOC with nothing inside', { type: 'limit', price: '25.5', size: '1', time_in_force: 'ioc' }, 'iocCancelRejected'],
    ['FOK with too little', { type: 'limit', price: '25.566', size: '20', time_in_force: 'fok' }, 'iocCancelRejected'],
    ['a trigger that has passed', { type: 'stop', trigger: '25', size: '1' }, 'badTriggerPxRejected'],
    ['reduce-only without a position', { size: '1', reduce_only: true }, 'reduceOnlyRejected'],
    ['a limit far from the market', { type: 'limit', price: '1', size: '100' }, 'oracleRejected'],
    ['a take-profit below a buy', { size: '1', take_profit: { trigger: '20' } }, 'badTriggerPxRejected'],
    ['off tick, and more leverage than there is', { type: 'limit', price: '25.5665', size: '1', leverage: 21 }, 'tickRejected'],
    ['too small, at a leverage whose margin is missing', { size: '0.3', leverage: 21 }, 'minTradeNtlRejected'],
  ])('%s: %s', (_, body, reason) => {
    const { order: find, final } = run([
      { t: 0, book: BOOK },
      { t: 1, order: order('o', body) },
    ])
    expect(find('o')).toMatchObject({ state: 'rejected', reason, filled: '0' })
    expect(final.cash).toBe('10000')
  })

  it('refuses a market order on a book older than five seconds', () => {
    const { order: find } = run([
      { t: 0, book: BOOK },
      { t: 5_000, order: order('fresh', { size: '1' }) },
      { t: 5_001, order: order('stale', { size: '1' }) },
      { t: 5_001, order: order('crossing', { type: 'limit', price: '25.6', size: '1' }) },
      { t: 5_001, order: order('resting', { type: 'limit', price: '25', size: '1' }) },
    ])
    expect(['fresh', 'stale', 'crossing', 'resting'].map((id) => find(id)?.reason ?? find(id)?.state)).toEqual([
      'filled',
      'staleBookRejected',
      'staleBookRejected',
      'open',
    ])
  })

  // FOK applies to the requested size: reduce-only would cut it, so nothing fills.
  it('refuses a reduce-only FOK larger than the position, and not one of its size', () => {
    const close = (id: string, size: string) =>
      order(id, { side: 'sell', type: 'limit', price: '25.5', size, time_in_force: 'fok', reduce_only: true })
    const { order: find, final } = run([
      { t: 0, book: BOOK },
      { t: 1, order: order('o', { size: '10' }) },
      { t: 2, order: close('larger', '20') },
      { t: 3, order: close('equal', '10') },
    ])
    expect(find('larger')).toMatchObject({ state: 'rejected', reason: 'iocCancelRejected', filled: '0' })
    expect(find('equal')).toMatchObject({ state: 'filled', filled: '10' })
    expect(final.positions).toEqual([])
  })

  it('refuses a client id that was already used', () => {
    const { events, final } = run([
      { t: 0, book: BOOK },
      { t: 1, order: order('o', { size: '1' }) },
      { t: 2, order: order('o', { size: '2' }) },
    ])
    expect(events.at(-1)).toMatchObject({ event: 'refused', client_id: 'o', reason: 'duplicateClientId' })
    expect(final.positions[0]?.size).toBe('1')
  })

  it.each([
    ['no JSON', ['{'], 2],
    ['a clock that goes back', ['{"t":5}', '{"t":4}'], 3],
    ['an unknown instrument', ['{"t":5,"mark":{"symbol":"Y","price":"1"}}'], 2],
    ['a number where a decimal text belongs', ['{"t":5,"mark":{"symbol":"X","price":1}}'], 2],
    ['an exponent', ['{"t":5,"mark":{"symbol":"X","price":"1e400"}}'], 2],
    ['a price of zero', ['{"t":5,"mark":{"symbol":"X","price":"0"}}'], 2],
  ])('%s ends the run and names the line', (_, lines, line) => {
    const go = () => [...runLines([JSON.stringify(STAGE), ...lines])]
    expect(go).toThrow(RunFault)
    expect(go).toThrow(`line ${line}:`)
  })
})

describe('latency', () => {
  const late = { latency_ms: 50 }
  it('applies to an order before it meets the book, never the book it was sent from', () => {
    const { order: find } = run(
      [
        { t: 0, book: BEST },
        { t: 10, order: order('o', { size: '1' }) },
        { t: 40, book: { ...BEST, asks: [['100', '100']] } },
        { t: 60, book: { ...BEST, asks: [['102', '100']] } },
      ],
      late,
    )
    expect(find('o')).toMatchObject({ state: 'filled', average_price: '102' })
  })

  it('keeps an order pending until the next market data', () =>
    expect(run([{ t: 0, book: BEST }, { t: 10, order: order('o', { size: '1' }) }, { t: 1_000 }], late).order('o')).toMatchObject({
      state: 'pending',
    }))
})

describe('orders with an expiry', () => {
  it('that are good till a date expire at the exact time, before that tick is matched', () => {
    const { order: find } = run([
      { t: 0, book: BEST },
      { t: 1, order: order('g', { type: 'limit', price: '99', size: '50', time_in_force: 'gtd', expires_at: '1970-01-01T00:00:01.000Z' }) },
      { t: 1_000, trade: { symbol: 'X', price: '98', size: '500', aggressor: 'sell' } },
    ])
    expect(find('g')).toMatchObject({ state: 'expired', filled: '0' })
  })

  it.each([0, 50])('that are good till a past date never trade, even with a latency of %i ms', (latency_ms) => {
    const { order: find, final } = run(
      [
        { t: 5_000, book: BEST },
        {
          t: 5_000,
          order: order('g', { type: 'limit', price: '101', size: '1', time_in_force: 'gtd', expires_at: '1970-01-01T00:00:05.000Z' }),
        },
        { t: 5_050, trade: { symbol: 'X', price: '98', size: '500', aggressor: 'sell' } },
      ],
      { latency_ms },
    )
    expect(find('g')).toMatchObject({ state: 'expired', filled: '0' })
    expect(final.positions).toEqual([])
  })

  it('a cancel after the fill is answered with the actual outcome', () => {
    const { events } = run([
      { t: 0, book: BEST },
      { t: 1, order: order('o', { size: '1' }) },
      { t: 2, cancel: 'o' },
      { t: 3, cancel: 'nobody' },
    ])
    expect(events.slice(-2)).toMatchObject([{ reason: 'alreadyFilled' }, { reason: 'unknownOrder' }])
  })
})

it.each([
  ['a price of 0', [['0', '1']], []],
  ['a price below 0', [], [['-1', '1']]],
  ['a size below 0', [['99', '-1']], []],
])('rejects a book with %s', (_, bids, asks) => expect(() => run([{ t: 0, book: { symbol: 'X', bids, asks } }])).toThrow('line 2: '))

it('allows in each margin tier the leverage of that tier, for the position that an order results in', () => {
  const tiers = [
    { from: '0', rate: '0.05' },
    { from: '20000', rate: '0.1' },
  ]
  const instruments = STAGE.instruments.map((one) => ({ ...one, max_leverage: 10, tiers }))
  const rests = (id: string, size: string, leverage: number) => ({
    t: 1,
    order: order(id, { type: 'limit', price: '100', size, leverage }),
  })
  const deep = { symbol: 'X', bids: [['99', '1000']], asks: [['101', '1000']] }
  const { order: found } = run(
    [
      { t: 0, book: deep },
      rests('first', '199', 10),
      { t: 1, cancel: 'first' },
      rests('second', '200', 10),
      rests('third', '200', 5),
      { t: 1, cancel: 'third' },
      { t: 1, order: order('held', { size: '150', leverage: 10 }) },
      { t: 1, order: order('more', { size: '60', leverage: 10 }) },
    ],
    { instruments, deposit: '100000' },
  )
  expect(['first', 'second', 'third', 'held', 'more'].map((id) => [found(id)?.state, found(id)?.reason])).toEqual([
    ['canceled', null],
    ['rejected', 'perpMaxPositionRejected'],
    ['canceled', null],
    ['filled', null],
    ['rejected', 'perpMaxPositionRejected'],
  ])
})
