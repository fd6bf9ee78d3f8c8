import { type BinanceStandIn, binanceStandIn } from '@aerie/testkit/binance-stand-in'
import { type CoingeckoStandIn, coingeckoRow, coingeckoStandIn } from '@aerie/testkit/coingecko-stand-in'
import { type FakeTime, fakeTime, pass, passUntil, until } from '@aerie/testkit/fake-time'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { testFollower } from '../../test/follower.ts'
import { recorder } from '../../test/recorder.ts'
import { standInSettings } from '../../test/settings.ts'
import { type LiveSource, liveSource } from '../live-source.ts'

const T0 = Date.UTC(2026, 2, 1, 12, 0, 30)

const { detail, listener, newest, reset } = recorder()
let time: FakeTime
let gecko: CoingeckoStandIn
let binance: BinanceStandIn
let source: LiveSource
let recorded: ReturnType<typeof testFollower>

const passWithPrices = (ms: number, stepMs = 250) => pass(time, ms, { stepMs, each: () => binance.prices({ BTCUSDT: 100 }) })
const snapshot = (lastUpdateId: number, bid = '99.9') =>
  binance.depth.set('BTCUSDT', { lastUpdateId, bids: [[bid, '1']], asks: [['100.1', '2']] })
const diff = (id: number, bid = '99.9', size = '1') => binance.diff('BTCUSDT', [id, id], [[bid, size]], [])
const trade = (a: number, m = false) => binance.trade('BTCUSDT', { a, p: '100.1', q: '0.5', T: time.clock.now(), m })
const untilReceived = (label: string) => until(label, () => recorded.labels().includes(label))

async function connected(): Promise<void> {
  const start = source.start(listener)
  await until('a connection', () => binance.sockets.open().length === 1)
  binance.prices({ BTCUSDT: 100 })
  await start
  await until('a price', () => newest()?.venue === 'binance')
}
async function following(): Promise<() => void> {
  await connected()
  snapshot(100)
  const stop = source.follow('BTC', recorded.follower)
  await until('the streams', () => binance.sockets.open()[0]?.messages.length === 2)
  diff(101)
  await passUntil(time, 'a book', () => recorded.books().length > 0, 50)
  await passWithPrices(250)
  trade(50)
  await untilReceived('50')
  return stop
}

beforeEach(async () => {
  reset()
  recorded = testFollower()
  time = fakeTime(T0)
  gecko = await coingeckoStandIn([coingeckoRow('bitcoin', 99, T0 - 30_000), coingeckoRow('ethereum', 9, T0 - 30_000)])
  binance = await binanceStandIn([{ base: 'BTC', quote: 'USDT', price: 100 }], () => time.clock.now())
  source = liveSource({
    exchange: 'binance',
    ...standInSettings(binance, gecko, time),
    coins: [
      { symbol: 'BTC', name: 'Bitcoin', coingeckoId: 'bitcoin' },
      { symbol: 'ETH', name: 'Ethereum', coingeckoId: 'ethereum' },
    ],
  })
})
afterEach(async () => {
  await source.stop()
  await binance.close()
  await gecko.close()
})

it("delivers books with the exchange's number and time, trades with number and aggressor, and the order rules", async () => {
  const stop = await following()
  trade(51, true)
  diff(102, '100', '3')
  await until('the change', () => recorded.books().at(-1)?.seq === 102)
  expect(recorded.labels()).toEqual(['book', '50', '51', 'book'])
  expect(recorded.books().at(-1)).toMatchObject({ symbol: 'BTC', asOf: time.clock.now(), bids: [[100, 3], [99.9, 1]], asks: [[100.1, 2]] }) // biome-ignore format: one line a book
  expect(recorded.trades().map(({ id, price, size, aggressor }) => [id, price, size, aggressor])).toEqual([
    ['50', 100.1, 0.5, 'buy'],
    ['51', 100.1, 0.5, 'sell'],
  ])
  expect(source.rules('BTC')).toEqual({ tick: '0.01', lot: '0.00001', minNotional: '5', book: 'real' })
  stop()
  recorded.forget()
  trade(52)
  diff(103)
  await passWithPrices(3_000)
  expect(recorded.received).toEqual([])
})

it('drops a repeated or late trade or update', async () => {
  await following()
  for (const number of [50, 51, 51, 50]) trade(number)
  for (const number of [101, 102, 102]) diff(number)
  trade(52)
  await untilReceived('52')
  expect(recorded.gaps()).toEqual([])
  expect(recorded.trades().map(({ id }) => id)).toEqual(['50', '51', '52'])
})

it.each([
  ['is missing', [53]],
  ['comes out of order', [53, 51, 52]],
])('emits a gap, then a book, before the trade after one that %s', async (_what, numbers) => {
  await following()
  for (const number of numbers) trade(number)
  trade(54)
  await untilReceived('54')
  expect(recorded.labels()).toEqual(['book', '50', 'gap', 'book', '53', '54'])
  expect(recorded.gaps()).toEqual(['Trades of BTC are missing in what Binance has sent.'])
})

it('emits a gap when a book update is missing, no trades meanwhile, and refetches the book', async () => {
  await following()
  snapshot(200, '99.5')
  diff(105)
  await untilReceived('gap')
  trade(51)
  await passUntil(time, 'the book', () => recorded.books().at(-1)?.seq === 200, 50)
  trade(52)
  await passWithPrices(500)
  trade(53)
  await untilReceived('53')
  expect(recorded.labels().slice(0, 4)).toEqual(['book', '50', 'gap', 'book'])
  expect(recorded.labels()).not.toContain('51')
  expect(recorded.books().at(-1)?.bids).toEqual([[99.5, 1]])
  expect(recorded.gaps()).toEqual(['Binance has left out updates of the order book.'])
})

it('emits a gap when the connection breaks, resumes by itself, and delivers a book before any trade', async () => {
  await following()
  snapshot(300)
  binance.sockets.open()[0]?.end('break')
  await untilReceived('gap')
  expect(recorded.gaps()[0]).toMatch(/^Binance (broke|closed) the connection\.$/)
  await passUntil(time, 'a new connection', () => binance.sockets.open().length === 1)
  await passWithPrices(3_000)
  diff(301)
  trade(90)
  await untilReceived('90')
  expect(recorded.labels()).toEqual(['book', '50', 'gap', 'book', '90'])
  expect(binance.sockets.open()[0]?.path).toMatch(/btcusdt@depth@100ms.*btcusdt@aggTrade/)
})

it('checks whether a static book is still valid, and if so sends it again with its new time', async () => {
  await following()
  snapshot(101)
  await passWithPrices(20_000)
  expect(recorded.gaps()).toEqual([])
  const times = recorded.books().map(({ asOf }) => asOf)
  expect(time.clock.now() - (times.at(-1) ?? 0)).toBeLessThan(3_000)
  const silences = times.slice(1).map((asOf, index) => asOf - (times[index] ?? 0))
  expect(Math.max(...silences)).toBeLessThan(3_000)
  expect(recorded.books().at(-1)?.seq).toBe(101)
})

it('emits a gap when the depth channel is frozen: the exchange has newer updates, and the stream none', async () => {
  await following()
  snapshot(150, '99.7')
  const from = time.clock.now()
  await passUntil(time, 'a gap', () => recorded.gaps().length > 0, 250)
  expect(time.clock.now() - from).toBeLessThan(4_500)
  expect(recorded.gaps()).toEqual(['Binance has sent no updates of the order book.'])
  await passUntil(time, 'the book', () => recorded.books().at(-1)?.seq === 150, 250)
  expect(recorded.labels()).toEqual(['book', '50', 'book', 'gap', 'book'])
})

it('sends nothing for a book that is neither streamed nor available by REST', async () => {
  await following()
  binance.http.fault = () => ({ kind: 'status', status: 503 })
  await passWithPrices(4_500)
  recorded.forget()
  await passWithPrices(20_000)
  expect(recorded.received.map(({ kind }) => kind)).toEqual(['gap'])
  expect(recorded.gaps()).toEqual(['Binance has sent no updates of the order book.'])
})

it('emits a gap when the trade channel is frozen: the candles name trades that never arrived', async () => {
  await following()
  const sentCount = binance.sockets.open()[0]?.messages.length ?? 0
  for (const lastTrade of [50, 53, 54]) {
    binance.kline('BTCUSDT', '1m', T0 - 30_000, { close: 100, isClosed: false, lastTrade })
    await passWithPrices(250)
  }
  expect(recorded.labels()).toEqual(['book', '50', 'gap', 'book'])
  expect(recorded.gaps()).toEqual(['Binance has traded BTC without telling the trades.'])
  expect(binance.sockets.open()[0]?.messages.slice(sentCount)).toEqual([expect.stringContaining('btcusdt@aggTrade')])
})

it('emits a gap instead of a book or trade far from the price, until a plausible book arrives', async () => {
  await following()
  binance.trade('BTCUSDT', { a: 51, p: '1000', q: '1', T: time.clock.now(), m: false })
  await untilReceived('gap')
  await passWithPrices(1_500)
  trade(52)
  await untilReceived('52')
  expect(recorded.labels()).toEqual(['book', '50', 'gap', 'book', '52'])
  binance.diff('BTCUSDT', [102, 102], [['99.9', '0'], ['0.1', '1']], []) // biome-ignore format: two changes
  await until('a second gap', () => recorded.gaps().length === 2)
  trade(53)
  await passWithPrices(500)
  expect(recorded.labels()).toEqual(['book', '50', 'gap', 'book', '52', 'gap'])
  expect(detail()).toContain('order book from Binance')
})

it('starts following before the listing is known, and refuses unlisted coins afterwards', async () => {
  snapshot(100)
  source.follow('BTC', recorded.follower)
  await connected()
  diff(101)
  await passUntil(time, 'a book', () => recorded.books().length > 0)
  const refused = expect.objectContaining({ code: 'cannot-follow', message: 'Binance does not list ETH.' })
  expect(() => source.follow('ETH', recorded.follower)).toThrow(refused)
  expect(source.rules('ETH')).toBeUndefined()
})
