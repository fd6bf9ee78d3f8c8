import { epochMs } from '@aerie/core/time'
import { type CoinbaseStandIn, coinbaseStandIn, standInCandle } from '@aerie/testkit/coinbase-stand-in'
import { type CoingeckoStandIn, coingeckoRow, coingeckoStandIn } from '@aerie/testkit/coingecko-stand-in'
import { type FakeTime, fakeTime, pass, passUntil, until } from '@aerie/testkit/fake-time'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { recorder } from '../../test/recorder.ts'
import { standInSettings } from '../../test/settings.ts'
import { type LiveSource, liveSource } from '../live-source.ts'

const MINUTE = 60_000
const NOON = Date.UTC(2026, 2, 1, 12, 0, 0)
const T0 = NOON + 30_000
const COINS = [
  { symbol: 'BTC', name: 'Bitcoin', coingeckoId: 'bitcoin' },
  { symbol: 'ETH', name: 'Ethereum', coingeckoId: 'ethereum' },
  { symbol: 'BNB', name: 'BNB', coingeckoId: 'binancecoin' },
]

const { listener, minuteCandles, newest, reset, states } = recorder()
let time: FakeTime
let gecko: CoingeckoStandIn
let coinbase: CoinbaseStandIn
let source: LiveSource

const passAlive = (ms: number, btc: number, eth = 7) =>
  pass(time, ms, {
    each: () => {
      coinbase.heartbeat('BTC-USD', btc)
      coinbase.heartbeat('ETH-USD', eth)
    },
  })
async function started(): Promise<void> {
  const start = source.start(listener)
  await until('the subscriptions', () => coinbase.sockets.open()[0]?.messages.length === 3)
  coinbase.ticker('BTC-USD', 100, 50, T0 - 2_000)
  coinbase.match('BTC-USD', { id: 50, price: 100, stamp: T0 - 2_000 }, 'last_match')
  coinbase.ticker('ETH-USD', 10, 7, T0 - 3_600_000)
  coinbase.match('ETH-USD', { id: 7, price: 10, stamp: T0 - 3_600_000 }, 'last_match')
  await start
  await until('first prices', () => newest('BTC') !== undefined && newest('ETH') !== undefined && newest('BNB') !== undefined)
}

beforeEach(async () => {
  reset()
  time = fakeTime(T0)
  gecko = await coingeckoStandIn([
    coingeckoRow('bitcoin', 90, T0 - 60_000),
    coingeckoRow('ethereum', 9, T0 - 60_000),
    coingeckoRow('binancecoin', 90, T0 - 60_000),
  ])
  coinbase = await coinbaseStandIn(
    [
      { base: 'BTC', quote: 'USD', price: 100 },
      { base: 'ETH', quote: 'USD', price: 10 },
      { base: 'BNB', quote: 'USD', price: 500, status: 'delisted' },
    ],
    () => time.clock.now(),
  )
  source = liveSource({
    exchange: 'coinbase',
    ...standInSettings(coinbase, gecko, time),
    coins: COINS,
  })
})
afterEach(async () => {
  await source.stop()
  await coinbase.close()
  await gecko.close()
})

it('runs the product alone: prices in USD with the time of the trade, and CoinGecko for unlisted coins', async () => {
  await started()
  expect(newest('BTC')).toEqual({ symbol: 'BTC', price: 100, asOf: T0 - 2_000, venue: 'coinbase', quote: 'USD' })
  expect(newest('BNB')).toMatchObject({ price: 90, venue: 'coingecko' })
  expect(states.at(-1)).toEqual({ state: 'running', detail: 'Live prices from Coinbase.' })
})

it('confirms a price by a heartbeat with the last known trade, and not by one with another', async () => {
  await started()
  await passAlive(20_000, 51)
  await until('a confirmation', () => (newest('ETH')?.asOf ?? 0) > T0)
  expect(newest('ETH')?.price).toBe(10)
  expect(newest('BTC')?.asOf).toBe(T0 - 2_000)
})

it('builds minutes from trades when all were received, and requests the others', async () => {
  await started()
  await passAlive(45_000, 50)
  coinbase.match('BTC-USD', { id: 51, price: 110, size: 2 })
  coinbase.match('BTC-USD', { id: 51, price: 110, size: 2 })
  coinbase.match('BTC-USD', { id: 52, price: 90, size: 3 })
  await passAlive(60_000, 52)
  await passUntil(time, 'the minute', () => minuteCandles('BTC').some((candle) => candle.time * 1000 === NOON + MINUTE))
  const [first, second] = minuteCandles('BTC').sort((a, b) => a.time - b.time)
  const [time_s, low, high, open, close, volume] = standInCandle(NOON)
  expect(first).toEqual({ time: time_s, low, high, open, close, volume })
  expect(second).toEqual({ time: (NOON + MINUTE) / 1000, open: 110, high: 110, low: 90, close: 90, volume: 5 })
})

it('returns every received trade, newest first and each once, with the taker side', async () => {
  await started()
  coinbase.match('BTC-USD', { id: 51, price: 110, size: 2 })
  coinbase.match('BTC-USD', { id: 51, price: 110, size: 2 })
  coinbase.match('BTC-USD', { id: 52, price: 90, size: 3 })
  await until('the trades', () => source.trades('BTC').length === 3)
  expect(source.trades('BTC').map(({ price, size, side }) => [price, size, side])).toEqual([
    [90, 3, 'buy'],
    [110, 2, 'buy'],
    [100, 1, 'buy'],
  ])
  expect(source.trades('HYPE')).toEqual([])
})

it('requests the minute of a trade that never arrived', async () => {
  await started()
  await passAlive(45_000, 50)
  coinbase.match('BTC-USD', { id: 51, price: 110 })
  coinbase.match('BTC-USD', { id: 54, price: 111 })
  await passAlive(60_000, 54)
  await passUntil(time, 'the minute', () => minuteCandles('BTC').some((candle) => candle.time * 1000 === NOON + MINUTE))
  expect(minuteCandles('BTC').find((candle) => candle.time * 1000 === NOON + MINUTE)?.volume).toBe(7)
})

it('keeps a minute without trades missing', async () => {
  await started()
  await passAlive(45_000, 50)
  coinbase.match('BTC-USD', { id: 51, price: 110 })
  await passAlive(40_000, 51)
  const made = minuteCandles('ETH').map((candle) => candle.time)
  expect(made.every((at) => at * 1000 === NOON)).toBe(true)
})

it('keeps a book without sequence numbers: a crossed book is lost and requested again', async () => {
  await started()
  const first = source.book('BTC')
  await until('the subscription', () => coinbase.sockets.open()[0]?.messages.some((text) => text.includes('level2_batch')) === true)
  coinbase.snapshot('BTC-USD', [['99', '1']], [['101', '2']])
  expect(await first).toMatchObject({ bids: [[99, 1]], asks: [[101, 2]] })
  coinbase.update('BTC-USD', [
    ['buy', '100', '4'],
    ['sell', '101', '0'],
    ['sell', '102', '1'],
  ])
  await until('the update', () => coinbase.http.seen.length > 0)
  await pass(time, 1_000)
  expect(await source.book('BTC')).toMatchObject({
    bids: [
      [100, 4],
      [99, 1],
    ],
    asks: [[102, 1]],
  })
  coinbase.update('BTC-USD', [['buy', '103', '1']])
  await pass(time, 1_000)
  await until(
    'a new subscription',
    () => (coinbase.sockets.open()[0]?.messages ?? []).filter((text) => text.includes('level2_batch')).length === 3,
  )
  coinbase.snapshot('BTC-USD', [['98', '1']], [['99', '1']])
  await pass(time, 1_000)
  expect(await source.book('BTC')).toMatchObject({ bids: [[98, 1]], asks: [[99, 1]] })
})

it('fetches a single book by REST when the feed refuses one', async () => {
  coinbase.refused.add('level2_batch')
  await started()
  const book = source.book('BTC')
  await passAlive(6_000, 50)
  expect(await book).toMatchObject({ bids: [[99, 1]], asks: [[101, 2]] })
})

it('requests the price of each trade when the batched channel is refused or silent', async () => {
  coinbase.refused.add('ticker_batch')
  const start = source.start(listener)
  await until('the subscriptions', () => coinbase.sockets.open()[0]?.messages.length === 3)
  await passAlive(16_000, 50)
  await start
  await until('the other channel', () => coinbase.sockets.open()[0]?.messages.some((text) => text.includes('"ticker"')) === true)
  coinbase.match('BTC-USD', { id: 51, price: 120 })
  await until('a price of a trade', () => newest('BTC')?.venue === 'coinbase')
  expect(newest('BTC')?.price).toBe(120)
})

it('reads REST candles in their own order, oldest first, closed ones only', async () => {
  await started()
  const history = await source.history({ symbol: 'BTC', interval: '1m', from: epochMs(NOON - 700 * MINUTE), to: epochMs(T0 + MINUTE) })
  expect(history).toHaveLength(700)
  const [time_s, low, high, open, close, volume] = standInCandle(NOON - MINUTE)
  expect(history.at(-1)).toEqual({ time: time_s, low, high, open, close, volume })
  expect(history.every((candle, index) => index === 0 || candle.time > (history[index - 1]?.time ?? 0))).toBe(true)
})

it('goes stale and recovers when the feed breaks, with CoinGecko’s prices meanwhile', async () => {
  await started()
  await passAlive(30_000, 50)
  coinbase.sockets.refuse = { status: 429, retryAfter: '30' }
  coinbase.sockets.open()[0]?.end('close')
  gecko.rows = ['bitcoin', 'ethereum', 'binancecoin'].map((id) => coingeckoRow(id, 95, T0 + 300_000))
  await passUntil(time, 'the words', () => states.at(-1)?.state === 'stale')
  expect(states.at(-1)?.detail).toMatch(/^Coinbase (closed the connection|is limiting requests \(429\)).*prices are those of CoinGecko/)
  await passUntil(time, 'the price of the list', () => newest('BTC')?.venue === 'coingecko' && newest('BTC')?.price === 95)
  coinbase.sockets.refuse = undefined
  await passUntil(time, 'a new connection', () => coinbase.sockets.open().length === 1)
  await until('the subscriptions', () => coinbase.sockets.open()[0]?.messages.length === 3)
  coinbase.ticker('BTC-USD', 130, 60)
  await until('recovery', () => states.at(-1)?.state === 'running' && newest('BTC')?.price === 130)
})
