import { epochMs } from '@aerie/core/time'
import { type BinanceStandIn, binanceStandIn, standInClose } from '@aerie/testkit/binance-stand-in'
import { type CoingeckoStandIn, coingeckoRow, coingeckoStandIn } from '@aerie/testkit/coingecko-stand-in'
import { type FakeTime, fakeTime, pass, passUntil, until } from '@aerie/testkit/fake-time'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { recorder } from '../../test/recorder.ts'
import { standInSettings } from '../../test/settings.ts'
import { type LiveSource, liveSource } from '../live-source.ts'

const NOON = Date.UTC(2026, 2, 1, 12, 0, 0)
const T0 = NOON + 30_000
const MINUTE = 60_000
const HOUR = 60 * MINUTE

const { candles, detail, listener, listings, minuteCandles, newest, reset, states, ticks } = recorder()
let time: FakeTime
let luck: number
let gecko: CoingeckoStandIn
let binance: BinanceStandIn
let source: LiveSource

const age = (symbol: string) => time.clock.now() - (newest(symbol)?.asOf ?? 0)
const minutes = (symbol: string) => minuteCandles(symbol).map((candle) => candle.time * 1000)
const passWithPrices = (ms: number, prices: Readonly<Record<string, number>>) => pass(time, ms, { each: () => binance.prices(prices) })
const RIGHT = { BTCUSDT: 100, ETHUSDT: 120 }

async function started(): Promise<void> {
  await connected(RIGHT)
  await until('first prices', () => newest('BTC')?.venue === 'binance' && newest('ETH')?.venue === 'binance')
}

async function connected(first: Readonly<Record<string, number>>): Promise<void> {
  const start = source.start(listener)
  await until('a connection', () => binance.sockets.open().length === 1)
  binance.prices(first)
  await start
}

beforeEach(async () => {
  reset()
  time = fakeTime(T0)
  luck = 0.5
  gecko = await coingeckoStandIn([coingeckoRow('bitcoin', 99, T0 - 30_000), coingeckoRow('ethereum', 119, T0 - 30_000)])
  binance = await binanceStandIn(
    [
      { base: 'BTC', quote: 'USDT', price: 100 },
      { base: 'ETH', quote: 'USDT', price: 120 },
    ],
    () => time.clock.now(),
  )
  source = liveSource({
    exchange: 'binance',
    ...standInSettings(binance, gecko, time),
    random: () => luck,
    coins: [
      { symbol: 'BTC', name: 'Bitcoin', coingeckoId: 'bitcoin' },
      { symbol: 'ETH', name: 'Ethereum', coingeckoId: 'ethereum' },
    ],
    // The time request takes a 1 ms round trip, half of which is not an integer.
    fetch: async (...request) => {
      const answer = await fetch(...request)
      if (String(request[0]).endsWith('/time')) await time.advance(1)
      return answer
    },
  })
})
afterEach(async () => {
  await source.stop()
  await binance.close()
  await gecko.close()
})

it('sends integers even when half a round trip is fractional', async () => {
  await started()
  const history = await source.history({ symbol: 'BTC', interval: '1h', from: epochMs(NOON - 5 * HOUR), to: epochMs(T0 + HOUR) })
  expect(history).toHaveLength(5)
  const sent = binance.http.seen.flatMap(({ query }) =>
    [query.startTime, query.endTime, query.limit].filter((value) => value !== undefined),
  )
  expect(sent.length).toBeGreaterThan(0)
  expect(sent.filter((value) => !/^\d+$/.test(value))).toEqual([])
})

it('keeps the age of a pair missing from every frame at its own latest frame', async () => {
  await started()
  await passWithPrices(70_000, { BTCUSDT: 100 })
  expect(age('BTC')).toBeLessThan(3_000)
  expect(age('ETH')).toBeGreaterThan(MINUTE)
  binance.kline('ETHUSDT', '1m', NOON + MINUTE, { close: 120, isClosed: false })
  await until('its own frame', () => age('ETH') < 3_000)
})

it.each([
  ['a thousandth', 0.1],
  ['a thousand times', 100_000],
  ['the largest number', 1e308],
  ['the smallest number', 5e-324],
])('never shows a price of %s, however often it is sent, and reports that it is waiting', async (_what, absurd) => {
  await started()
  await passWithPrices(5_000, RIGHT)
  const from = ticks.length
  await passWithPrices(90_000, { BTCUSDT: absurd, ETHUSDT: 120 })
  const shown = ticks.slice(from).filter(({ symbol }) => symbol === 'BTC')
  expect(shown.every(({ price }) => price === 100)).toBe(true)
  expect(detail()).toMatch(/Held back until confirmed: BTC|Ignored as implausible: price/)
  await passWithPrices(5_000, RIGHT)
  expect(newest('BTC')).toMatchObject({ price: 100 })
  expect(age('BTC')).toBeLessThan(3_000)
})

it('shows a price step that persists, and immediately one confirmed by the other source', async () => {
  await started()
  await passWithPrices(5_000, RIGHT)
  binance.prices({ BTCUSDT: 150 })
  await pass(time, 1_000)
  expect(newest('BTC')?.price).toBe(100)
  await passWithPrices(40_000, { BTCUSDT: 150 })
  expect(newest('BTC')?.price).toBe(150)
  gecko.rows = [coingeckoRow('bitcoin', 400, T0 + 280_000), coingeckoRow('ethereum', 119, T0 + 280_000)]
  await passWithPrices(300_000, { BTCUSDT: 400 })
  expect(newest('BTC')?.price).toBe(400)
})

it('accepts no price from an old kline with a new event time, and no candle 1,000 times too high', async () => {
  await started()
  await passWithPrices(61_000, RIGHT)
  binance.kline('BTCUSDT', '1m', NOON - 30 * MINUTE, { close: 98, isClosed: true })
  binance.kline('BTCUSDT', '1m', NOON - 30 * MINUTE, { close: 97, isClosed: false })
  binance.kline('ETHUSDT', '1m', NOON, { close: 120_000, isClosed: true })
  binance.kline('BTCUSDT', '1m', NOON, { close: 101, isClosed: true })
  await until('the right candle', () => candles.some(({ symbol, candle }) => symbol === 'BTC' && candle.close === 101))
  expect(ticks.some(({ price }) => price === 98 || price === 97)).toBe(false)
  expect(candles.some(({ candle }) => candle.close > 1_000 || candle.close === 98)).toBe(false)
})

it('rejects a history page whose prices are 1,000 times too high', async () => {
  await started()
  binance.spoil = ([open, , , , , volume, ...rest]) => [open, ...Array(4).fill(String(standInClose(Number(open)) * 1_000)), volume, ...rest]
  const request = { symbol: 'BTC', interval: '1h', from: epochMs(NOON - 50 * HOUR), to: epochMs(T0) } as const
  await expect(source.history(request)).rejects.toMatchObject({ code: 'bad-data', candles: [] })
})

it('returns the readable part of a history, and reports that the rest is unreadable', async () => {
  await started()
  const unreadable = NOON - 7 * HOUR
  binance.spoil = (row) => (row[0] === unreadable ? [row[0], 'x'] : row)
  const request = { symbol: 'BTC', interval: '1h', from: epochMs(NOON - 10 * HOUR), to: epochMs(T0) } as const
  const readable = Array.from({ length: 10 }, (_, hour) => NOON - (10 - hour) * HOUR).filter((open) => open !== unreadable)
  await expect(source.history(request)).rejects.toMatchObject({
    code: 'bad-data',
    candles: readable.map((open) => ({ time: open / 1_000 })),
  })
})

it('requests a candle missing from a response until it arrives, and reports it meanwhile', async () => {
  await started()
  const lacking = NOON + MINUTE
  binance.hole = (open) => open === lacking
  await passWithPrices(31_000, RIGHT)
  binance.kline('BTCUSDT', '1m', NOON, { close: 100, isClosed: true })
  binance.sockets.open()[0]?.end('break')
  await passUntil(time, 'a new connection', () => binance.sockets.open().length === 1)
  await passWithPrices(3 * MINUTE, RIGHT)
  expect(minutes('BTC')).not.toContain(lacking)
  expect(detail()).toContain('Incomplete candle series: ')
  binance.hole = () => false
  await passWithPrices(3 * MINUTE, RIGHT)
  expect(minutes('BTC')).toContain(lacking)
  expect(detail()).toBe('Live prices from Binance.')
})

it('recovers within ten seconds of the end of a ten-minute outage', async () => {
  await started()
  await passWithPrices(5_000, RIGHT)
  binance.sockets.refuse = { status: 403 }
  binance.http.fault = () => ({ kind: 'status', status: 503, headers: { 'Retry-After': '600' } })
  binance.sockets.open()[0]?.end('break')
  await pass(time, 10 * MINUTE)
  expect(states.at(-1)?.state).toBe('stale')
  binance.sockets.refuse = undefined
  binance.http.fault = undefined
  await passWithPrices(10_000, RIGHT)
  expect(states.at(-1)?.state).toBe('running')
  expect((await source.history({ symbol: 'BTC', interval: '1h', from: epochMs(NOON - 2 * HOUR), to: epochMs(NOON) })).length).toBe(2)
})

it('reports a request ban and its end, while the stream keeps running', async () => {
  await started()
  binance.http.fault = () => ({ kind: 'status', status: 418, headers: { 'Retry-After': '300' } })
  const request = { symbol: 'BTC', interval: '1h', from: epochMs(NOON - 2 * HOUR), to: epochMs(NOON) } as const
  await expect(source.history(request)).rejects.toMatchObject({ code: 'rate-limited' })
  binance.prices(RIGHT)
  expect(states.at(-1)).toMatchObject({
    state: 'running',
    detail: expect.stringMatching(/has blocked this server for a while \(418\) until 12:06 UTC/),
  })
  binance.http.fault = undefined
  await passWithPrices(6 * MINUTE, RIGHT)
  expect(detail()).toBe('Live prices from Binance.')
})

it('rejects a first price that its own REST side contradicts, while the list is unavailable', async () => {
  gecko.fault = () => ({ kind: 'status', status: 500 })
  await connected({ BTCUSDT: 0.1, ETHUSDT: 120 })
  await passWithPrices(20_000, { BTCUSDT: 0.1, ETHUSDT: 120 })
  await passWithPrices(3_000, RIGHT)
  expect([...new Set(ticks.filter(({ symbol }) => symbol === 'BTC').map(({ price }) => price))]).toEqual([100])
  expect(newest('ETH')?.price).toBe(120)
})

it('shows a first price known only from its REST side when nothing contradicts it for ten seconds', async () => {
  gecko.fault = () => ({ kind: 'status', status: 500 })
  await connected({ ETHUSDT: 120 })
  await passWithPrices(15_000, { ETHUSDT: 120 })
  expect(newest('BTC')?.price).toBe(100)
})

it('withholds an order book far from the price, and requests it again', async () => {
  await started()
  await passWithPrices(3_000, RIGHT)
  const bookAt = (price: number): NonNullable<ReturnType<typeof binance.depth.get>> => ({
    lastUpdateId: 10,
    bids: [[String(price * 0.999), '1']],
    asks: [[String(price * 1.001), '1']],
  })
  binance.depth.set('BTCUSDT', bookAt(0.1))
  const first = source.book('BTC').catch((error: unknown) => error)
  await passWithPrices(2_000, RIGHT)
  expect(await first).toMatchObject({ code: 'bad-data' })
  expect(detail()).toContain('order book from Binance')
  binance.depth.set('BTCUSDT', bookAt(100))
  for (let id = 11; id < 22; id += 1) {
    binance.diff('BTCUSDT', [id, id], [['0.0998', '2']], [])
    await passWithPrices(1_000, RIGHT)
  }
  const refused = source.book('BTC').catch((error: unknown) => error)
  await passWithPrices(1_000, RIGHT)
  expect(await refused).toMatchObject({ code: 'bad-data' })
  const second = source.book('BTC')
  await passWithPrices(1_000, RIGHT)
  expect((await second)?.bids).toEqual([[99.9, 1]])
})

it('excludes trades far from the price from the tape', async () => {
  await started()
  const at = time.clock.now()
  binance.trades.set('BTCUSDT', [
    { a: 1, p: '100000', q: '1', T: at - 2_000, m: false },
    { a: 2, p: '100.5', q: '1', T: at - 1_000, m: false },
  ])
  source.trades('BTC')
  await until('the trades', () => source.trades('BTC').length > 0)
  expect(source.trades('BTC').map(({ price }) => price)).toEqual([100.5])
})

it('requests by REST a candle whose streamed values are far from the price', async () => {
  await started()
  await passWithPrices(31_000, RIGHT)
  binance.kline('BTCUSDT', '1m', NOON, { close: 300, isClosed: true })
  await passWithPrices(5_000, RIGHT)
  expect(candles.filter(({ candle }) => candle.close === 300)).toEqual([])
  expect(minutes('BTC')).toContain(NOON)
})

it.each([0, 2, 4, 6, 8])('fills the candles of a REST outage within ten seconds of recovery, %i s after a check', async (seconds) => {
  await started()
  luck = 0.99
  binance.http.fault = () => ({ kind: 'status', status: 503 })
  await passWithPrices(3 * MINUTE + seconds * 1_000, RIGHT)
  binance.http.fault = undefined
  await passWithPrices(10_000, RIGHT)
  expect(minutes('BTC')).toEqual([NOON, NOON + MINUTE, NOON + 2 * MINUTE])
})

it('withdraws the dollar figures of a list that its exchange has contradicted since the first price', async () => {
  gecko.rows = [coingeckoRow('bitcoin', 99, T0 - 30_000), coingeckoRow('ethereum', 119_000, T0 - 30_000)]
  await connected(RIGHT)
  await passWithPrices(3_000, RIGHT)
  expect(newest('ETH')?.price).toBe(120)
  expect(listings.findLast(({ symbol }) => symbol === 'ETH')).toMatchObject({ price: null, marketCap: null, volume24h: null })
  expect(listings.findLast(({ symbol }) => symbol === 'BTC')).toMatchObject({ price: 99 })
  gecko.rows = [coingeckoRow('bitcoin', 100, T0 + 290_000), coingeckoRow('ethereum', 121, T0 + 290_000)]
  await passWithPrices(5 * MINUTE, RIGHT)
  expect(listings.findLast(({ symbol }) => symbol === 'ETH')).toMatchObject({ price: 121 })
})

it('clears the report of ignored data after five minutes without any', async () => {
  await started()
  binance.prices({ BTCUSDT: 'nonsense' })
  await until('the words', () => detail().includes('Ignored'))
  await passWithPrices(5 * MINUTE + 20_000, RIGHT)
  expect(detail()).toBe('Live prices from Binance.')
})

it('reports when the figures of the list were made, not when it failed', async () => {
  await started()
  gecko.fault = () => ({ kind: 'status', status: 500 })
  await passWithPrices(12 * MINUTE, RIGHT)
  expect(detail()).toContain('market caps are as of 12:00 UTC')
})

it.each([-HOUR, HOUR])('answers requests without delay when the machine’s clock is set by %d ms during an outage', async (jump) => {
  await started()
  binance.depth.set('BTCUSDT', { lastUpdateId: 1, bids: [['99', '1']], asks: [['101', '1']] })
  binance.http.fault = () => ({ kind: 'status', status: 503 })
  const request = { symbol: 'BTC', interval: '1m', from: epochMs(NOON - HOUR), to: epochMs(NOON) } as const
  const failures = Promise.allSettled([source.history(request), source.history({ ...request, interval: '1h' })])
  await passWithPrices(20_000, RIGHT)
  expect((await failures).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  time.jump(jump)
  binance.skewMs = -jump
  binance.http.fault = undefined
  await passWithPrices(10_000, RIGHT)
  expect(await source.history(request)).toHaveLength(60)
  const book = source.book('BTC')
  await passWithPrices(2_000, RIGHT)
  expect((await book)?.bids).toEqual([[99, 1]])
  expect(source.now()).toBe(T0 + time.clock.elapsed())
  await until('the newest price', () => newest('BTC')?.asOf === source.now())
})

it('is in doubt from a jump of the exchange’s clock until the candles since then have been read again', async () => {
  await started()
  await passWithPrices(90_000, RIGHT)
  binance.kline('BTCUSDT', '1m', NOON + MINUTE, { close: 1_000, isClosed: true })
  await passWithPrices(5_000, RIGHT)
  expect(source.isInDoubt?.()).toBe(false)
  const doubts: (boolean | undefined)[] = []
  binance.skewMs = 10 * MINUTE
  binance.http.fault = ({ path }) => (path.endsWith('/klines') ? { kind: 'status', status: 503 } : undefined)
  const look = () => {
    binance.prices(RIGHT)
    doubts.push(source.isInDoubt?.())
  }
  await pass(time, 20_000, { each: look })
  binance.http.fault = undefined
  await pass(time, 40_000, { each: look })
  expect([doubts.includes(true), doubts.at(-1)]).toEqual([true, false])
  expect(minutes('BTC')).toContain(NOON + 10 * MINUTE)
  expect(source.now()).toBe(T0 + time.clock.elapsed() + 10 * MINUTE)
})

it('closes a connection that sends an oversized message, and reports it', async () => {
  await started()
  binance.sockets.broadcast(`"${'x'.repeat(2 * 1024 * 1024)}"`)
  binance.sockets.refuse = { status: 503 }
  await until('the end of the connection', () => binance.sockets.open().length === 0)
  await pass(time, 3_000)
  expect(states.some(({ detail: text }) => text.includes('Binance sent a message that is too long'))).toBe(true)
})

it("uses the stream's timestamps when the exchange does not report its time", async () => {
  binance.http.fault = ({ path }) => (path.endsWith('/time') ? { kind: 'status', status: 404 } : undefined)
  binance.skewMs = HOUR
  gecko.rows = [coingeckoRow('bitcoin', 99, T0 + HOUR), coingeckoRow('ethereum', 119, T0 + HOUR)]
  const start = source.start(listener)
  await until('a connection', () => binance.sockets.open().length === 1)
  await passWithPrices(2 * MINUTE, RIGHT)
  await start
  expect(newest('BTC')?.venue).toBe('binance')
  expect(Math.abs(source.now() - (T0 + time.clock.elapsed() + HOUR))).toBeLessThan(2_000)
  const request = { symbol: 'BTC', interval: '1m', from: epochMs(NOON + HOUR - 5 * MINUTE), to: epochMs(NOON + 3 * HOUR) } as const
  const openTimes = (await source.history(request)).map((candle) => candle.time * 1000)
  // The newest minute that had closed by the newest timestamp.
  expect(openTimes.at(-1)).toBe(NOON + HOUR + MINUTE)
})

it('timestamps books, trades and prices by the exchange’s clock after it was set back by an hour', async () => {
  await started()
  binance.depth.set('BTCUSDT', { lastUpdateId: 1, bids: [['99', '1']], asks: [['101', '1']] })
  source.book('BTC').catch(() => undefined)
  source.trades('BTC')
  await passWithPrices(5_000, RIGHT)
  binance.trade('BTCUSDT', { a: 7, p: '100', q: '1', T: source.now(), m: false })
  await until('the trade', () => source.trades('BTC').length === 1)
  binance.skewMs = -HOUR
  const exchangeNow = () => T0 + time.clock.elapsed() - HOUR
  const isNow = (at = 0) => Math.abs(at - exchangeNow()) < 3_000
  await passUntil(time, 'a price by the new clock', () => {
    binance.prices(RIGHT)
    source.trades('BTC')
    return isNow(source.now()) && isNow(newest('BTC')?.asOf)
  })
  await passUntil(time, 'a trade by the new clock', () => {
    binance.prices(RIGHT)
    binance.trade('BTCUSDT', { a: 8, p: '100', q: '2', T: source.now(), m: false })
    return source.trades('BTC')[0]?.size === 2
  })
  expect(source.trades('BTC').map(({ size }) => size)).toEqual([2])
  let asOf: number | undefined
  await passUntil(time, 'a book by the new clock', () => {
    binance.prices(RIGHT)
    source.book('BTC').then(
      (book) => {
        asOf = book?.asOf
      },
      () => undefined,
    )
    return asOf !== undefined
  })
  expect(asOf).toBeLessThanOrEqual(source.now())
})
