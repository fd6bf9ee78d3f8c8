import { describe, expect, it } from 'vitest'
import { BEST, order, run, STAGE } from './test/session.ts'

describe('positions', () => {
  it('average on the way in, keep the entry on the way out, and flip through zero', () => {
    const lines = [
      { t: 0, book: { symbol: 'X', bids: [['100', '1000']], asks: [['100.001', '1000']] } },
      { t: 1, order: order('a', { side: 'sell', size: '10' }) },
      { t: 2, book: { symbol: 'X', bids: [['110', '1000']], asks: [['110.001', '1000']] } },
      { t: 3, order: order('b', { side: 'sell', size: '10' }) },
      { t: 4, order: order('c', { side: 'buy', size: '5' }) },
    ]
    expect(run(lines).final.positions[0]).toMatchObject({ size: '-15', entry: '105' })
    expect(run([...lines, { t: 5, order: order('d', { side: 'buy', size: '20' }) }]).final.positions[0]).toMatchObject({
      size: '5',
      entry: '110.001',
    })
  })

  it('realise the result of the whole fill, not the rounding of each of its levels', () => {
    const book = {
      symbol: 'X',
      bids: [
        ['535.04', '3.1'],
        ['535.01', '3.8'],
        ['534.99', '3.3'],
        ['534.97', '1.9'],
      ],
      asks: [
        ['535.08', '4'],
        ['535.11', '5.9'],
      ],
    }
    const { final, events } = run(
      [
        { t: 0, book },
        { t: 0, mark: { symbol: 'X', price: '535.06' } },
        { t: 1, order: order('a', { side: 'sell', size: '11.4' }) },
        { t: 2, order: order('b', { size: '8.55' }) },
      ],
      { deposit: '10000000', fees: { taker: '0', maker: '0' } },
    )
    // 6,099.093 for 11.4 is 4,574.31975 for 8.55; bought back for 4,575.0705.
    expect(events.at(-1)).toMatchObject({ realised: '-0.75075' })
    expect(final).toMatchObject({ cash: '9999999.24925', ledger_total: '0' })
  })

  it('close a quarter, then the rest', () => {
    const lines = [
      { t: 0, book: BEST },
      { t: 1, order: order('b', { size: '10' }) },
      { t: 2, close: { symbol: 'X', fraction: '0.25', client_id: 'q' } },
    ]
    expect(run(lines).final.positions[0]).toMatchObject({ size: '7.5' })
    expect(run([...lines, { t: 3, close: { symbol: 'X', client_id: 'all' } }]).final.positions).toEqual([])
  })

  it('reverse in one command', () =>
    expect(
      run([
        { t: 0, book: BEST },
        { t: 1, order: order('b', { size: '10' }) },
        { t: 2, reverse: { symbol: 'X', client_id: 'r' } },
      ]).final.positions[0],
    ).toMatchObject({
      size: '-10',
      entry: '99',
    }))

  it('pay and receive funding on the oracle price, once an hour', () => {
    const { final, events } = run([
      { t: 0, book: BEST },
      { t: 0, oracle: { symbol: 'X', price: '100' } },
      { t: 1, order: order('b', { size: '10' }) },
      { t: 3_600_000, funding: { symbol: 'X', premium: '0.01' } },
      { t: 3_600_000, funding: { symbol: 'X', premium: '0.01' } },
    ])
    expect(events.filter(({ event }) => event === 'funded')).toMatchObject([{ rate: '0.0011875', amount: '-1.1875' }])
    expect(final.ledger['venue:funding']).toBe('1.1875')
  })
})

describe('scaled orders', () => {
  it('place four legs from 100 to 110 with skew 2, each gap twice the last', () => {
    const instruments = [{ symbol: 'X', tick: '0.000001', lot: '0.001', min_notional: '10', max_leverage: 20 }]
    const { events, final } = run(
      [
        { t: 0, book: { symbol: 'X', bids: [['98', '1']], asks: [['99', '1']] } },
        { t: 1, order: order('s', { side: 'sell', type: 'scale', price: '100', to_price: '110', legs: 4, skew: '2', size: '4.001' }) },
      ],
      { instruments },
    )
    const legs = events
      .flatMap(({ event, order: placed }) => (event === 'accepted' ? [Object(placed)] : []))
      .filter(({ role }) => role === 'leg')
    expect(legs.map(({ price, size, client_id }) => [client_id, price, size])).toEqual([
      ['s:1', '100', '1.001'],
      ['s:2', '101.428571', '1'],
      ['s:3', '104.285714', '1'],
      ['s:4', '110', '1'],
    ])
    expect(final.orders.find(({ client_id }) => client_id === 's')).toMatchObject({ state: 'open' })
  })

  it('end leg by leg, or as a whole', () => {
    const scale = { t: 1, order: order('s', { type: 'scale', price: '90', to_price: '98', legs: 2, size: '10' }) }
    const one = run([{ t: 0, book: BEST }, scale, { t: 2, cancel: 's:1' }])
    expect(['s:1', 's:2', 's'].map((id) => one.order(id)?.state)).toEqual(['canceled', 'open', 'open'])
    const all = run([{ t: 0, book: BEST }, scale, { t: 2, cancel: 's' }])
    expect(['s:1', 's:2', 's'].map((id) => all.order(id)?.state)).toEqual(['canceled', 'canceled', 'canceled'])
  })

  it('have sizes that grow evenly to the last, in whole lots that add up to the total size', () => {
    const scale = { type: 'scale', price: '90', to_price: '98', legs: 3, size: '9.001' }
    const sizes = (size_skew?: string) =>
      run([
        { t: 0, book: BEST },
        { t: 1, order: order('s', { ...scale, size_skew }) },
      ]).events.flatMap(({ event, order: placed }) => (event === 'accepted' && Object(placed).role === 'leg' ? [Object(placed).size] : []))
    expect(sizes()).toEqual(['3.001', '3', '3'])
    expect(sizes('1')).toEqual(['3.001', '3', '3'])
    expect(sizes('3')).toEqual(['1.501', '3', '4.5'])
    expect(sizes('0.5')).toEqual(['4.001', '3', '2'])
    for (const wrong of ['0.09', '10.1', '0', '-1'])
      expect(
        run([
          { t: 0, book: BEST },
          { t: 1, order: order('s', { ...scale, size_skew: wrong }) },
        ]).order('s'),
      ).toMatchObject({ state: 'rejected' })
  })

  it('can only be changed through their legs', () => {
    const { order: find, events } = run([
      { t: 0, book: BEST },
      { t: 1, order: order('s', { type: 'scale', price: '90', to_price: '98', legs: 2, size: '10' }) },
      { t: 2, modify: { client_id: 's', size: '4' } },
    ])
    expect(events.at(-1)).toMatchObject({ event: 'refused' })
    expect(['s:1', 's:2'].map((id) => find(id)?.state)).toEqual(['open', 'open'])
  })

  it('report the fills of their legs', () => {
    const placed = [
      { t: 0, book: BEST },
      { t: 1, order: order('s', { type: 'scale', price: '96', to_price: '98', legs: 2, size: '10' }) },
      { t: 2, trade: { symbol: 'X', price: '97', size: '50', aggressor: 'sell' } },
    ]
    expect(run(placed).order('s')).toMatchObject({ state: 'partiallyFilled', filled: '5', average_price: '98' })
    const whole = run([...placed, { t: 3, trade: { symbol: 'X', price: '95', size: '50', aggressor: 'sell' } }])
    expect(whole.order('s')).toMatchObject({ state: 'filled', filled: '10', average_price: '97' })
    expect(run([...placed, { t: 3, cancel: 's' }]).order('s')).toMatchObject({ state: 'canceled', filled: '5', average_price: '98' })
  })

  it('are placed entirely or not at all', () => {
    const { final } = run([
      { t: 0, book: BEST },
      { t: 1, order: order('s', { type: 'scale', price: '90', to_price: '98', legs: 4, size: '900' }) },
    ])
    expect(final.orders).toMatchObject([{ client_id: 's', state: 'rejected', reason: 'perpMarginRejected' }])
  })
})

describe('TWAP', () => {
  const twap = order('w', { type: 'twap', minutes: 2, size: '40' })
  const books = (instants: readonly number[], asks: readonly [string, string][]) =>
    instants.map((t, index) => ({ t, book: { ...BEST, asks: asks.map(([at, size]) => [at, `${size}.${index + 1}`]) } }))

  it('trades a part every half minute', () => {
    const { events, order: find } = run([{ t: 0, book: BEST }, { t: 0, order: twap }, ...books([30_000, 60_000, 90_000], [['101', '100']])])
    expect(events.filter(({ event }) => event === 'filled').map(({ t, size }) => [t, size])).toEqual([
      [0, '10'],
      [30_000, '10'],
      [60_000, '10'],
      [90_000, '10'],
    ])
    expect(find('w')).toMatchObject({ state: 'filled' })
  })

  it('trades no part further than 3 % from the mark price, whatever slippage is requested', () => {
    const { order: find } = run([
      { t: 0, book: BEST },
      { t: 0, mark: { symbol: 'X', price: '100' } },
      { t: 0, order: { ...twap, slippage: '0.1' } },
      ...books([30_000, 60_000], [['104', '100']]),
    ])
    expect(find('w')).toMatchObject({ state: 'partiallyFilled', filled: '10' })
  })

  it('cancels an own order that a part would meet', () => {
    const { order: find } = run([
      { t: 0, book: { ...BEST, asks: [['102', '100']] } },
      { t: 0, mark: { symbol: 'X', price: '100' } },
      { t: 0, order: order('ask', { side: 'sell', type: 'limit', price: '101', size: '10' }) },
      { t: 0, order: order('far', { side: 'sell', type: 'limit', price: '102.5', size: '10' }) },
      { t: 1, order: twap },
    ])
    expect(find('ask')).toMatchObject({ state: 'canceled', reason: 'selfTradeCanceled' })
    expect([find('far')?.state, find('w')?.filled]).toEqual(['open', '10'])
  })

  it('trades its first part against the book after its latency', () => {
    const { events } = run(
      [
        { t: 0, book: BEST },
        { t: 10, order: twap },
        { t: 59, book: { ...BEST, asks: [['100.5', '100']] } },
        { t: 61 },
        { t: 62, book: { ...BEST, asks: [['102', '100']] } },
      ],
      { latency_ms: 50 },
    )
    expect(events.filter(({ event }) => event === 'filled').map(({ t, price }) => [t, price])).toEqual([[62, '102']])
  })

  it('catches up with at most three parts, and reports what it did not trade', () => {
    const { events, order: find } = run([
      { t: 0, book: BEST },
      { t: 0, order: { ...twap, size: '80' } },
      ...books([90_000], [['101', '100']]),
      { t: 120_000 },
    ])
    expect(events.filter(({ event }) => event === 'filled').map(({ size }) => size)).toEqual(['20', '60'])
    expect(find('w')).toMatchObject({ state: 'filled' })
    const slow = run([{ t: 0, book: BEST }, { t: 0, order: { ...twap, size: '80' } }, { t: 120_000 }])
    expect(slow.order('w')).toMatchObject({ state: 'expired', reason: 'windowEnded', filled: '20' })
  })
})

describe('liquidation', () => {
  const stage = { deposit: '1000' }
  const open = [
    { t: 0, book: { symbol: 'X', bids: [['99.9', '5000']], asks: [['100', '5000']] } },
    { t: 0, mark: { symbol: 'X', price: '100' } },
    { t: 1, order: order('b', { size: '100', leverage: 20 }) },
    { t: 2, order: order('rest', { type: 'limit', price: '90', size: '1' }) },
  ]

  it('happens at the displayed price, cancels the orders first, and sells to the book', () => {
    const shown = Number(run(open, stage).final.positions[0]?.liquidation_price)
    const at = (mark: number) => run([...open, { t: 3, mark: { symbol: 'X', price: mark.toFixed(6) } }], stage)
    expect(at(shown + 0.001).final.positions).toHaveLength(1)
    const { order: find, final } = at(shown - 0.001)
    expect(final.positions).toEqual([])
    expect(find('rest')).toMatchObject({ state: 'canceled', reason: 'liquidatedCanceled' })
    expect(final.ledger_total).toBe('0')
  })

  it('takes an account no lower than zero: the insurance pays the rest', () => {
    const { final, events } = run(
      [
        ...open,
        { t: 3, book: { symbol: 'X', bids: [['80', '5000']], asks: [['81', '5000']] } },
        { t: 3, mark: { symbol: 'X', price: '80' } },
      ],
      stage,
    )
    expect(final).toMatchObject({ cash: '0', equity: '0', positions: [], ledger_total: '0' })
    expect(events.filter(({ event }) => event === 'insured')).toHaveLength(1)
  })

  it('touches only the margin of an isolated position', () => {
    const { final } = run(
      [
        ...open.slice(0, 2),
        { t: 1, order: order('b', { size: '100', leverage: 20, margin: 'isolated' }) },
        { t: 3, book: { symbol: 'X', bids: [['80', '5000']], asks: [['81', '5000']] } },
        { t: 3, mark: { symbol: 'X', price: '80' } },
      ],
      stage,
    )
    expect(final).toMatchObject({ cash: '495.5', positions: [], ledger_total: '0' })
  })

  it('sells a fifth of a large position first, then the rest', () => {
    const { events } = run(
      [
        { t: 0, book: { symbol: 'X', bids: [['99.9', '9000']], asks: [['100', '9000']] } },
        { t: 0, mark: { symbol: 'X', price: '100' } },
        { t: 1, order: order('b', { size: '2000', leverage: 20 }) },
        { t: 3, book: { symbol: 'X', bids: [['97.4', '9000']], asks: [['97.6', '9000']] } },
        { t: 4, mark: { symbol: 'X', price: '97.5' } },
        { t: 5, mark: { symbol: 'X', price: '96.9' } },
      ],
      { deposit: '11000' },
    )
    const sold = events.filter(({ event, side }) => event === 'filled' && side === 'sell').map(({ size }) => size)
    expect(sold[0]).toBe('400')
  })

  it('sells a fifth of each large position first, all in one turn, then the remainder in full', () => {
    const side = (symbol: string, [bid, ask]: readonly [string, string]) => ({
      book: { symbol, bids: [[bid, '9000']], asks: [[ask, '9000']] },
    })
    const [instrument] = STAGE.instruments
    const fall = (symbol: string, t: number) => [
      { t, ...side(symbol, ['96.4', '96.6']) },
      { t, mark: { symbol, price: '96.5' } },
    ]
    const { events } = run(
      [
        { t: 0, ...side('X', ['99.9', '100']) },
        { t: 0, ...side('Y', ['99.9', '100']) },
        { t: 0, mark: { symbol: 'X', price: '100' } },
        { t: 0, mark: { symbol: 'Y', price: '100' } },
        { t: 1, order: order('x', { size: '2000', leverage: 20 }) },
        { t: 1, order: { ...order('y', { size: '1500', leverage: 20 }), symbol: 'Y' } },
        { t: 2, ...side('Y', ['96.4', '96.6']) },
        ...fall('X', 3),
        { t: 4, mark: { symbol: 'X', price: '90' } },
        { t: 5, mark: { symbol: 'X', price: '89.9' } },
      ],
      { deposit: '18100', instruments: [instrument, { ...instrument, symbol: 'Y' }] },
    )
    const sold = events.filter(({ event, side: of }) => event === 'filled' && of === 'sell')
    expect(sold.map(({ t, symbol, size }) => [t, symbol, size])).toEqual([
      [4, 'X', '400'],
      [4, 'Y', '300'],
      [5, 'X', '1600'],
    ])
  })
})

describe('the initial margin of an opening order', () => {
  const instruments = [{ symbol: 'X', tick: '1', lot: '0.1', min_notional: '1', max_leverage: 50, tiers: [{ from: '0', rate: '0.01' }] }]
  const stage = { instruments, fees: { taker: '0', maker: '0' }, deposit: '1000' }
  const wide = [
    { t: 0, book: { symbol: 'X', bids: [['95', '9999']], asks: [['105', '9999']] } },
    { t: 0, mark: { symbol: 'X', price: '100' } },
  ]
  const opens = (side: string, size: string) => run([...wide, { t: 1, order: order('o', { side, size, leverage: 10 }) }], stage)

  it('for a sell below the mark price is based on the mark price, plus the initial loss', () => {
    // 15 per coin: a tenth of 100, plus 100 less 95.
    expect(opens('sell', '66.6').order('o')).toMatchObject({ state: 'filled' })
    expect(opens('sell', '66.7').order('o')).toMatchObject({ state: 'rejected', reason: 'perpMarginRejected' })
  })

  it('for a buy above the mark price is based on its own price, plus the initial loss', () => {
    // 15.5 per coin: a tenth of 105, plus 105 less 100.
    expect(opens('buy', '64.5').order('o')).toMatchObject({ state: 'filled' })
    expect(opens('buy', '64.6').order('o')).toMatchObject({ state: 'rejected', reason: 'perpMarginRejected' })
  })

  it('also applies to a resting sell that trades below the mark price', () => {
    const resting = [
      { t: 0, book: { symbol: 'X', bids: [['90', '1']], asks: [['105', '9999']] } },
      { t: 0, mark: { symbol: 'X', price: '100' } },
      { t: 1, order: order('o', { side: 'sell', type: 'limit', price: '95', size: '68.9', leverage: 10 }) },
      { t: 2, trade: { symbol: 'X', price: '96', size: '68.9', aggressor: 'buy' } },
    ]
    expect(run(resting, stage).order('o')).toMatchObject({ state: 'canceled', reason: 'marginCanceled' })
  })

  const long = [
    { t: 0, book: { symbol: 'X', bids: [['99', '9999']], asks: [['100', '9999']] } },
    { t: 0, mark: { symbol: 'X', price: '100' } },
    { t: 1, order: order('long', { size: '100', leverage: 50 }) },
  ]
  const turned = (bid: string, size: string, before: readonly object[] = []) =>
    run(
      [
        ...long,
        ...before,
        { t: 2, book: { symbol: 'X', bids: [[bid, '9999']], asks: [['100', '9999']] } },
        { t: 3, order: order('turn', { side: 'sell', size }) },
      ],
      stage,
    )

  it('of a flip is checked after the loss of the closed part', () => {
    // A loss of 5 on each of 200, and a fiftieth of 100 required for each of 100, would leave nothing of the 1,000.
    expect(turned('95', '200').order('turn')).toMatchObject({ state: 'rejected', reason: 'perpMarginRejected' })
    // 500 + 7 · 71.4 is required: 100 are closed, 71.4 opened.
    expect(turned('95', '171.4').final).toMatchObject({ equity: '143', margin_used: '142.8' })
    expect(turned('95', '171.5').order('turn')).toMatchObject({ state: 'rejected', reason: 'perpMarginRejected' })
  })

  it('of a flip can use the margin that the position no longer needs', () =>
    expect(turned('100', '590').final).toMatchObject({ equity: '1000', margin_used: '980' }))

  it('of a flip also covers a resting order that would have closed the position', () => {
    const resting = [{ t: 1, order: order('close', { side: 'sell', type: 'limit', price: '102', size: '100' }) }]
    expect(turned('100', '495', resting).final).toMatchObject({ margin_used: '790' })
    expect(turned('100', '500', resting).order('turn')).toMatchObject({ state: 'rejected', reason: 'perpMarginRejected' })
  })
})

describe('the leverage of an order', () => {
  const instruments = [
    {
      symbol: 'X',
      tick: '1',
      lot: '0.1',
      min_notional: '1',
      max_leverage: 20,
      tiers: [
        { from: '0', rate: '0.025' },
        { from: '10000', rate: '0.05' },
      ],
    },
  ]
  const stage = { instruments, fees: { taker: '0', maker: '0' } }
  const market = [
    { t: 0, book: { symbol: 'X', bids: [['99', '9999']], asks: [['100', '9999']] } },
    { t: 0, mark: { symbol: 'X', price: '100' } },
  ]
  const held = [...market, { t: 1, order: order('held', { size: '50', leverage: 10, margin: 'isolated' }) }]
  const next = (line: object) => run([...held, { t: 2, ...line }], stage)

  it('below that of an isolated position is refused because the position is too large for it, not for lack of funds', () => {
    expect(next({ order: order('more', { size: '1', leverage: 5 }) }).order('more')).toMatchObject({ reason: 'perpMaxPositionRejected' })
    expect(next({ leverage: { symbol: 'X', leverage: 5, margin: 'isolated' } }).events.at(-1)).toMatchObject({
      event: 'refused',
      reason: 'perpMaxPositionRejected',
    })
  })

  it.each([
    ['a part of the position', { size: '20' }],
    ['all of it', { size: '50' }],
    ['more than all of it, but only reduces', { size: '90', reduce_only: true }],
    ['a part, in another margin mode', { size: '20', margin: 'cross' }],
    ['a part, when it rests', { size: '20', type: 'limit', price: '101' }],
    ['a part, in parts', { size: '20', type: 'twap', minutes: 1 }],
  ])('is ignored when the order closes %s', (_, body) => {
    const { order: find, events } = next({ order: order('less', { side: 'sell', leverage: 1, ...body }) })
    expect(find('less')?.state).not.toBe('rejected')
    expect(events.filter(({ event }) => event === 'leverageSet')).toMatchObject([{ leverage: '10', mode: 'isolated' }])
  })

  it('counts again when the order flips the position', () =>
    expect(next({ order: order('turn', { side: 'sell', size: '51', leverage: 5 }) }).order('turn')).toMatchObject({
      reason: 'perpMaxPositionRejected',
    }))

  it('does not lock in a position that has become too large for its tier', () => {
    const grown = [
      ...market,
      { t: 1, order: order('held', { size: '90', leverage: 20 }) },
      { t: 2, mark: { symbol: 'X', price: '150' } },
      { t: 2, book: { symbol: 'X', bids: [['149', '9999']], asks: [['151', '9999']] } },
    ]
    const after = (body: object) => run([...grown, { t: 3, order: order('next', body) }], stage).order('next')
    expect(after({ side: 'sell', size: '1' })).toMatchObject({ state: 'filled' })
    expect(after({ size: '1' })).toMatchObject({ reason: 'perpMaxPositionRejected' })
  })
})
