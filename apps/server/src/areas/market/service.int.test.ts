import { setTimeout as sleep } from 'node:timers/promises'
import { itemAt } from '@aerie/core/item-at'
import { candleOrigin } from '@aerie/core/market/candle'
import { epochMs } from '@aerie/core/time'
import { MarketSourceError } from '@aerie/market/market-source'
import { pino } from 'pino'
import { afterAll, afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../test/database.ts'
import { candleAt, candlesOf, listingOf, scriptedSource, T0, tickOf } from '../../../test/scripted-source.ts'
import { candleStore } from './candles/candle-store.ts'
import { MarketService } from './service.ts'

const HOUR = 3_600_000
const COINS = ['BTC', 'ETH'].map((symbol) => ({ symbol, name: symbol, logo: `/coins/${symbol}.svg`, color: '#112233', industries: [] }))
const logger = pino({ level: 'silent' })

let database: TestDatabase
const running: MarketService[] = []
beforeEach(async () => {
  database = await testDatabase()
})
afterEach(async () => {
  for (const service of running.splice(0)) await service.stop()
  await database.close()
})
afterAll(() => vi.restoreAllMocks())

const serve = (script: ReturnType<typeof scriptedSource>): MarketService => {
  const service = new MarketService({ makeSource: () => script.source, coins: COINS, pool: database.db.$client, logger, retryMs: () => 1 })
  running.push(service)
  return service
}
const price = (time: number): number => 100 + (time % 7_000) / 100
const whole = (now = T0) => {
  const script = scriptedSource({ history: (request) => candlesOf(request, price) })
  script.setNow(now)
  return script
}
const closesOf = async (service: MarketService, query: Partial<Parameters<MarketService['candles']>[0]> = {}) =>
  (await service.candles({ symbol: 'BTC', interval: '1h', limit: 1_000, ...query })).map((candle) => [candle.time, candle.close])
const stop = async (service: MarketService): Promise<void> => {
  running.splice(running.indexOf(service), 1)
  await service.stop()
}

it('backfills 90 days of hours and 7 days of minutes once: a second start requests only new candles', async () => {
  const script = whole()
  const service = serve(script)
  await service.start()
  await service.settled()
  const store = await candleStore(database.db.$client, 'sim:test')
  expect((await store.newest('BTC', '1h', T0 / 1000, 10_000)).length).toBe(90 * 24 + 1)
  expect((await store.newest('ETH', '1m', T0 / 1000, 20_000)).length).toBe(7 * 24 * 60)
  await stop(service)

  const again = whole(T0 + HOUR)
  const second = serve(again)
  await second.start()
  await second.settled()
  const spans = again.asked.map(({ symbol, interval, from, to }) => `${symbol} ${interval} ${(to - from) / 60_000}`)
  expect([...new Set(spans)].sort()).toEqual(['BTC 1h 60', 'BTC 1m 60', 'ETH 1h 60', 'ETH 1m 60'])
})

it('emits every newer tick, and none once unsubscribed', async () => {
  const script = whole()
  const service = serve(script)
  const received: number[] = []
  const unsubscribe = service.onTicks((ticks) => received.push(...ticks.map(({ price: at }) => at)))
  await service.start()
  script.emit().ticks([tickOf('BTC', 100)])
  script.emit().ticks([tickOf('BTC', 99, T0 - 1), tickOf('BTC', 101, T0 + 1)])
  unsubscribe()
  script.emit().ticks([tickOf('BTC', 102, T0 + 2)])
  expect(received).toEqual([100, 101])
})

it('shows the same candles after a restart, from storage alone', async () => {
  const service = serve(whole())
  await service.start()
  await service.settled()
  const before = await closesOf(service)
  await stop(service)
  const empty = scriptedSource({ history: () => [] })
  const second = serve(empty)
  await second.start()
  await second.settled()
  expect(before.length).toBe(1_000)
  expect(await closesOf(second)).toEqual(before)
})

it('keeps candles that the source reported while it ran, and the last price with its age', async () => {
  const script = scriptedSource()
  const service = serve(script)
  await service.start()
  await service.settled()
  script.emit().listings([listingOf('BTC')])
  script.emit().ticks([tickOf('BTC', 123, T0)])
  script.emit().candles([{ symbol: 'BTC', interval: '1h', candle: candleAt(T0 / 1000 - 3600, 42) }])
  await stop(service)

  const silent = scriptedSource({ start: () => Promise.reject(new MarketSourceError('unreachable', 'nobody there')) })
  silent.setNow(T0 + 60_000)
  const second = serve(silent)
  await second.start()
  expect(second.hub.ticksOf(['BTC'])).toEqual([['BTC', 123, T0]])
  expect(second.hub.status()).toMatchObject({ badge: 'STALE', newest_tick: T0 })
})

it('stores the prices of all coins in one row, which repeats those of coins without a newer one', async () => {
  const run = async (now: number, ticks: readonly ReturnType<typeof tickOf>[]) => {
    const script = scriptedSource()
    script.setNow(now)
    const service = serve(script)
    await service.start()
    await service.settled()
    script.emit().listings([listingOf('BTC'), listingOf('ETH')])
    script.emit().ticks(ticks)
    const known = service.hub.ticksOf(['BTC', 'ETH'])
    await stop(service)
    return known
  }
  await run(T0 + 5_000, [tickOf('BTC', 100, T0), tickOf('ETH', 5, T0 + 1_000)])
  await run(T0 + 60_000, [tickOf('BTC', 101, T0 + 50_000)])
  expect(await run(T0 + 70_000, [])).toEqual([
    ['BTC', 101, T0 + 50_000],
    ['ETH', 5, T0 + 1_000],
  ])
  const { rows } = await database.db.$client.query('select at::float8, prices from market_prices order by at')
  expect(rows).toEqual([
    { at: T0 + 1_000, prices: [100, 5] },
    { at: T0 + 50_000, prices: [101, 5] },
  ])
})

it('shows nothing from the future of a replay that restarts earlier', async () => {
  const replayOf = (now: number) => {
    const script = scriptedSource({ kind: 'replay', id: 'replay:x', history: (request) => candlesOf(request, price) })
    script.setNow(now)
    return script
  }
  const later = serve(replayOf(T0 + 48 * HOUR))
  await later.start()
  await later.settled()
  await stop(later)
  const now = T0 + HOUR / 2
  const earlier = serve(replayOf(now))
  await earlier.start()
  await earlier.settled()
  const newest = async (interval: '1m' | '1h' | '1d', from?: number) =>
    (await earlier.candles({ symbol: 'BTC', interval, from, limit: 1_000 })).at(-1)
  expect((await newest('1m'))?.time).toBe(now / 1000 - 60)
  expect(await newest('1h')).toMatchObject({ time: T0 / 1000, close: price(now / 1000 - 60) })
  expect((await earlier.candles({ symbol: 'BTC', interval: '1h', from: T0 / 1000 + 3600, limit: 10 })).length).toBe(0)
  expect((await newest('1h', T0 / 1000 - 400 * 3600))?.time).toBe(T0 / 1000)
})

it('fetches the gap when candles were missed in between', async () => {
  const script = whole()
  const service = serve(script)
  await service.start()
  await service.settled()
  const missed = T0 / 1000
  script.setNow(T0 + 5 * 60_000)
  script.emit().candles([{ symbol: 'BTC', interval: '1m', candle: candleAt(missed + 240, price(missed + 240)) }])
  await vi.waitFor(async () =>
    expect((await closesOf(service, { interval: '1m', limit: 5 })).map(([time]) => time)).toEqual(
      [0, 60, 120, 180, 240].map((s) => missed + s),
    ),
  )
})

it('merges stored minutes and hours into every interval as the core does', async () => {
  const service = serve(whole())
  await service.start()
  await service.settled()
  for (const interval of ['5m', '15m', '4h', '1d'] as const) {
    const hot = await service.candles({ symbol: 'BTC', interval, limit: 20 })
    const stored = await service.candles({ symbol: 'BTC', interval, from: itemAt(hot, 0).time - 6 * 86_400, limit: 1_000 })
    expect(hot.length).toBe(20)
    const step = itemAt(hot, 1).time - itemAt(hot, 0).time
    expect(stored.every((candle) => candle.time % step === 0)).toBe(true)
    expect(stored.slice(0, 30).map((candle) => candle.open)).toEqual(stored.slice(0, 30).map((candle) => price(candle.time)))
  }
})

it('merges stored hours into weeks that start on Monday, 00:00 UTC', async () => {
  const store = await candleStore(database.db.$client, 'sim:weeks')
  const monday = Date.parse('2026-03-02T00:00Z') / 1000
  const times = [monday - 3600, monday, monday + 6 * 86_400]
  await store.write(times.map((time, i) => ({ symbol: 'BTC', interval: '1h' as const, candle: candleAt(time, 5 + i) })))
  const weeks = { symbol: 'BTC', base: '1h' as const, step: 7 * 86_400, origin: candleOrigin('1w'), limit: 5, to: monday + 7 * 86_400 }
  const expected = [
    [monday - 7 * 86_400, 5],
    [monday, 7],
  ]
  for (const from of [undefined, monday - 7 * 86_400])
    expect((await store.range({ ...weeks, from })).map(({ time, close }) => [time, close])).toEqual(expected)
})

it('retries starting while the source cannot, and reports it', async () => {
  let tries = 0
  const script = scriptedSource({
    start: async () => {
      tries += 1
      if (tries < 4) throw new MarketSourceError('unreachable', 'down')
    },
  })
  const service = serve(script)
  await service.start()
  await service.settled()
  expect(tries).toBe(4)
  expect(service.hub.sourceState().state).toBe('running')
})

it('refuses to start with a setting that can never work', async () => {
  const service = serve(scriptedSource({ start: () => Promise.reject(new MarketSourceError('bad-setting', 'no such folder')) }))
  await expect(service.start()).rejects.toThrow('no such folder')
})

it('stores the pending candles once a broken database has recovered', async () => {
  const script = scriptedSource()
  const service = serve(script)
  await service.start()
  await service.settled()
  const connect = vi
    .spyOn(database.db.$client, 'connect')
    .mockImplementationOnce(() => Promise.reject(new Error('connection refused')) as never)
  script.emit().candles([{ symbol: 'ETH', interval: '1m', candle: candleAt(T0 / 1000 - 60, 5) }])
  await vi.waitFor(() => expect(connect).toHaveBeenCalled())
  await sleep(0)
  await stop(service)
  const store = await candleStore(database.db.$client, 'sim:test')
  expect(await store.newest('ETH', '1m', T0 / 1000, 5)).toEqual([candleAt(T0 / 1000 - 60, 5)])
})

it('keeps prices to the last digit and drops expired minutes', async () => {
  const store = await candleStore(database.db.$client, 'sim:test')
  const tiny = { time: T0 / 1000, open: 0.1 + 0.2, high: 1, low: 8.93e-10, close: 1 / 3, volume: 12_345_678_901.234 }
  await store.write([{ symbol: 'BTC', interval: '1m', candle: tiny }])
  expect(await store.newest('BTC', '1m', T0, 5)).toEqual([tiny])
  expect(await store.partitions.dropOld(epochMs(T0 + 40 * 24 * HOUR))).toEqual([])
  expect(await store.partitions.dropOld(epochMs(T0 + 100 * 24 * HOUR))).toEqual(['candles_60_2026_01'])
  expect(await store.newest('BTC', '1m', T0, 5)).toEqual([])
})

it('finds candles beyond a gap that is longer than the requested range', async () => {
  const store = await candleStore(database.db.$client, 'sim:test')
  const times = [T0 / 1000, T0 / 1000 + 50_000 * 60]
  await store.write(times.map((time) => ({ symbol: 'BTC', interval: '1m' as const, candle: candleAt(time, 5) })))
  const range = { symbol: 'BTC', base: '1m' as const, step: 60, origin: 0, to: T0, limit: 2 }
  expect((await store.range({ ...range, from: times[0] })).map((candle) => candle.time)).toEqual(times)
  expect((await store.range({ ...range, from: undefined })).map((candle) => candle.time)).toEqual(times)
  expect((await store.range({ ...range, from: undefined, step: 300 })).length).toBe(2)
})

it('requests again after a restart the hours an earlier run left missing, from a live source', async () => {
  const live = (isFaulty: boolean) =>
    scriptedSource({
      kind: 'live',
      id: 'live:binance',
      history: (request) => candlesOf(request, price).filter(({ time }) => !isFaulty || (time / 3_600) % 5 !== 0),
    })
  const first = serve(live(true))
  await first.start()
  await first.settled()
  await stop(first)
  const store = await candleStore(database.db.$client, 'live:binance')
  const hours = async () => (await store.newest('BTC', '1h', T0 / 1000, 10_000)).length
  expect(await hours()).toBeLessThan(400 * 24)
  const second = serve(live(false))
  await second.start()
  await second.settled()
  await vi.waitUntil(async () => (await hours()) === 400 * 24, { timeout: 100_000, interval: 100 })
})

it('switches to the live market once it is reachable, and stores the data of both separately', async () => {
  const sim = scriptedSource({ id: 'sim:test', history: (request) => candlesOf(request, () => 5) })
  const real = scriptedSource({ kind: 'live', id: 'live:binance', history: (request) => candlesOf(request, price) })
  let isInReach = false
  Object.assign(sim.source, { isLiveInReach: async () => isInReach })
  const made = [sim.source, real.source]
  const service = new MarketService({
    makeSource: () => made.shift() ?? real.source,
    isIdKnown: false,
    coins: COINS,
    pool: database.db.$client,
    logger,
    retryMs: () => 1,
  })
  running.push(service)
  await service.start()
  await service.settled()
  sim.emit().ticks([tickOf('BTC', 5)])
  expect(await service.goLive()).toMatchObject({
    isDone: false,
    text: expect.stringMatching(/^The live market cannot be reached; nothing has changed/),
  })
  isInReach = true
  expect(await service.goLive()).toMatchObject({ isDone: true, text: expect.stringMatching(/^The market is live now/) })
  expect([service.sourceId(), service.hub.ticksOf(['BTC'])]).toEqual(['live:binance', []])
  await service.settled()
  const closes = (await service.candles({ symbol: 'BTC', interval: '1h', limit: 1_000 })).map(({ close }) => close)
  expect(closes).not.toContain(5)
  const old = await candleStore(database.db.$client, 'sim:test')
  expect((await old.newest('BTC', '1h', T0 / 1000, 5)).map(({ close }) => close)).toEqual([5, 5, 5, 5, 5])
  expect(await service.goLive()).toEqual({ isDone: true, text: 'The market is already live.' })
})
