import type { Candle } from '@aerie/core/candle'
import { epochMs } from '@aerie/core/time'
import { backoffMs } from '@aerie/runtime/backoff'
import { fakeTime } from '@aerie/testkit/fake-time'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readBinance } from './binance-messages.ts'
import { CandleGate } from './candle-gate.ts'
import { readCoinbase } from './coinbase-messages.ts'
import { DepthSync } from './depth-sync.ts'
import { liveSource } from './live-source.ts'
import { MatchCandles } from './match-candles.ts'
import { Pacer } from './pacer.ts'
import { retryAfterMs } from './retry-after.ts'
import { VenueClock } from './venue-clock.ts'

const T0 = Date.UTC(2026, 2, 1, 12, 0, 0)

describe('Retry-After', () => {
  it.each([
    ['119', null, 119_000],
    ['Sun, 01 Mar 2026 12:02:00 GMT', null, 120_000],
    ['Sun, 01 Mar 2026 12:02:00 GMT', 'Sun, 01 Mar 2026 12:01:00 GMT', 60_000],
    ['Sun, 01 Mar 2020 12:02:00 GMT', null, 0],
    ['99999999', null, 3 * 86_400_000],
    ['soon', null, null],
    [null, null, null],
  ])('reads %s (sent %s) as %s', (value, date, expected) => expect(retryAfterMs(value, date, epochMs(T0))).toBe(expected))
})

it('backs off between the least and a doubling ceiling, with full jitter', () => {
  const limits = { baseMs: 100, capMs: 1_000, leastMs: 10 }
  expect([1, 2, 3, 20].map((failures) => backoffMs(failures, limits, () => 0.999999))).toEqual([100, 200, 400, 1_000])
  expect(backoffMs(20, limits, () => 0)).toBe(10)
})

it('never spends more than its pace', async () => {
  const time = fakeTime(T0)
  const pacer = new Pacer({ burst: 3, perSecond: 2 }, time.clock, time.timers)
  let spent = 0
  for (let index = 0; index < 20; index += 1) void pacer.take().then(() => (spent += 1))
  await time.advance(0)
  expect(spent).toBe(3)
  await time.advance(4_000)
  expect(spent).toBe(11)
})

describe('the settings', () => {
  const base = { exchange: 'binance', clock: { now: () => epochMs(T0) } } as const
  it.each([
    ['EXCHANGE_REST_URL', { exchangeRestUrl: 'http://api.example.com' }],
    ['EXCHANGE_REST_URL', { exchangeRestUrl: 'https://me:secret@api.example.com' }],
    ['EXCHANGE_WS_URL', { exchangeWsUrl: 'ws://stream.example.com' }],
    ['EXCHANGE_WS_URL', { exchangeWsUrl: 'https://stream.example.com' }],
    ['COINGECKO_URL', { coingeckoUrl: 'ftp://127.0.0.1/' }],
    ['COINGECKO_URL', { coingeckoUrl: 'https://x.example/api?x_cg_demo_api_key=secret' }],
    ['COINGECKO_URL', { coingeckoUrl: 'not an address' }],
  ])('refuse a wrong %s with its name and without repeating it', (name, wrong) => {
    const attempt = () => liveSource({ ...base, ...wrong })
    expect(attempt).toThrow(expect.objectContaining({ code: 'bad-setting', message: expect.stringContaining(name) }))
    expect(attempt).not.toThrow(/secret|example/)
  })
  it('take plain addresses of this machine', () => {
    expect(
      liveSource({ ...base, exchangeRestUrl: 'http://localhost:1', exchangeWsUrl: 'ws://[::1]:2/', coingeckoUrl: 'http://127.0.0.1:3' }).id,
    ).toBe('live:binance')
  })
})

describe('a venue’s clock', () => {
  const at = (now: { ms: number }, drifted: (lead: number) => void = () => undefined) =>
    new VenueClock({ now: () => epochMs(now.ms) }, drifted)

  it('puts a stamp on the machine’s clock, never later than now', () => {
    const now = { ms: T0 }
    const clock = at(now)
    clock.tell(epochMs(T0 + 90_000), epochMs(T0 - 200), epochMs(T0))
    expect(clock.read(epochMs(T0 + 90_000))).toBe(T0 - 100)
    expect(clock.read(epochMs(T0 + 91_000))).toBe(T0)
    expect(clock.read(epochMs(T0 + 200_000))).toBeUndefined()
  })

  it('reports a stream that disagrees for a whole window, not a single message', () => {
    const now = { ms: T0 }
    const leads: number[] = []
    const clock = at(now, (lead) => leads.push(lead))
    clock.tell(epochMs(T0), epochMs(T0), epochMs(T0))
    for (let second = 0; second < 12; second += 1) {
      clock.read(epochMs(now.ms + (second === 5 ? 3_600_000 : 0)))
      now.ms += 1_000
    }
    expect(leads).toEqual([])
    for (let second = 0; second < 12; second += 1) {
      clock.read(epochMs(now.ms - 60_000))
      now.ms += 1_000
    }
    expect(leads[0]).toBe(-60_000)
  })

  it('is a whole number of milliseconds, whatever half of a round trip is', () => {
    const clock = at({ ms: T0 })
    clock.tell(epochMs(T0), epochMs(T0 - 1), epochMs(T0))
    expect(Number.isInteger(clock.now())).toBe(true)
  })

  it('lets an old first trade say nothing of the offset', () => {
    const clock = at({ ms: T0 })
    expect(clock.read(epochMs(T0 - 86_400_000), false)).toBe(T0 - 86_400_000)
    expect(clock.read(epochMs(T0 - 20))).toBe(T0)
  })
})

describe('candles', () => {
  const minute = (time: number, close = 10): Candle => ({ time, open: 10, high: 20, low: 5, close, volume: 1 })
  const open = T0 / 1000
  it('pass once, and never touch a newer one', () => {
    const gate = new CandleGate()
    const accept = (candle: Candle, saidAt: number) =>
      gate.accept({ symbol: 'BTC', interval: '1m', candle }, saidAt, epochMs(T0 + 3_600_000))
    expect(accept(minute(open + 60), 100)).toBe(true)
    expect(accept(minute(open + 60), 200)).toBe(false)
    expect(accept(minute(open), 300)).toBe(true)
    expect(gate.due('BTC', '1m')).toBe(open + 120)
    expect(accept(minute(open, 11), 200)).toBe(false)
    expect(accept(minute(open, 12), 400)).toBe(true)
  })
  it.each([
    ['off the grid', minute(open + 1)],
    ['not closed', minute(open + 3_600)],
    ['with a high below its close', { ...minute(open), high: 9 }],
    ['with a price of zero', { ...minute(open), low: 0 }],
  ])('are not believed when %s', (_what, candle) => {
    expect(new CandleGate().accept({ symbol: 'BTC', interval: '1m', candle }, 1, epochMs(T0 + 3_600_000))).toBe(false)
  })

  it('made of trades are whole only when every trade was heard', () => {
    const minutes = new MatchCandles()
    const trade = (id: number, seconds: number, price = 10) => ({ id, price, size: 1, time: T0 + seconds * 1000 })
    minutes.lastBefore(1)
    minutes.add(trade(2, 1, 10))
    minutes.add(trade(3, 50, 12))
    minutes.add(trade(3, 50, 12))
    minutes.add(trade(4, 61, 11))
    expect(minutes.close(open + 60)).toEqual({
      whole: [{ time: open, open: 10, high: 12, low: 10, close: 12, volume: 2 }],
      missingFrom: undefined,
    })
    minutes.add(trade(6, 62))
    expect(minutes.close(open + 120)).toEqual({ whole: [], missingFrom: open + 60 })
    minutes.suspect(7, T0 + 150_000)
    expect(minutes.close(open + 180)).toEqual({ whole: [], missingFrom: open + 120 })
  })
})

describe('a book by diffs', () => {
  const diff = (first: number, last: number, bid = 9) => ({
    first,
    last,
    bids: [[bid, last]] as [number, number][],
    asks: [[20, last]] as [number, number][],
  })
  const snapshot = (lastUpdateId: number) => ({ lastUpdateId, bids: [[8, 1]] as [number, number][], asks: [[21, 1]] as [number, number][] })
  it('follows the documented steps', () => {
    const sync = new DepthSync()
    expect([diff(5, 6), diff(7, 9), diff(10, 12)].map((event) => sync.diff(event))).toEqual(['buffered', 'buffered', 'buffered'])
    expect(sync.snapshot(snapshot(3))).toBe('too-old')
    expect(sync.snapshot(snapshot(8))).toBe('synced')
    expect(sync.book.shown('X', epochMs(T0)).bids).toEqual([
      [9, 12],
      [8, 1],
    ])
    expect(sync.diff(diff(11, 12))).toBe('old')
    expect(sync.diff(diff(13, 13))).toBe('applied')
    expect(sync.diff(diff(15, 16))).toBe('lost')
    expect(sync.isSynced).toBe(false)
  })
  it('loses a book that is crossed', () => {
    const sync = new DepthSync()
    sync.snapshot(snapshot(1))
    expect(sync.diff(diff(2, 2, 22))).toBe('lost')
  })
})

it('never throws on any text a socket may bring', () => {
  const text = fc.oneof(
    fc.string(),
    fc.json(),
    fc.json().map((data) => `{"stream":"x","data":${data}}`),
    fc
      .record({
        type: fc.constantFrom('match', 'ticker', 'l2update', '__proto__'),
        e: fc.constantFrom('kline', 'depthUpdate'),
        s: fc.string(),
      })
      .map((one) => JSON.stringify(one)),
  )
  fc.assert(
    fc.property(text, (some) => {
      expect(readBinance(some, () => true).messages).toBeInstanceOf(Array)
      expect(readCoinbase(some).kind).toBeTypeOf('string')
    }),
  )
})
