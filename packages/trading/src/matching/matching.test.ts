import { describe, expect, it } from 'vitest'
import { BEST, BOOK, order, run } from '../test/session.ts'

describe('a market order against the displayed book', () => {
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

  it('leaves what trades have taken since the book to others', () => {
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

  const asks = [
    ['100', '10'],
    ['100.1', '10'],
  ]
  const stopAt = { t: 1, order: order('s', { type: 'stop', trigger: '100.1', trigger_by: 'last', size: '5' }) }
  const seeded = (trade: object) =>
    run([
      { t: 0, book: { symbol: 'X', bids: [['99', '10']], asks } },
      { t: 1, mark: { symbol: 'X', price: '99.5' } },
      stopAt,
      { t: 2, trade: { symbol: 'X', ...trade } },
    ])
  const levelsOf = ({ events }: ReturnType<typeof run>) =>
    events.flatMap(({ evidence }) => (evidence === undefined ? [] : Object(evidence).levels))

  it.each([
    [
      'begins at the best price',
      { price: '100.1', size: '8', aggressor: 'buy' },
      [
        ['100', '2'],
        ['100.1', '3'],
      ],
    ],
    ['goes on at the next one', { price: '100.1', size: '13', aggressor: 'buy' }, [['100.1', '5']]],
    [
      'begins at the best price without an aggressor, too',
      { price: '100.1', size: '8' },
      [
        ['100', '2'],
        ['100.1', '3'],
      ],
    ],
    ['takes nothing from the asks when it sells', { price: '100.1', size: '8', aggressor: 'sell' }, [['100', '5']]],
  ])('size taken by a trade %s', (_, trade, levels) => expect(levelsOf(seeded(trade))).toEqual(levels))

  it('tracks the size taken from the bids separately, even if the asks displayed that price before', () => {
    const book = (bids: unknown, at: unknown) => ({ symbol: 'X', bids, asks: at })
    const { order: find } = run([
      { t: 0, book: book([['99', '7']], [['100', '5']]) },
      { t: 0, mark: { symbol: 'X', price: '100' } },
      { t: 1, order: order('a', { size: '4' }) },
      { t: 2, book: book([['100', '5']], [['101', '9']]) },
      { t: 3, order: order('b', { side: 'sell', size: '4' }) },
    ])
    expect(find('b')).toMatchObject({ filled: '4', average_price: '100' })
  })

  it('is bounded by the slippage cap around the mark price', () => {
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

describe('a resting order in its queue', () => {
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

  it('a trade through the price fills up to its own size, at the price of the order', () =>
    expect(run([...resting, { t: 2, trade: { symbol: 'X', price: '98', size: '20', aggressor: 'sell' } }]).order('q')).toMatchObject({
      filled: '20',
      average_price: '99',
      state: 'partiallyFilled',
    }))

  it('a book through the price without a trade fills what it shows beyond the price, and reports it', () => {
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

  it('cancels ahead shorten the queue, and new size behind does not lengthen it', () => {
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

  const at99 = (t: number, size: string) => ({ t, trade: { symbol: 'X', price: '99', size, aggressor: 'sell' } })
  const bid99 = (id: string, body: object = {}) => order(id, { type: 'limit', price: '99', size: '50', ...body })

  it('the share of a trade that an own order ahead received does not shorten the queue of others', () => {
    const lines = [
      ...resting,
      { t: 2, book: { ...BEST, bids: [['99', '150']] } },
      { t: 2, order: bid99('r') },
      at99(3, '120'),
      at99(4, '80'),
    ]
    const both = (more: readonly object[]) => ['q', 'r'].map((id) => run([...lines, ...more], { deposit: '100000' }).order(id)?.filled)
    // 150 of other traders and 50 of our own were ahead of the second order; 200 have traded.
    expect(both([])).toEqual(['50', '0'])
    expect(both([at99(5, '10')])).toEqual(['50', '10'])
  })

  it('a trade through a better own order leaves the queue behind it unchanged', () => {
    const better = { t: 1, order: order('p', { type: 'limit', price: '99.5', size: '30' }) }
    const { order: find } = run([...resting, better, at99(2, '110'), at99(3, '40')], { deposit: '100000' })
    expect([find('p')?.filled, find('q')?.filled]).toEqual(['30', '20'])
  })

  it('an own order that lost its place is behind the one that kept it', () => {
    const { order: find } = run(
      [...resting, { t: 2, order: bid99('r') }, { t: 3, modify: { client_id: 'q', size: '60' } }, at99(4, '130')],
      { deposit: '100000' },
    )
    expect([find('q')?.filled, find('r')?.filled]).toEqual(['0', '30'])
  })

  it('keeps its place when it is reduced, and loses it when it is increased', () => {
    const [book, first] = resting
    const trade = { t: 3, trade: { symbol: 'X', price: '99', size: '60', aggressor: 'sell' } }
    const again = { t: 4, trade: { symbol: 'X', price: '99', size: '60', aggressor: 'sell' } }
    const smaller = run([book, first, { t: 2, modify: { client_id: 'q', size: '40' } }, trade, again].filter((line) => line !== undefined))
    const larger = run([book, first, trade, { t: 3, modify: { client_id: 'q', size: '60' } }, again].filter((line) => line !== undefined))
    expect([smaller.order('q')?.filled, larger.order('q')?.filled]).toEqual(['20', '0'])
  })
})

describe('self-trade prevention', () => {
  it("cancels the account's own resting order, without a fill and without a fee", () => {
    const { order: find } = run([
      { t: 0, book: BEST },
      { t: 1, order: order('ask', { side: 'sell', type: 'limit', price: '100', size: '10' }) },
      { t: 2, order: order('bid', { size: '20' }) },
    ])
    expect(find('ask')).toMatchObject({ state: 'canceled', reason: 'selfTradeCanceled', filled: '0' })
    expect(find('bid')).toMatchObject({ state: 'filled', average_price: '101' })
  })

  const book = {
    symbol: 'X',
    bids: [
      ['99', '50'],
      ['98', '50'],
    ],
    asks: [['100', '50']],
  }
  const sold = (bid: object, sell: object, before: readonly object[] = []) => {
    const { order: find } = run(
      [
        { t: 0, book },
        { t: 0, mark: { symbol: 'X', price: '100' } },
        ...before,
        { t: 2, order: order('own', { type: 'limit', ...bid }) },
        { t: 3, order: order('sell', { side: 'sell', ...sell }) },
      ],
      { deposit: '100000' },
    )
    return [find('own')?.state, find('sell')?.filled]
  }

  it('a reduce-only order meets only what the position allows it to reach', () => {
    const long = [{ t: 1, order: order('long', { size: '3' }) }]
    expect(sold({ price: '96', size: '5' }, { size: '4', reduce_only: true }, long)).toEqual(['open', '3'])
    expect(sold({ price: '98', size: '5' }, { size: '60', reduce_only: true }, long)).toEqual(['open', '3'])
    expect(sold({ price: '99.5', size: '5' }, { size: '4', reduce_only: true }, long)).toEqual(['canceled', '3'])
  })

  it.each([
    ['is not met while the queue ahead takes all', '99', '10', 'open', '10'],
    ['is not met by the last of the queue ahead', '99', '50', 'open', '50'],
    ['is met by what the queue ahead does not take', '99', '51', 'canceled', '51'],
    ['is met at a better price', '99.5', '1', 'canceled', '1'],
    ['is not met at a worse price', '98', '50', 'open', '50'],
    ['is met by an order that the book does not fill', '97', '200', 'canceled', '100'],
  ])('an own order %s', (_, price, size, state, filled) => expect(sold({ price, size: '5' }, { size })).toEqual([state, filled]))

  it('size that the account took from the queue ahead is not available to fill the next order', () => {
    const first = { t: 1, order: order('first', { side: 'sell', size: '30' }) }
    expect(sold({ price: '99', size: '5' }, { size: '20' }, [first])).toEqual(['open', '20'])
    expect(sold({ price: '99', size: '5' }, { size: '21' }, [first])).toEqual(['canceled', '21'])
  })
})

describe('an order modification', () => {
  const rests = [
    { t: 0, book: BEST },
    { t: 1, order: order('q', { type: 'limit', price: '99', size: '50' }) },
  ]
  const late = { latency_ms: 50 }

  it.each([
    ['a size of 0', { size: '0' }, 'minTradeNtlRejected'],
    ['a size below 0', { size: '-1' }, 'tickRejected'],
    ['a worth below the least', { size: '0.1' }, 'minTradeNtlRejected'],
    ['a price of 0', { price: '0' }, 'tickRejected'],
    ['more than the margin', { size: '500' }, 'perpMarginRejected'],
  ])('to %s changes nothing: %s', (_, change, reason) => {
    const { events, order: find } = run([...rests, { t: 2, modify: { client_id: 'q', ...change } }])
    expect(events.at(-1)).toMatchObject({ event: 'refused', reason })
    expect(find('q')).toMatchObject({ state: 'open' })
  })

  it('is possible at the limit of active orders', () => {
    const many = Array.from({ length: 499 }, (_, n) => ({ t: 1, order: order(`m${n}`, { type: 'limit', price: '90', size: '1' }) }))
    const change = { t: 2, modify: { client_id: 'q', price: '98' } }
    const { events } = run([...rests, ...many, change, { t: 3, order: order('more', { size: '1' }) }], { deposit: '1000000' })
    expect(events.filter(({ t }) => t === 2).map(({ event }) => event)).toEqual(['modified', 'rested'])
    expect(events.at(-1)).toMatchObject({ event: 'rejected', order: { reason: 'tooManyOrdersRejected' } })
  })

  it('beyond what the margin tier of its leverage allows is refused', () => {
    const tiers = [
      { from: '0', rate: '0.05' },
      { from: '20000', rate: '0.1' },
    ]
    const instruments = [{ symbol: 'X', tick: '0.001', lot: '0.001', min_notional: '10', max_leverage: 10, tiers }]
    const { events } = run(
      [
        { t: 0, book: BEST },
        { t: 1, order: order('q', { type: 'limit', price: '98', size: '200', leverage: 10 }) },
        { t: 2, modify: { client_id: 'q', size: '210' } },
      ],
      { instruments, deposit: '100000' },
    )
    expect(events.at(-1)).toMatchObject({ event: 'refused', reason: 'perpMaxPositionRejected' })
  })

  it('that would take liquidity meets the book after its latency, never an earlier one', () => {
    const lines = [
      { t: 0, book: BEST },
      { t: 1, order: order('q', { type: 'limit', price: '98', size: '10' }) },
      { t: 60, book: BEST },
      { t: 100, modify: { client_id: 'q', price: '102' } },
    ]
    expect(run(lines, late).order('q')).toMatchObject({ state: 'pending', filled: '0' })
    const moved = [...lines, { t: 149, book: { ...BEST, asks: [['100', '100']] } }, { t: 150, book: { ...BEST, asks: [['102', '100']] } }]
    expect(run(moved, late).order('q')).toMatchObject({ state: 'filled', average_price: '102' })
  })
})

describe('a modification of a trigger order', () => {
  const book = (bid: string, ask: string) => ({ symbol: 'X', bids: [[bid, '100']], asks: [[ask, '1000']] })
  const marked = (t: number, price: string) => ({ t, mark: { symbol: 'X', price } })
  /** Triggers at 102, then rests at 101.5, below the book. */
  const triggered = [
    { t: 0, book: book('99', '101') },
    marked(0, '100'),
    { t: 1, order: order('s', { type: 'stop_limit', trigger: '102', price: '101.5', size: '10' }) },
    { t: 2, book: book('102', '103') },
    marked(2, '102.5'),
  ]
  const refusal = (lines: readonly object[]) => run(lines).events.flatMap(({ event, reason }) => (event === 'refused' ? [reason] : []))

  it('moves a triggered order like any resting limit order', () => {
    const { events, order: find } = run([...triggered, { t: 3, modify: { client_id: 's', price: '101' } }])
    expect(events.slice(-2)).toMatchObject([{ event: 'modified', price: '101' }, { event: 'rested' }])
    expect(find('s')).toMatchObject({ state: 'open', filled: '0' })
  })

  it('requires the margin for a triggered order, even when the price has moved back', () => {
    const back = [...triggered, { t: 3, book: book('100', '101.8') }, marked(3, '101')]
    expect(refusal([...back, { t: 4, modify: { client_id: 's', size: '900', price: '102' } }])).toEqual(['perpMarginRejected'])
  })

  it('requires a fresh book when a triggered order would take liquidity', () => {
    expect(refusal([...triggered, { t: 60_000, modify: { client_id: 's', price: '104' } }])).toEqual(['staleBookRejected'])
  })

  it('moves the trigger while it waits, but not past a current price', () => {
    const waits = triggered.slice(0, 3)
    const { events } = run([...waits, { t: 2, modify: { client_id: 's', trigger: '103' } }])
    expect(events.at(-1)).toMatchObject({ event: 'modified', trigger: '103' })
    expect(refusal([...waits, { t: 2, modify: { client_id: 's', trigger: '99.5' } }])).toEqual(['badTriggerPxRejected'])
  })

  it.each([
    ['that was set off', triggered, 's'],
    ['that has none', [...triggered, { t: 3, order: order('l', { type: 'limit', price: '99', size: '1' }) }], 'l'],
    ['that trails', [...triggered, { t: 3, order: order('t', { type: 'trailing_stop', callback: '0.02', size: '1' }) }], 't'],
    [
      'that trails',
      [...triggered, { t: 3, order: order('t', { type: 'trailing_stop', callback: '0.02', size: '1', trigger: '110' }) }],
      't',
    ],
  ])('refuses to add a trigger to an order %s', (_, lines, id) => {
    expect(refusal([...lines, { t: 4, modify: { client_id: id, trigger: '105' } }])).toEqual(['badTriggerPxRejected'])
    expect(run([...lines, { t: 4, modify: { client_id: id, size: '2' } }]).events.at(-1)).not.toMatchObject({ event: 'refused' })
  })
})

describe('reduce-only orders', () => {
  it('never open a position: over several levels the total is capped', () => {
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

  it('rest no longer than the position', () => {
    const { order: find } = run([
      { t: 0, book: BEST },
      { t: 1, order: order('b', { size: '5' }) },
      { t: 2, order: order('r', { side: 'sell', type: 'limit', price: '105', size: '5', reduce_only: true }) },
      { t: 3, order: order('s', { side: 'sell', size: '5' }) },
    ])
    expect(find('r')).toMatchObject({ state: 'canceled', reason: 'reduceOnlyCanceled' })
  })
})

describe('the mid price when an order first met the book', () => {
  const met = (events: readonly Record<string, unknown>[]) =>
    events.flatMap(({ event, client_id, arrival_mid }) =>
      event === 'rested' || event === 'filled' ? [[event, client_id, arrival_mid]] : [],
    )

  it('is reported once: when a limit order rests, before a taking order fills, when a stop triggers', () => {
    const at = (bid: string, ask: string) => ({ symbol: 'X', bids: [[bid, '50']], asks: [[ask, '50']] })
    const { events } = run([
      { t: 0, book: at('99.9', '100.1') },
      { t: 0, mark: { symbol: 'X', price: '100' } },
      { t: 1, order: order('a', { type: 'limit', price: '99.5', size: '2', stop_loss: { trigger: '90' } }) },
      { t: 2, modify: { client_id: 'a', price: '99.6' } },
      { t: 1000, book: at('98.9', '99.1') },
      { t: 2000, book: at('88.9', '89.1') },
      { t: 2000, mark: { symbol: 'X', price: '89' } },
    ])
    expect(met(events)).toEqual([
      ['rested', 'a', '100'],
      ['rested', 'a', undefined],
      ['filled', 'a', undefined],
      ['filled', 'a:sl', '89'],
    ])
  })

  it('is unknown when one side of the book is empty', () => {
    const { events } = run([
      { t: 0, book: { symbol: 'X', bids: [], asks: [['100', '50']] } },
      { t: 0, mark: { symbol: 'X', price: '100' } },
      { t: 1, order: order('a', { size: '1' }) },
    ])
    expect(met(events)).toEqual([['filled', 'a', undefined]])
  })
})
