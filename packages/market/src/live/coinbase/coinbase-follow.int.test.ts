import { type CoinbaseStandIn, coinbaseStandIn } from '@aerie/testkit/coinbase-stand-in'
import { type CoingeckoStandIn, coingeckoRow, coingeckoStandIn } from '@aerie/testkit/coingecko-stand-in'
import { type FakeTime, fakeTime, pass, passUntil, until } from '@aerie/testkit/fake-time'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { testFollower } from '../../test/follower.ts'
import { recorder } from '../../test/recorder.ts'
import { standInSettings } from '../../test/settings.ts'
import { type LiveSource, liveSource } from '../live-source.ts'

const T0 = Date.UTC(2026, 2, 1, 12, 0, 30)

const { listener, newest, reset } = recorder()
let time: FakeTime
let gecko: CoingeckoStandIn
let coinbase: CoinbaseStandIn
let source: LiveSource
let recorded: ReturnType<typeof testFollower>

const beating = (ms: number, lastTrade = 50, stepMs = 250) =>
  pass(time, ms, { stepMs, each: () => coinbase.heartbeat('BTC-USD', lastTrade) })
const snapshot = (bid = '99') => coinbase.snapshot('BTC-USD', [[bid, '1']], [['101', '2']])
const trade = (id: number) => coinbase.match('BTC-USD', { id, price: 101, size: 0.5 })
const untilReceived = (label: string) => until(label, () => recorded.labels().includes(label))
const bookWishes = () => (coinbase.sockets.open()[0]?.messages ?? []).filter((text) => text.includes('level2_batch'))

async function connected(): Promise<void> {
  await until('the subscriptions', () => (coinbase.sockets.open()[0]?.messages.length ?? 0) >= 3)
  coinbase.ticker('BTC-USD', 100, 49, time.clock.now())
  coinbase.match('BTC-USD', { id: 49, price: 100 }, 'last_match')
}
async function following(): Promise<void> {
  const start = source.start(listener)
  await connected()
  await start
  await until('a price', () => newest()?.venue === 'coinbase')
  source.follow('BTC', recorded.follower)
  await until('the channel', () => bookWishes().length === 1)
  snapshot()
  await untilReceived('book')
  await beating(250, 49)
  trade(50)
  await untilReceived('50')
}

beforeEach(async () => {
  reset()
  recorded = testFollower()
  time = fakeTime(T0)
  gecko = await coingeckoStandIn([coingeckoRow('bitcoin', 99, T0 - 30_000)])
  coinbase = await coinbaseStandIn([{ base: 'BTC', quote: 'USD', price: 100 }], () => time.clock.now())
  source = liveSource({
    exchange: 'coinbase',
    ...standInSettings(coinbase, gecko, time),
    coins: [{ symbol: 'BTC', name: 'Bitcoin', coingeckoId: 'bitcoin' }],
  })
})
afterEach(async () => {
  await source.stop()
  await coinbase.close()
  await gecko.close()
})

it('delivers books with rising numbers, trades with number and aggressor, and the order rules', async () => {
  await following()
  coinbase.update('BTC-USD', [['buy', '100', '4']])
  coinbase.update('BTC-USD', [['sell', '101', '0']])
  trade(51)
  await untilReceived('51')
  expect(recorded.labels()).toEqual(['book', '50', 'book', '51'])
  expect(recorded.trades().at(-1)).toEqual({ id: '51', asOf: time.clock.now(), price: 101, size: 0.5, aggressor: 'buy' })
  const numbers = recorded.books().map(({ seq }) => seq)
  expect(numbers.slice(1).every((seq, index) => seq > (numbers[index] ?? seq))).toBe(true)
  expect(recorded.books().at(-1)).toMatchObject({ bids: [[100, 4], [99, 1]], asks: [] }) // biome-ignore format: one line a book
  expect(source.rules('BTC')).toEqual({ tick: '0.01', lot: '0.00000001', minNotional: '1', book: 'real' })
})

it('delivers each trade once, and a gap and a book before the one after a missing or late trade', async () => {
  await following()
  for (const id of [50, 51, 51, 53, 52, 54]) {
    coinbase.update('BTC-USD', [['buy', '98', String(id)]])
    await until('the update', () => recorded.books().at(-1)?.bids[1]?.[1] === id)
    await time.advance(1)
    trade(id)
  }
  await untilReceived('54')
  expect(recorded.labels().filter((label) => label !== 'book')).toEqual(['50', '51', 'gap', '53', '54'])
  expect(recorded.labels()[recorded.labels().indexOf('53') - 1]).toBe('book')
  expect(recorded.gaps()).toEqual(['Trades of BTC are missing in what Coinbase has sent.'])
})

it('emits a gap when the connection breaks, and a book before any trade once it is restored', async () => {
  await following()
  coinbase.sockets.open()[0]?.end('close')
  await untilReceived('gap')
  expect(recorded.gaps()[0]).toMatch(/^Coinbase (broke|closed) the connection\.$/)
  await passUntil(time, 'a new connection', () => coinbase.sockets.open().length === 1)
  await connected()
  trade(70)
  await until('the channel', () => bookWishes().length === 1)
  await beating(250, 70)
  snapshot()
  await until('the book', () => recorded.labels().at(-1) === 'book')
  await beating(250, 70)
  trade(71)
  await untilReceived('71')
  expect(recorded.labels()).toEqual(['book', '50', 'gap', 'book', '71'])
})

it.each([
  ['an update crosses it: others were lost', () => coinbase.update('BTC-USD', [['buy', '102', '1']])],
  ['an update of it cannot be read', () => coinbase.update('BTC-USD', [['buy', 'x', '1']])],
])('emits a gap when %s, and refetches the book', async (_what, happen) => {
  await following()
  happen()
  await untilReceived('gap')
  await beating(250)
  await until('a new subscription', () => bookWishes().length === 3)
  snapshot('98')
  await until('the book', () => recorded.books().at(-1)?.bids[0]?.[0] === 98)
  expect(recorded.labels()).toEqual(['book', '50', 'gap', 'book'])
})

it('emits a gap when the book is resent unrequested', async () => {
  await following()
  snapshot('98')
  await until('the book', () => recorded.books().at(-1)?.bids[0]?.[0] === 98)
  expect(recorded.labels()).toEqual(['book', '50', 'gap', 'book'])
  expect(recorded.gaps()).toEqual(['Coinbase has sent the order book again.'])
})

it('emits a gap when the coin trades and its book does not move', async () => {
  await following()
  await beating(4_000)
  expect(recorded.gaps()).toEqual(['Coinbase has left out updates of the order book.'])
})

async function resting(): Promise<void> {
  await following()
  coinbase.update('BTC-USD', [['buy', '98', '1']])
  await until('the update', () => recorded.books().at(-1)?.bids.length === 2)
}

it('checks whether a static book is still valid, and if so sends it again with its new time', async () => {
  coinbase.books.set('BTC-USD', { bids: [['99', '1']], asks: [['101', '2']] })
  await resting()
  await beating(30_000)
  expect(recorded.gaps()).toEqual([])
  const times = recorded.books().map(({ asOf }) => asOf)
  const silences = times.slice(1).map((asOf, index) => asOf - (times[index] ?? 0))
  expect(Math.max(...silences)).toBeLessThan(3_000)
  expect(time.clock.now() - (times.at(-1) ?? 0)).toBeLessThan(3_000)
})

it('emits a gap when the book channel is frozen: the exchange has another best price, and the channel is silent', async () => {
  await resting()
  coinbase.books.set('BTC-USD', { bids: [['100', '1']], asks: [['101', '2']] })
  const from = time.clock.now()
  await passUntil(time, 'a gap', () => recorded.gaps().length > 0, 250)
  expect(time.clock.now() - from).toBeLessThan(4_500)
  expect(recorded.gaps()).toEqual(['Coinbase has sent no updates of the order book.'])
  await until('a new subscription', () => bookWishes().length === 3)
})

it('emits a gap when the trade channel is frozen: heartbeats name trades that never arrived', async () => {
  await resting()
  for (const lastTrade of [52, 52]) coinbase.heartbeat('BTC-USD', lastTrade)
  await untilReceived('gap')
  expect(recorded.gaps()).toEqual(['Coinbase has traded BTC without telling the trades.'])
  expect(recorded.labels().at(-1)).toBe('book')
  await until('the channel', () => coinbase.sockets.open()[0]?.messages.at(-1)?.includes('matches') === true)
})
