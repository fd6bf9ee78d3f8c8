import { describe, expect, it } from 'vitest'
import { BEST, order, run } from '../test/session.ts'

describe('triggers', () => {
  const long = [
    { t: 0, book: BEST },
    { t: 0, mark: { symbol: 'X', price: '100' } },
    { t: 1, order: order('b', { size: '10' }) },
  ]

  it('a stop is triggered by the mark price, not by the last trade', () => {
    const lines = [...long, { t: 2, order: order('s', { side: 'sell', type: 'stop', trigger: '98', size: '10', reduce_only: true }) }]
    expect(run([...lines, { t: 3, trade: { symbol: 'X', price: '90', size: '1', aggressor: 'sell' } }]).order('s')).toMatchObject({
      state: 'untriggered',
    })
    expect(run([...lines, { t: 3, mark: { symbol: 'X', price: '98' } }]).order('s')).toMatchObject({ state: 'filled', average_price: '99' })
  })

  it('are held while the book is stale, and evaluated at the first fresh mark price', () => {
    const { events, order: find } = run([
      ...long,
      { t: 2, order: order('s', { side: 'sell', type: 'stop', trigger: '98', size: '10', reduce_only: true }) },
      { t: 6_000, mark: { symbol: 'X', price: '90' } },
      { t: 20_000, book: { symbol: 'X', bids: [['97', '100']], asks: [['98', '100']] } },
      { t: 20_100, mark: { symbol: 'X', price: '97.5' } },
    ])
    expect(events.filter(({ event }) => event === 'held').map(({ t, is_held }) => [t, is_held])).toEqual([
      [6_000, true],
      [20_100, false],
    ])
    expect(find('s')).toMatchObject({ state: 'filled', average_price: '97' })
  })

  it('a trailing stop follows the best price and never moves back', () => {
    const trail = { side: 'sell', type: 'trailing_stop', callback: '0.02', size: '10', reduce_only: true }
    const { events, order: find } = run([
      ...long,
      { t: 2, order: order('t', trail) },
      ...[105, 103, 110, 108, 107.8].map((price, index) => ({ t: 3 + index, mark: { symbol: 'X', price: String(price) } })),
    ])
    expect(events.filter(({ event }) => event === 'trailed').map(({ trail: at }) => at)).toEqual([
      { extreme: '100', stop: '98' },
      { extreme: '105', stop: '102.9' },
      { extreme: '110', stop: '107.8' },
    ])
    expect(find('t')).toMatchObject({ state: 'filled' })
  })

  it('a trailing stop trails from the price at which it was placed, not from the next one', () => {
    const trail = { side: 'sell', type: 'trailing_stop', callback: '0.01', size: '10', reduce_only: true }
    const { order: find } = run([...long, { t: 2, order: order('t', trail) }, { t: 3, mark: { symbol: 'X', price: '98.5' } }])
    expect(find('t')).toMatchObject({ state: 'filled', average_price: '99' })
  })

  it('are held by the passage of time alone, without market data', () => {
    const { events } = run([
      ...long,
      { t: 2, order: order('s', { side: 'sell', type: 'stop', trigger: '98', size: '10', reduce_only: true }) },
      { t: 5_000 },
      { t: 5_001 },
      { t: 9_000 },
    ])
    expect(events.filter(({ event }) => event === 'held').map(({ t, is_held }) => [t, is_held])).toEqual([[5_001, true]])
  })

  it('are evaluated, with a latency, only after the order has arrived', () => {
    const stop = { t: 100, order: order('s', { side: 'sell', type: 'stop', trigger: '98', size: '10' }) }
    const early = { t: 149, mark: { symbol: 'X', price: '97' } }
    const later = { t: 150, mark: { symbol: 'X', price: '97.5' } }
    const lines = [{ t: 0, book: BEST }, { t: 0, mark: { symbol: 'X', price: '100' } }, stop, early]
    expect(run(lines, { latency_ms: 50 }).order('s')).toMatchObject({ state: 'untriggered' })
    expect(run([...lines, later], { latency_ms: 50 }).order('s')).toMatchObject({ state: 'filled' })
  })

  it('a trailing stop is inactive until its activation price', () => {
    const trail = { side: 'sell', type: 'trailing_stop', callback_abs: '1', activation: '104', size: '10', reduce_only: true }
    const { order: find } = run([
      ...long,
      { t: 2, order: order('t', trail) },
      { t: 3, mark: { symbol: 'X', price: '103' } },
      { t: 4, mark: { symbol: 'X', price: '101' } },
    ])
    expect(find('t')).toMatchObject({ state: 'untriggered' })
  })
})

describe('a bracket', () => {
  const bracket = order('e', { type: 'limit', price: '99', size: '50', take_profit: { trigger: '110' }, stop_loss: { trigger: '95' } })
  const half = [
    { t: 0, book: BEST },
    { t: 0, mark: { symbol: 'X', price: '100' } },
    { t: 1, order: bracket },
    { t: 2, trade: { symbol: 'X', price: '99', size: '120', aggressor: 'sell' } },
  ]

  it('arms its exits for the filled part, and they remain when the entry is canceled', () => {
    const { order: find } = run([...half, { t: 3, cancel: 'e' }])
    expect([find('e')?.state, find('e:tp')?.state, find('e:sl')?.state]).toEqual(['canceled', 'untriggered', 'untriggered'])
  })

  it('increases its exits with each fill', () => {
    const { events } = run([...half, { t: 3, trade: { symbol: 'X', price: '99', size: '10', aggressor: 'sell' } }])
    expect(events.filter(({ event }) => event === 'resized').map(({ client_id, size }) => [client_id, size])).toEqual([
      ['e:tp', '30'],
      ['e:sl', '30'],
    ])
  })

  it('cancels the other exit when one fills', () => {
    const { order: find, final } = run([
      ...half,
      { t: 3, cancel: 'e' },
      { t: 4, book: { symbol: 'X', bids: [['109', '100']], asks: [['111', '1']] } },
      { t: 4, mark: { symbol: 'X', price: '110' } },
    ])
    expect(find('e:tp')).toMatchObject({ state: 'filled', average_price: '109', filled: '20' })
    expect(find('e:sl')).toMatchObject({ state: 'canceled', reason: 'siblingFilledCanceled' })
    expect(final.positions).toEqual([])
  })

  it('leaves the other exit the rest when one fills in part', () => {
    const thin = { symbol: 'X', bids: [['109', '8']], asks: [['111', '1']] }
    const { events, order: find } = run([
      ...half,
      { t: 3, cancel: 'e' },
      { t: 4, book: thin },
      { t: 4, mark: { symbol: 'X', price: '110' } },
    ])
    expect(find('e:tp')).toMatchObject({ filled: '8', state: 'canceled' })
    expect(events.filter(({ event, client_id }) => event === 'resized' && client_id === 'e:sl').at(-1)).toMatchObject({ size: '12' })
  })

  const up = [
    { t: 4, book: { symbol: 'X', bids: [['110', '100']], asks: [['111', '100']] } },
    { t: 4, mark: { symbol: 'X', price: '110' } },
    { t: 5, mark: { symbol: 'X', price: '100' } },
    { t: 5, book: BEST },
  ]
  const through = (t: number, size: string) => ({ t, trade: { symbol: 'X', price: '98', size, aggressor: 'sell' } })
  const sizesOf = (events: readonly Record<string, unknown>[]) =>
    events.flatMap(({ event, order: one }) => {
      const { client_id, size, role } = (one ?? {}) as Record<string, unknown>
      return event === 'accepted' && role !== 'order' ? [[client_id, size]] : []
    })

  it('protects later fills of the entry after an exit has closed the first part', () => {
    const { events, order: find, final } = run([...half, ...up, through(6, '10'), through(7, '5')])
    expect(find('e:tp')).toMatchObject({ state: 'filled', filled: '20' })
    expect(sizesOf(events).slice(2)).toEqual([
      ['e:tp.2', '10'],
      ['e:sl.2', '10'],
    ])
    expect(events.filter(({ event, t }) => event === 'resized' && t === 7).map(({ client_id, size }) => [client_id, size])).toEqual([
      ['e:tp.2', '15'],
      ['e:sl.2', '15'],
    ])
    expect(final.positions[0]?.size).toBe('15')
  })

  it('protects later fills after a manual close too, but not with an exit that the user canceled', () => {
    const closed = run([
      ...half,
      { t: 3, book: { ...BEST, bids: [['99.5', '100']] } },
      { t: 4, close: { symbol: 'X', client_id: 'c' } },
      through(6, '10'),
    ])
    expect(closed.order('e:sl')).toMatchObject({ reason: 'reduceOnlyCanceled' })
    expect(closed.order('e:sl.2')).toMatchObject({ state: 'untriggered' })
    const taken = run([...half, { t: 3, cancel: 'e:sl' }, through(6, '10')])
    expect(taken.order('e:sl.2')).toBeUndefined()
    expect(taken.events.filter(({ event, t }) => event === 'resized' && t === 6)).toMatchObject([{ client_id: 'e:tp', size: '30' }])
  })

  it('an exit of a fixed size never exceeds it, whatever is armed again', () => {
    const fixed = order('e', { type: 'limit', price: '99', size: '50', take_profit: { trigger: '110', size: '25' } })
    const { events } = run([...half.slice(0, 2), { t: 1, order: fixed }, ...half.slice(3), ...up, through(6, '20')])
    expect(sizesOf(events)).toEqual([
      ['e:tp', '20'],
      ['e:tp.2', '5'],
    ])
  })

  it('over an opposite position arms its exits for what it opens, not while it closes', () => {
    const { events, final } = run([
      { t: 0, book: BEST },
      { t: 0, mark: { symbol: 'X', price: '100' } },
      { t: 1, order: order('s', { side: 'sell', size: '20' }) },
      { t: 1, order: { ...bracket, price: '98.5' } },
      through(2, '15'),
      through(3, '15'),
    ])
    expect(sizesOf(events)).toEqual([
      ['e:tp', '10'],
      ['e:sl', '10'],
    ])
    expect(final.positions[0]?.size).toBe('10')
  })

  it('exits end when the position is closed by other means', () => {
    const { order: find } = run([
      ...half,
      { t: 3, cancel: 'e' },
      { t: 3, book: BEST },
      { t: 4, close: { symbol: 'X', fraction: '1', client_id: 'c' } },
    ])
    expect([find('e:tp')?.reason, find('e:sl')?.reason]).toEqual(['reduceOnlyCanceled', 'reduceOnlyCanceled'])
  })
})

describe('a protective stop that the book cannot fill', () => {
  const THIN = { symbol: 'X', bids: [['94', '2']], asks: [['94.01', '2']] }
  const opened = [
    { t: 0, book: { symbol: 'X', bids: [['100', '1000']], asks: [['100.01', '1000']] } },
    { t: 0, mark: { symbol: 'X', price: '100' } },
    { t: 1, order: order('e', { size: '5', stop_loss: { trigger: '95' } }) },
  ]
  const thin = [...opened, { t: 2, book: THIN }, { t: 3, mark: { symbol: 'X', price: '94' } }]
  const deep = { t: 5, book: { symbol: 'X', bids: [['93', '100']], asks: [['93.01', '100']] } }
  const unprotected = (lines: readonly object[]) => run(lines).events.filter(({ event }) => event === 'unprotected')

  it('is canceled as at the venue, and leaves the rest of the position marked as unprotected', () => {
    const { final, order: find } = run(thin)
    expect(find('e:sl')).toMatchObject({ state: 'canceled', filled: '2', reason: 'marketOrderNoLiquidityRejected' })
    expect(unprotected(thin)).toEqual([{ t: 3, seq: expect.any(Number), event: 'unprotected', client_id: 'e:sl', symbol: 'X', size: '3' }])
    expect(final.positions).toMatchObject([{ size: '3', unprotected: '3' }])
  })

  it('marks the whole position if nothing was filled', () => {
    const gap = [...opened, { t: 2, book: { symbol: 'X', bids: [['80', '1000']], asks: [['80.01', '1000']] } }]
    expect(run([...gap, { t: 3, mark: { symbol: 'X', price: '94' } }]).final.positions).toMatchObject([{ size: '5', unprotected: '5' }])
  })

  it('is placed again for what is open now, once per client id, and triggers at once where its price was passed', () => {
    const again = { t: 4, rearm: { symbol: 'X', client_id: 'again' } }
    const waiting = run([...thin, again, again])
    expect(waiting.order('again')).toMatchObject({ state: 'untriggered' })
    expect(waiting.events.at(-1)).toMatchObject({ event: 'refused', reason: 'duplicateClientId' })
    expect(waiting.final.positions.map((position) => position.unprotected)).toEqual([undefined])
    const { final, order: find } = run([...thin, again, deep, { t: 5, mark: { symbol: 'X', price: '93' } }])
    expect(find('again')).toMatchObject({ state: 'filled', filled: '3', average_price: '93' })
    expect(final.positions).toEqual([])
  })

  it('is marked again if the second stop fills in part too', () => {
    const again = { t: 4, rearm: { symbol: 'X', client_id: 'again' } }
    const thinner = { t: 5, book: { symbol: 'X', bids: [['93', '1']], asks: [['93.01', '1']] } }
    const lines = [...thin, again, thinner, { t: 5, mark: { symbol: 'X', price: '93' } }]
    expect(unprotected(lines).map(({ client_id, size }) => [client_id, size])).toEqual([
      ['e:sl', '3'],
      ['again', '2'],
    ])
  })

  it('refuses to be placed again without an unprotected position', () => {
    const again = { t: 4, rearm: { symbol: 'X', client_id: 'again' } }
    expect(run([...opened, again]).events.at(-1)).toMatchObject({ event: 'refused', reason: 'alreadyProtected' })
    expect(run([opened[0] ?? {}, again]).events.at(-1)).toMatchObject({ event: 'refused', reason: 'noPosition' })
  })

  it.each([
    ['another stop for all of it', { t: 4, order: order('s', { side: 'sell', type: 'stop', trigger: '90', reduce_only: true }) }],
    ['a close', { t: 4, close: { symbol: 'X', client_id: 'c' } }],
  ])('is no longer marked after %s', (_what, line) => {
    const book = { t: 4, book: { symbol: 'X', bids: [['94', '100']], asks: [['94.01', '100']] } }
    const { final } = run([...thin, book, line])
    expect(final.positions.filter(({ unprotected: open }) => open !== undefined)).toEqual([])
  })

  it('says nothing where the user cancels the stop, or the stop follows a closed position', () => {
    expect(unprotected([...opened, { t: 2, cancel: 'e:sl' }])).toEqual([])
    expect(unprotected([...opened, { t: 2, close: { symbol: 'X', client_id: 'c' } }])).toEqual([])
  })

  it('keeps what another stop protects out of the size', () => {
    const second = { t: 1, order: order('s', { side: 'sell', type: 'stop', trigger: '80', size: '2', reduce_only: true }) }
    const lines = [...opened, second, { t: 2, book: THIN }, { t: 3, mark: { symbol: 'X', price: '94' } }]
    expect(run(lines).final.positions).toMatchObject([{ size: '3', unprotected: '1' }])
  })
})
