import { describe, expect, it } from 'vitest'
import { BEST, BOOK, order, run } from '../test-session.ts'

describe('a market order walks the book that is displayed', () => {
  const deposit = { deposit: '1000000' }
  it.each([
    ['buy', '1', '1', '25.566', 'filled'],
    ['buy', '100', '100', '25.56722976', 'filled'],
    ['sell', '100', '100', '25.56249269', 'filled'],
    ['buy', '1000', '838.376', '25.574441523', 'canceled'],
    ['sell', '1000', '438.167', '25.558623985', 'canceled'],
  ])('%s %s: %s at %s', (...[side, size, filled, average, state]) => {
    const { order: find } = run(
      [
        { t: 0, book: BOOK },
        { t: 1, order: order('o', { side, size }) },
      ],
      deposit,
    )
    expect(find('o')).toMatchObject({ filled, state, average_price: expect.stringContaining(average) })
  })

  it('never takes the same displayed size twice, until the display changes', () => {
    const { order: find } = run(
      [
        { t: 0, book: BEST },
        { t: 1, order: order('a', { size: '30' }) },
        { t: 2, order: order('b', { size: '100' }) },
        { t: 3, book: { ...BEST, asks: [['101', '120']] } },
        { t: 4, order: order('c', { size: '100' }) },
      ],
      { deposit: '1000000' },
    )
    expect([find('a')?.filled, find('b')?.filled, find('c')?.filled]).toEqual(['30', '70', '100'])
  })

  it('leaves to others what trades have taken since the book', () => {
    const { order: find } = run([
      {
        t: 0,
        book: {
          symbol: 'X',
          bids: [['99', '10']],
          asks: [
            ['100', '10'],
            ['100.1', '10'],
          ],
        },
      },
      { t: 1, mark: { symbol: 'X', price: '99.5' } },
      { t: 1, order: order('s', { type: 'stop', trigger: '100', trigger_by: 'last', size: '5' }) },
      { t: 2, trade: { symbol: 'X', price: '100', size: '8', aggressor: 'buy' } },
    ])
    expect(find('s')).toMatchObject({ filled: '5', average_price: '100.06' })
  })

  it('is bounded by the slippage cap around the mark', () => {
    const book = {
      symbol: 'X',
      bids: [['99', '1']],
      asks: [
        ['101', '1'],
        ['104', '1'],
        ['106', '1'],
      ],
    }
    const { order: find } = run([
      { t: 0, book },
      { t: 1, order: order('o', { size: '3' }) },
    ])
    expect(find('o')).toMatchObject({ filled: '2', state: 'canceled', reason: 'marketOrderNoLiquidityRejected' })
  })
})

describe('a resting order waits in its queue', () => {
  it('100 ahead, 50 to buy, trades of 80, 30 and 50: fills of 0, 10 and 40', () => {
    const trade = (t: number, size: string) => ({ t, trade: { symbol: 'X', price: '99', size, aggressor: 'sell' } })
    const { events, order: find } = run([
      { t: 0, book: BEST },
      { t: 1, order: order('q', { type: 'limit', price: '99', size: '50' }) },
      trade(2, '80'),
      trade(3, '30'),
      trade(4, '50'),
    ])
    expect(events.filter(({ event }) => event === 'filled').map(({ t, size }) => [t, size])).toEqual([
      [3, '10'],
      [4, '40'],
    ])
    expect(find('q')).toMatchObject({ state: 'filled', average_price: '99' })
  })

  const resting = [
    { t: 0, book: BEST },
    { t: 1, order: order('q', { type: 'limit', price: '99', size: '50' }) },
  ]

  it.each([
    ['a trade of the same aggressor', { trade: { symbol: 'X', price: '99', size: '500', aggressor: 'buy' } }],
    ['a trade at the price without an aggressor', { trade: { symbol: 'X', price: '99', size: '500' } }],
    ['a book that touches the price', { book: { symbol: 'X', bids: [['98', '1']], asks: [['99', '500']] } }],
    ['a book whose level has gone', { book: { symbol: 'X', bids: [['98', '1']], asks: [['101', '1']] } }],
  ])('%s fills nothing', (_, change) =>
    expect(run([...resting, { t: 2, ...change }]).order('q')).toMatchObject({ filled: '0', state: 'open' }),
  )

  it('a trade through the price fills up to its own size, at our price', () =>
    expect(run([...resting, { t: 2, trade: { symbol: 'X', price: '98', size: '20', aggressor: 'sell' } }]).order('q')).toMatchObject({
      filled: '20',
      average_price: '99',
      state: 'partiallyFilled',
    }))

  it('a book through the price without a trade fills what it shows beyond, and says so', () => {
    const { events, order: find } = run([
      ...resting,
      {
        t: 2,
        book: {
          symbol: 'X',
          bids: [['97', '1']],
          asks: [
            ['98', '7'],
            ['99', '500'],
          ],
        },
      },
    ])
    expect(find('q')).toMatchObject({ filled: '7', average_price: '99' })
    expect(events.at(-1)).toMatchObject({ liquidity: 'maker', evidence: { is_inferred: true } })
  })

  it('cancels ahead shorten the queue, new size behind does not lengthen it', () => {
    const { order: find } = run([
      ...resting,
      { t: 2, book: { ...BEST, bids: [['99', '20']] } },
      { t: 3, book: { ...BEST, bids: [['99', '900']] } },
      { t: 4, trade: { symbol: 'X', price: '99', size: '25', aggressor: 'sell' } },
    ])
    expect(find('q')).toMatchObject({ filled: '5' })
  })

  it('two own orders never share one trade', () => {
    const { order: find } = run([
      ...resting,
      { t: 1, order: order('r', { type: 'limit', price: '99', size: '50' }) },
      { t: 2, trade: { symbol: 'X', price: '99', size: '160', aggressor: 'sell' } },
    ])
    expect([find('q')?.filled, find('r')?.filled]).toEqual(['50', '10'])
  })

  it('keeps its place when it gets smaller, and loses it when it gets larger', () => {
    const [book, first] = resting
    const trade = { t: 3, trade: { symbol: 'X', price: '99', size: '60', aggressor: 'sell' } }
    const again = { t: 4, trade: { symbol: 'X', price: '99', size: '60', aggressor: 'sell' } }
    const smaller = run([book, first, { t: 2, modify: { client_id: 'q', size: '40' } }, trade, again].filter((line) => line !== undefined))
    const larger = run([book, first, trade, { t: 3, modify: { client_id: 'q', size: '60' } }, again].filter((line) => line !== undefined))
    expect([smaller.order('q')?.filled, larger.order('q')?.filled]).toEqual(['20', '0'])
  })
})

describe('the account never trades with itself', () => {
  it('its resting order ends, without a fill and without a fee', () => {
    const { order: find } = run([
      { t: 0, book: BEST },
      { t: 1, order: order('ask', { side: 'sell', type: 'limit', price: '100', size: '10' }) },
      { t: 2, order: order('bid', { size: '20' }) },
    ])
    expect(find('ask')).toMatchObject({ state: 'canceled', reason: 'selfTradeCanceled', filled: '0' })
    expect(find('bid')).toMatchObject({ state: 'filled', average_price: '101' })
  })
})

describe('reduce-only', () => {
  it('never opens: over several levels it is capped in total', () => {
    const book = {
      symbol: 'X',
      bids: [
        ['99', '3'],
        ['98', '3'],
        ['97', '30'],
      ],
      asks: [['101', '100']],
    }
    const { final, order: find } = run([
      { t: 0, book },
      { t: 1, order: order('b', { size: '5' }) },
      { t: 2, order: order('r', { side: 'sell', size: '20', reduce_only: true }) },
    ])
    expect(find('r')).toMatchObject({ filled: '5' })
    expect(final.positions).toEqual([])
  })

  it('rests no longer than the position', () => {
    const { order: find } = run([
      { t: 0, book: BEST },
      { t: 1, order: order('b', { size: '5' }) },
      { t: 2, order: order('r', { side: 'sell', type: 'limit', price: '105', size: '5', reduce_only: true }) },
      { t: 3, order: order('s', { side: 'sell', size: '5' }) },
    ])
    expect(find('r')).toMatchObject({ state: 'canceled', reason: 'reduceOnlyCanceled' })
  })
})
