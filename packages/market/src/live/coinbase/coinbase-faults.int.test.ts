import { epochMs } from '@aerie/core/time'
import { type CoinbaseStandIn, coinbaseStandIn, standInCandle } from '@aerie/testkit/coinbase-stand-in'
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

const { candles, detail, listener, minuteCandles, newest, reset, states, ticks } = recorder()
let time: FakeTime
let gecko: CoingeckoStandIn
let coinbase: CoinbaseStandIn
let source: LiveSource

const minuteOf = (at: number) => minuteCandles('BTC').findLast((candle) => candle.time * 1000 === at)
const passAlive = (ms: number, trade: number) => pass(time, ms, { each: () => coinbase.heartbeat('BTC-USD', trade) })

async function started(): Promise<void> {
  const start = source.start(listener)
  await until('the subscriptions', () => coinbase.sockets.open()[0]?.messages.length === 3)
  coinbase.ticker('BTC-USD', 210, 50, T0 - 2_000)
  coinbase.match('BTC-USD', { id: 50, price: 210, stamp: T0 - 2_000 }, 'last_match')
  await start
  await until('a price', () => newest()?.venue === 'coinbase')
}

beforeEach(async () => {
  reset()
  time = fakeTime(T0)
  gecko = await coingeckoStandIn([coingeckoRow('bitcoin', 209, T0 - 30_000)])
  coinbase = await coinbaseStandIn([{ base: 'BTC', quote: 'USD', price: 210 }], () => time.clock.now())
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

it('sums trade sizes without rounding residue', async () => {
  await started()
  await passAlive(45_000, 50)
  for (const [index, size] of [0.1, 0.2].entries()) coinbase.match('BTC-USD', { id: 51 + index, price: 211, size })
  await passAlive(MINUTE, 52)
  await passUntil(time, 'the minute', () => {
    coinbase.heartbeat('BTC-USD', 52)
    return minuteOf(NOON + MINUTE) !== undefined
  })
  expect(minuteOf(NOON + MINUTE)?.volume).toBe(0.3)
})

it('shows no trade at a thousandth of the price, and no unreadable one', async () => {
  await started()
  await passAlive(5_000, 50)
  for (let id = 51; id < 80; id += 1) {
    coinbase.match('BTC-USD', { id, price: 0.21 })
    await passAlive(1_000, id)
  }
  expect(ticks.some(({ price }) => price < 100)).toBe(false)
  expect(detail()).toContain('Held back until confirmed: BTC at 0.21 (was 210)')
})

it('requests the minute of a trade far beyond the price instead of delivering it', async () => {
  await started()
  await passAlive(45_000, 50)
  for (const [index, price] of [211, 3_780, 212].entries()) coinbase.match('BTC-USD', { id: 51 + index, price, size: 1 })
  await passAlive(2 * MINUTE, 53)
  await passUntil(time, 'the minute', () => {
    coinbase.heartbeat('BTC-USD', 53)
    return minuteOf(NOON + MINUTE) !== undefined
  })
  const [, low, high, open, close, volume] = standInCandle(NOON + MINUTE)
  expect(minuteOf(NOON + MINUTE)).toEqual({ time: (NOON + MINUTE) / 1000, open, high, low, close, volume })
})

it('requests the minutes on both sides of a jump of the venue’s clock instead of delivering partial ones', async () => {
  await started()
  await passAlive(32_000, 50)
  coinbase.match('BTC-USD', { id: 51, price: 211, size: 3 })
  await passAlive(10_000, 51)
  coinbase.skewMs = 5 * MINUTE
  coinbase.match('BTC-USD', { id: 52, price: 212, size: 4 })
  await passAlive(20_000, 52)
  coinbase.match('BTC-USD', { id: 53, price: 213, size: 5 })
  await passAlive(3 * MINUTE, 53)
  const [, low, high, open, close, volume] = standInCandle(NOON + MINUTE)
  expect(minuteOf(NOON + MINUTE)).toEqual({ time: (NOON + MINUTE) / 1000, open, high, low, close, volume })
  const made = candles.filter(({ interval, candle }) => interval === '1m' && candle.volume !== 7)
  expect(made).toEqual([])
})

it('reports which candles of a history could not be read', async () => {
  await started()
  coinbase.spoil = (row) => (row[0] === (NOON - 3 * HOUR) / 1000 ? null : row)
  const request = { symbol: 'BTC', interval: '1h', from: epochMs(NOON - 10 * HOUR), to: epochMs(T0) } as const
  const readable = [10, 9, 8, 7, 6, 5, 4, 2, 1].map((hours) => ({ time: (NOON - hours * HOUR) / 1_000 }))
  await expect(source.history(request)).rejects.toMatchObject({ code: 'bad-data', candles: readable })
})

it('recovers within ten seconds of a 403 at the handshake', async () => {
  await started()
  coinbase.sockets.refuse = { status: 403 }
  coinbase.sockets.open()[0]?.end('break')
  await pass(time, 2 * MINUTE)
  coinbase.sockets.refuse = undefined
  await pass(time, 10_000, {
    each: () => {
      if (coinbase.sockets.open()[0]?.messages.length === 3) coinbase.ticker('BTC-USD', 211, 60)
    },
  })
  expect(states.at(-1)?.state).toBe('running')
})

it('serves a book by REST, as old as its response, when the channel falls silent', async () => {
  await started()
  const first = source.book('BTC')
  await until('the subscription', () => coinbase.sockets.open()[0]?.messages.some((text) => text.includes('level2_batch')) === true)
  coinbase.snapshot('BTC-USD', [['208', '1']], [['212', '2']])
  expect((await first)?.bids).toEqual([[208, 1]])
  await passAlive(20_000, 50)
  const book = await source.book('BTC')
  expect(book?.bids).toEqual([[209, 1]])
  expect(book?.asOf).toBe(time.clock.now())
})

it('timestamps books, trades and prices by the exchange’s clock after it was set back by an hour', async () => {
  await started()
  await passAlive(5_000, 50)
  coinbase.match('BTC-USD', { id: 51, price: 211, size: 1 })
  await until('the trade', () => source.trades('BTC').length === 2)
  await passAlive(5_000, 51)
  coinbase.skewMs = -HOUR
  const exchangeNow = () => T0 + time.clock.elapsed() - HOUR
  const isNow = (at = 0) => Math.abs(at - exchangeNow()) < 15_000
  await passUntil(time, 'a price by the new clock', () => {
    coinbase.heartbeat('BTC-USD', 51)
    return isNow(source.now()) && newest()?.price === 211 && isNow(newest()?.asOf)
  })
  expect(source.trades('BTC')).toEqual([])
  await passUntil(time, 'a trade by the new clock', () => {
    coinbase.match('BTC-USD', { id: 52, price: 212, size: 1 })
    return source.trades('BTC').length === 1
  })
  const book = source.book('BTC')
  await until('the subscription', () => coinbase.sockets.open()[0]?.messages.some((text) => text.includes('level2_batch')) === true)
  coinbase.snapshot('BTC-USD', [['208', '1']], [['212', '2']])
  expect(isNow((await book)?.asOf)).toBe(true)
})
