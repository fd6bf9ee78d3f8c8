import { epochMs } from '@aerie/core/time'
import { type BinanceStandIn, binanceStandIn, standInClose } from '@aerie/testkit/binance-stand-in'
import { type CoingeckoStandIn, coingeckoRow, coingeckoStandIn } from '@aerie/testkit/coingecko-stand-in'
import { type FakeTime, fakeTime, pass, passUntil, until } from '@aerie/testkit/fake-time'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { recorder } from '../../test/recorder.ts'
import { standInSettings } from '../../test/settings.ts'
import { type LiveSource, liveSource } from '../live-source.ts'

const T0 = Date.UTC(2026, 2, 1, 12, 0, 30)
const MINUTE = 60_000
const COINS = [
  { symbol: 'BTC', name: 'Bitcoin', coingeckoId: 'bitcoin' },
  { symbol: 'ETH', name: 'Ethereum', coingeckoId: 'ethereum' },
  { symbol: 'HYPE', name: 'Hyperliquid', coingeckoId: 'hyperliquid' },
  { symbol: 'JUP', name: 'Jupiter', coingeckoId: 'jupiter-exchange-solana' },
]

const { candles, listener, listings, minuteCandles, newest, reset, states, ticks } = recorder()
let time: FakeTime
let gecko: CoingeckoStandIn
let binance: BinanceStandIn
let source: LiveSource

const listedAt = (at: number) => [
  coingeckoRow('bitcoin', 99, at),
  coingeckoRow('ethereum', 9.9, at),
  coingeckoRow('hyperliquid', 30, at),
  coingeckoRow('jupiter-exchange-solana', 0.5, at),
]
const state = () => states.at(-1)
const minutes = (symbol: string) => minuteCandles(symbol).map((candle) => candle.time * 1000)
/** BTCEUR belongs to no coin, but shows that the connection is alive. */
const passAlive = (ms: number) => pass(time, ms, { each: () => binance.prices({ BTCEUR: 1 }) })
/** ETH's price comes from the one-time list request: waiting for it prevents a late response from overwriting a test's prices. */
async function started(): Promise<void> {
  const start = source.start(listener)
  await until('a connection', () => binance.sockets.open().length === 1)
  binance.prices({ BTCUSDT: 100, JUPUSDT: 0.001 })
  await start
  await until('first prices', hasFirstPrices)
}
const hasFirstPrices = () => newest('BTC') !== undefined && newest('HYPE') !== undefined && newest('ETH')?.venue === 'binance'

beforeEach(async () => {
  reset()
  time = fakeTime(T0)
  const now = () => time.clock.now()
  gecko = await coingeckoStandIn(listedAt(T0 - 30_000))
  binance = await binanceStandIn(
    [
      { base: 'BTC', quote: 'USDT', price: 100 },
      { base: 'BTC', quote: 'EUR', price: 90 },
      { base: 'ETH', quote: 'USDT', price: 10 },
      { base: 'HYPE', quote: 'USDT', price: 1, status: 'BREAK' },
      { base: 'JUP', quote: 'USDT', price: 0.001 },
    ],
    now,
  )
  source = liveSource({
    exchange: 'binance',
    ...standInSettings(binance, gecko, time),
    coingeckoApiKey: 'very-secret',
    coins: COINS,
  })
})
afterEach(async () => {
  await source.stop()
  await binance.close()
  await gecko.close()
})

it("uses Binance's USDT prices where listed and CoinGecko's USD prices otherwise, each with venue and age", async () => {
  await started()
  expect(newest('BTC')).toEqual({ symbol: 'BTC', price: 100, asOf: T0, venue: 'binance', quote: 'USDT' })
  expect(newest('HYPE')).toEqual({ symbol: 'HYPE', price: 30, asOf: T0 - 30_000, venue: 'coingecko', quote: 'USD' })
  expect(state()).toEqual({ state: 'running', detail: 'Live prices from Binance.' })
})

it('takes a shared ticker for another project when its price is not that of the coin we mean', async () => {
  await started()
  expect(newest('JUP')).toMatchObject({ price: 0.5, venue: 'coingecko' })
  expect(await source.history({ symbol: 'JUP', interval: '1m', from: epochMs(T0 - MINUTE * 5), to: epochMs(T0) })).toEqual([])
})

it('derives closes from the percent fields and keeps null where the list has null', async () => {
  gecko.rows = [
    {
      ...coingeckoRow('bitcoin', 99, T0),
      price_change_percentage_1h_in_currency: null,
      market_cap: 0,
      total_supply: null,
      total_volume: 'n/a',
    },
  ]
  const start = source.start(listener)
  await until('the list', () => listings.length > 0)
  await source.stop()
  await expect(start).resolves.toBeUndefined()
  expect(listings[0]?.closes['7d']).toBeCloseTo(99 / 0.8, 10)
  expect(listings[0]).toMatchObject({ closes: { '1h': null }, marketCap: null, totalSupply: null, volume24h: null, price: 99 })
})

it('requests one page of the list with the key in a header, every five minutes, whatever happens in between', async () => {
  await started()
  await passAlive(11 * MINUTE)
  const asked = gecko.seen.filter((request) => request.path === '/api/v3/coins/markets')
  expect(asked).toHaveLength(3)
  expect(asked[0]?.headers['x-cg-demo-api-key']).toBe('very-secret')
  expect(asked[0]?.query).toMatchObject({ per_page: '250', price_change_percentage: '1h,24h,7d', vs_currency: 'usd' })
})

it('drops prices that are repeated, out of order, null, zero or of the future', async () => {
  await started()
  await passAlive(2_000)
  binance.prices({ BTCUSDT: 101 })
  await until('the new price', () => newest('BTC')?.price === 101)
  const before = ticks.length
  binance.prices({ BTCUSDT: 55 }, T0)
  binance.prices({ BTCUSDT: 101 }, T0 + 2_000)
  binance.prices({ BTCUSDT: null })
  binance.prices({ BTCUSDT: '0.00' })
  binance.prices({ BTCUSDT: 999 }, T0 + 3_600_000)
  binance.sockets.broadcast('{"stream":"!miniTicker@arr","data":[{"e":"24hrMini')
  binance.prices({ ETHUSDT: 11 })
  await until('the price after them', () => newest('ETH')?.price === 11)
  expect(ticks.slice(before).map((tick) => tick.symbol)).toEqual(['ETH'])
  expect(state()).toMatchObject({
    state: 'running',
    detail: expect.stringContaining('Ignored as implausible: price from Binance'),
  })
})

it('lets an unchanged price age until its own pair sends an update', async () => {
  await started()
  await passAlive(40_000)
  expect(time.clock.now() - (newest('ETH')?.asOf ?? 0)).toBeGreaterThan(35_000)
  binance.prices({ ETHUSDT: 10 })
  await until('its own frame', () => time.clock.now() - (newest('ETH')?.asOf ?? 0) < 2_000)
  expect(newest('ETH')?.price).toBe(10)
})

it.each([-1, 1])('follows the providers’ time when the machine’s clock is %d hours ahead', async (hours) => {
  const skewMs = -hours * 3_600_000
  binance.skewMs = skewMs
  gecko.rows = listedAt(T0 + skewMs - 30_000)
  const start = source.start(listener)
  // The list may have arrived before the exchange's time was known; it is then requested again.
  await passUntil(time, 'first prices', () => {
    binance.prices({ BTCUSDT: 100 })
    return hasFirstPrices()
  })
  await start
  await passAlive(10_000)
  binance.prices({ BTCUSDT: 105 })
  await until('the price', () => newest('BTC')?.price === 105)
  expect([newest('BTC')?.asOf, source.now()]).toEqual([time.clock.now() + skewMs, time.clock.now() + skewMs])
  expect(newest('HYPE')?.asOf).toBe(T0 + skewMs - 30_000)
})

it('says it is stale when the stream falls silent, reconnects, and fetches the candles it missed', async () => {
  await started()
  const minute = Date.UTC(2026, 2, 1, 12, 0, 0)
  await passAlive(31_000)
  binance.kline('BTCUSDT', '1m', minute, { close: 120, isClosed: true })
  await until('the first candle', () => candles.length === 1)
  binance.sockets.refuse = { status: 503 }
  binance.sockets.open()[0]?.end('break')
  await pass(time, 5_000)
  expect(state()).toMatchObject({
    state: 'stale',
    detail: expect.stringMatching(/^Binance (closed|broke|refused|cannot).*Trying again\.$/),
  })
  await pass(time, 3 * MINUTE)
  binance.sockets.refuse = undefined
  await passUntil(time, 'a new connection', () => binance.sockets.open().length === 1)
  binance.prices({ BTCUSDT: 130 })
  await until('recovery', () => state()?.state === 'running')
  await until('the missed candles', () => minutes('BTC').length >= 4)
  const expected = [...Array(minutes('BTC').length).keys()].map((index) => minute + index * MINUTE)
  expect(minutes('BTC')).toEqual(expected)
  expect(candles.find((one) => one.candle.time * 1000 === minute + MINUTE)?.candle.close).toBe(standInClose(minute + MINUTE))
})

it('reconnects when a connection stays open but sends nothing', async () => {
  await started()
  await passUntil(time, 'a second connection', () => binance.sockets.clients.length >= 2)
  expect(binance.sockets.clients[0]?.isOpen()).toBe(false)
})

it('opens the next connection before it leaves one that is shutting down', async () => {
  await started()
  binance.sockets.open()[0]?.send({ e: 'serverShutdown', E: T0 })
  await until('an overlap', () => binance.sockets.open().length === 2)
  expect(state()?.state).toBe('running')
  binance.prices({ BTCUSDT: 102 }, T0 + 10)
  await until('one connection', () => binance.sockets.open().length === 1)
  expect(binance.sockets.clients[1]?.isOpen()).toBe(true)
  expect(ticks.filter((tick) => tick.price === 102)).toHaveLength(1)
})

it('delivers each candle once, accepts corrections of the same open time, fills gaps, refuses open candles', async () => {
  await started()
  const minute = Date.UTC(2026, 2, 1, 12, 0, 0)
  const late = minute + 3 * MINUTE
  await passAlive(late + MINUTE + 1_000 - T0)
  binance.kline('BTCUSDT', '1m', late, { close: 150, isClosed: true, stamp: late + MINUTE })
  binance.kline('BTCUSDT', '1m', late, { close: 150, isClosed: true, stamp: late + MINUTE })
  binance.kline('BTCUSDT', '1m', late, { close: 151, isClosed: true, stamp: late + MINUTE + 500 })
  binance.kline('BTCUSDT', '1m', late, { close: 149, isClosed: true, stamp: late + MINUTE })
  binance.kline('BTCUSDT', '1m', late + MINUTE, { close: 152, isClosed: false })
  binance.kline('BTCUSDT', '1m', late + 60 * MINUTE, { close: 999, isClosed: true })
  await until('the correction', () => candles.some((one) => one.candle.close === 151))
  const correctedCloses = candles.filter((one) => one.symbol === 'BTC' && one.candle.time * 1000 === late).map((one) => one.candle.close)
  expect(correctedCloses).toEqual([150, 151])
  expect(candles.some((one) => one.candle.close === 999 || one.candle.close === 152)).toBe(false)
})

it('pages through history, drops the open candle and preserves gaps', async () => {
  await started()
  binance.hole = (open) => open === T0 - 30_000 - 100 * MINUTE
  const from = epochMs(T0 - 30_000 - 2_500 * MINUTE)
  const history = await source.history({ symbol: 'BTC', interval: '1m', from, to: epochMs(T0 + MINUTE) })
  expect(history).toHaveLength(2_499)
  expect(history[0]?.time).toBe(from / 1000)
  expect(history.at(-1)?.time).toBe((T0 - 30_000 - MINUTE) / 1000)
  expect(await source.history({ symbol: 'NOPE', interval: '1m', from, to: epochMs(T0) })).toEqual([])
})

it('does not report an empty history when it could not request it', async () => {
  binance.http.fault = () => ({ kind: 'hang-up' })
  const start = source.start(listener)
  await passUntil(time, 'the words', () => state()?.state === 'stale')
  await start
  const request = { symbol: 'BTC', interval: '1h', from: epochMs(T0 - 10 * 3_600_000), to: epochMs(T0) } as const
  await expect(source.history(request)).rejects.toMatchObject({
    code: 'unreachable',
    message: 'Binance has not sent its list of markets yet',
  })
  await expect(source.book('BTC')).rejects.toMatchObject({ code: 'unreachable' })
})

it('answers history with a named error during a Binance back-off, and sends no requests until it ends', async () => {
  await started()
  binance.http.fault = ({ path }) =>
    path === '/api/v3/klines' ? { kind: 'status', status: 429, headers: { 'Retry-After': '120' } } : undefined
  const request = { symbol: 'BTC', interval: '1h', from: epochMs(T0 - 10 * 3_600_000), to: epochMs(T0) } as const
  await expect(source.history(request)).rejects.toMatchObject({ code: 'rate-limited', message: 'Binance is limiting requests (429)' })
  binance.http.fault = undefined
  const asked = binance.http.seen.length
  await expect(source.history(request)).rejects.toMatchObject({ code: 'rate-limited' })
  expect(binance.http.seen).toHaveLength(asked)
  await time.advance(121_000)
  expect((await source.history(request)).length).toBe(9)
})

it('keeps a book from a snapshot and diffs, and resynchronises when a diff is missing', async () => {
  await started()
  binance.depth.set('BTCUSDT', {
    lastUpdateId: 10,
    bids: [
      ['99', '1'],
      ['98', '2'],
    ],
    asks: [
      ['101', '1'],
      ['102', '2'],
    ],
  })
  const first = source.book('BTC')
  await until('the subscription', () => binance.sockets.open()[0]?.messages.length === 1)
  binance.diff('BTCUSDT', [9, 11], [['99', '5']], [['101', '0']])
  await passAlive(2_000)
  expect(await first).toMatchObject({
    bids: [
      [99, 5],
      [98, 2],
    ],
    asks: [[102, 2]],
  })
  binance.depth.set('BTCUSDT', { lastUpdateId: 30, bids: [['90', '1']], asks: [['91', '1']] })
  binance.diff('BTCUSDT', [20, 25], [['99', '7']], [])
  await passAlive(3_000)
  await until('the new book', () => binance.http.seen.filter((request) => request.path === '/api/v3/depth').length === 2)
  await passAlive(1_000)
  expect(await source.book('BTC')).toMatchObject({ bids: [[90, 1]], asks: [[91, 1]] })
  expect(await source.book('HYPE')).toBeUndefined()
  await passAlive(31_000)
  await until('the subscription to end', () =>
    binance.sockets.clients.some((client) => client.messages.some((text) => text.includes('UNSUBSCRIBE'))),
  )
})

it('returns the trades of a viewed coin once each, including earlier ones and those from a lost connection', async () => {
  await started()
  const at = (id: number, p: string, m: boolean) => ({ a: id, p, q: '0.5', T: T0 - 10 + id, m })
  binance.trades.set('BTCUSDT', [at(1, '100', false), at(2, '101', true)])
  expect([source.trades('BTC'), source.trades('HYPE'), source.trades('JUP')]).toEqual([[], [], []])
  await until('the trades of before', () => source.trades('BTC').length === 2)
  await until('the subscription', () => binance.sockets.open()[0]?.messages.some((text) => text.includes('btcusdt@aggTrade')) ?? false)
  binance.trade('BTCUSDT', at(2, '101', true))
  binance.trade('BTCUSDT', at(3, '102', false))
  binance.trade('ETHUSDT', at(9, '10', false))
  await until('the trade of the stream', () => source.trades('BTC').length === 3)
  expect(source.trades('BTC').map(({ price, size, side, asOf }) => [price, size, side, asOf])).toEqual([
    [102, 0.5, 'buy', T0 - 7],
    [101, 0.5, 'sell', T0 - 8],
    [100, 0.5, 'buy', T0 - 9],
  ])
  binance.trades.set('BTCUSDT', [at(3, '102', false), at(4, '103', false)])
  binance.sockets.open()[0]?.end()
  await passUntil(time, 'the trade of meanwhile', () => {
    binance.prices({ BTCEUR: 1 })
    return source.trades('BTC')[0]?.price === 103
  })
  expect(source.trades('BTC')).toHaveLength(4)
})

it('unsubscribes from trades that are no longer viewed', async () => {
  await started()
  source.trades('BTC')
  await until('the subscription', () => binance.sockets.open()[0]?.messages.length === 1)
  await passAlive(31_000)
  const goodbyes = () => binance.sockets.clients.flatMap(({ messages }) => messages).filter((text) => /UNSUBSCRIBE.*aggTrade/.test(text))
  await until('the subscription to end', () => goodbyes().length > 0)
  expect(goodbyes()).toHaveLength(1)
})

it('reports that it cannot start when no provider responds, without exposing an address or a key', async () => {
  const down = () => ({ kind: 'status', status: 500 }) as const
  binance.http.fault = down
  gecko.fault = down
  const outcome = source.start(listener).then(
    () => 'started',
    (error: Error) => error.message,
  )
  await pass(time, 20_000)
  expect(await outcome).toBe('Binance reports an error (500), CoinGecko reports an error (500)')
  expect(JSON.stringify(states)).not.toMatch(/very-secret|127\.0\.0\.1|http/)
})
