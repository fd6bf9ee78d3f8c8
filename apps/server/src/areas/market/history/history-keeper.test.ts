import { type Candle, INTERVAL_MS } from '@aerie/core/market/candle'
import type { BaseInterval, ClosedCandle, HistoryRequest } from '@aerie/market/market-source'
import { MarketSourceError } from '@aerie/market/market-source'
import { afterEach, expect, it, vi } from 'vitest'
import { candleAt, candlesOf, scriptedSource, T0 } from '../../../../test/scripted-source.ts'
import type { Span } from '../candles/candle-store.ts'
import { MarketHub } from '../market-hub.ts'
import { candleSpans } from './candle-spans.ts'
import { HistoryKeeper } from './history-keeper.ts'
import { missingCandles, missingTimes } from './missing-candles.ts'

const BTC = { symbol: 'BTC', name: 'BTC', logo: '/coins/btc.svg', color: '#112233', industries: [] }
const HOUR_S = 3_600
const price = (time: number): number => 100 + (time % 7_000) / 1_000
const isLost = (time: number): boolean => (time / HOUR_S) % 3 === 0

let keeper: HistoryKeeper | undefined
afterEach(() => keeper?.stop())

function stage(history: (request: HistoryRequest) => Candle[], known: readonly Span[] = []) {
  const script = scriptedSource({ kind: 'live', id: 'live:binance', history })
  const hub = new MarketHub({ source: script.source, coins: [BTC] })
  const stored = new Map<string, ClosedCandle>()
  const filled: BaseInterval[] = []
  const errors: unknown[] = []
  const spans = candleSpans(known)
  const holes = missingCandles(() => performance.now(), [1, 1, 1, 1, 1, 1])
  keeper = new HistoryKeeper({
    source: script.source,
    hub,
    store: {
      write: async (candles) => {
        for (const entry of candles) stored.set(`${entry.interval} ${entry.candle.time}`, entry)
      },
    },
    spans,
    holes,
    deepSymbols: new Set(),
    onFilled: (_symbol, interval) => void filled.push(interval),
    onTrouble: () => undefined,
    onError: (error) => void errors.push(error),
    pauseMs: () => 1,
  })
  const hours = () => [...stored.values()].filter(({ interval }) => interval === '1h').length
  return { script, keeper, spans, holes, hours, filled, errors }
}
const WAIT = { timeout: 20_000, interval: 5 }
const WHOLE = 90 * 24 + 1

it('keeps requesting candles missing from responses until all have arrived', async () => {
  let isFaulty = true
  const { keeper: kept, hours, filled } = stage((request) => candlesOf(request, price).filter(({ time }) => !isFaulty || !isLost(time)))
  await kept.start()
  expect(hours()).toBeLessThan(WHOLE)
  expect(kept.hasWantedHours('BTC')).toBe(false)
  expect(kept.message()).toMatch(/^The price history lacks \d+ candles of one coin\. Loading them again\.$/)
  isFaulty = false
  filled.length = 0
  await vi.waitUntil(() => hours() === WHOLE, WAIT)
  await vi.waitUntil(() => kept.hasWantedHours('BTC'), WAIT)
  expect(filled).toContain('1h')
  await vi.waitUntil(() => kept.message() === undefined, WAIT)
})

it('stores the readable part of a response, and never treats the unreadable part as a gap of the venue', async () => {
  let isFaulty = true
  const {
    script,
    keeper: kept,
    hours,
  } = stage((request) => {
    const candles = candlesOf(request, price)
    if (!isFaulty) return candles
    throw new MarketSourceError('bad-data', 'Binance sent implausible candles', {
      candles: candles.filter(({ time }) => !isLost(time)),
    })
  })
  await kept.start()
  expect(hours()).toBeGreaterThan(WHOLE / 2)
  const before = script.asked.length
  await vi.waitUntil(() => script.asked.length > before + 100, WAIT)
  expect(kept.hasWantedHours('BTC')).toBe(false)
  isFaulty = false
  await vi.waitUntil(() => hours() === WHOLE && kept.hasWantedHours('BTC'), WAIT)
})

it('treats candles missing from seven responses as a gap of the venue, and stops requesting them', async () => {
  const { script, keeper: kept, hours } = stage((request) => candlesOf(request, price).filter(({ time }) => !isLost(time)))
  await kept.start()
  await vi.waitUntil(() => kept.hasWantedHours('BTC'), WAIT)
  expect(hours()).toBe(WHOLE - missingHours())
  await vi.waitUntil(() => kept.message() === undefined, WAIT)
  const asked = script.asked.filter(({ interval, from }) => interval === '1h' && from <= T0 - 80 * 24 * HOUR_S * 1000)
  expect(asked.length).toBeLessThanOrEqual(1 + 6)
})

const missingHours = (): number => {
  const span = { symbol: 'BTC', interval: '1h', from: T0 / 1000 - WHOLE * HOUR_S, to: T0 / 1000 } as const
  return missingTimes(span, new Set()).filter(isLost).length
}

it('no longer treats a candle as missing once the stream delivers it', async () => {
  const newestHour = T0 / 1000 - HOUR_S
  const { keeper: kept, holes } = stage((request) => candlesOf(request, price).filter(({ time }) => time !== newestHour))
  await kept.start()
  const span = { symbol: 'BTC', interval: '1h', from: newestHour, to: newestHour + HOUR_S } as const
  expect(holes.touches(span)).toBe(true)
  kept.follow([{ symbol: 'BTC', interval: '1h', candle: { time: newestHour, open: 1, high: 1, low: 1, close: 1, volume: 1 } }])
  expect(holes.touches(span)).toBe(false)
})

it('requests nothing for a coin that the source does not list, until it does', async () => {
  const { script, keeper: kept } = stage((request) => candlesOf(request, price))
  Object.assign(script.source, { hasCandles: () => false })
  await kept.start()
  expect(script.asked).toEqual([])
  expect(kept.isKnown({ symbol: 'BTC', interval: '1h', from: T0 / 1000 - INTERVAL_MS['1h'], to: T0 / 1000 })).toBe(true)
})

const DAY_S = 24 * HOUR_S
const NOW_S = T0 / 1000
const minuteAt = (time: number): ClosedCandle => ({ symbol: 'BTC', interval: '1m', candle: candleAt(time, 1) })
const endedAt = (to: number): Span[] => [{ symbol: 'BTC', interval: '1m', from: to - 20 * DAY_S, to }]

it('survives an outage of the history, however many candles the stream delivers meanwhile', async () => {
  let isAway = true
  const outage = new MarketSourceError('unreachable', 'nobody there')
  const known = stage(
    (request) => {
      if (isAway) throw outage
      return candlesOf(request, price)
    },
    endedAt(NOW_S - HOUR_S),
  )
  known.keeper.follow([minuteAt(NOW_S)])
  await vi.waitUntil(() => known.script.asked.length > 2, WAIT)
  const minutes = 11_000
  for (let minute = 1; minute <= minutes; minute += 1) known.keeper.follow([minuteAt(NOW_S + minute * 60)])
  isAway = false
  await vi.waitUntil(() => known.spans.get('BTC', '1m')?.to === NOW_S + 60, WAIT)
  expect(known.errors).toEqual([])
})

it('reports a failed background job, and keeps working', async () => {
  const { keeper: kept, filled, errors, spans } = stage((request) => candlesOf(request, price), endedAt(NOW_S - HOUR_S))
  const fault = new Error('a listener failed')
  vi.spyOn(filled, 'push').mockImplementationOnce(() => {
    throw fault
  })
  kept.follow([minuteAt(NOW_S)])
  await vi.waitUntil(() => errors.length > 0, WAIT)
  expect(errors).toEqual([fault])
  kept.follow([minuteAt(NOW_S + 60)])
  await vi.waitUntil(() => spans.get('BTC', '1m')?.to === NOW_S + 60, WAIT)
})

const minutesAsked = ({ asked }: ReturnType<typeof scriptedSource>) => {
  const minutes = asked.filter(({ interval }) => interval === '1m').map(({ from, to }) => ({ from: from / 1000, to: to / 1000 }))
  return { count: minutes.reduce((sum, { from, to }) => sum + (to - from) / 60, 0), oldest: Math.min(...minutes.map(({ from }) => from)) }
}
const WEEK_S = 7 * DAY_S
const lastWeek = { symbol: 'BTC', interval: '1m', from: NOW_S - WEEK_S, to: NOW_S } as const

it('fetches the wanted minutes once after a long absence, and none before those', async () => {
  const { script, keeper: kept, spans } = stage((request) => candlesOf(request, price), endedAt(NOW_S - 60 * DAY_S))
  await kept.start()
  expect(kept.isKnown(lastWeek)).toBe(true)
  kept.follow([minuteAt(NOW_S)])
  expect(spans.get('BTC', '1m')).toEqual({ ...lastWeek, to: NOW_S + 60 })
  expect(minutesAsked(script)).toEqual({ count: WEEK_S / 60, oldest: lastWeek.from })
})

it('bridges a stream gap back to the oldest wanted minute at most', async () => {
  const { script, keeper: kept } = stage((request) => candlesOf(request, price), endedAt(NOW_S - 60 * DAY_S))
  kept.follow([minuteAt(NOW_S)])
  await vi.waitUntil(() => kept.isKnown(lastWeek), WAIT)
  expect(minutesAsked(script)).toEqual({ count: WEEK_S / 60, oldest: lastWeek.from })
})

it.each([2, 6])('extends the known minutes over an absence of %d days', async (days) => {
  const off = NOW_S - days * DAY_S
  const { script, keeper: kept, spans } = stage((request) => candlesOf(request, price), endedAt(off))
  await kept.start()
  expect(spans.get('BTC', '1m')).toEqual({ symbol: 'BTC', interval: '1m', from: off - 20 * DAY_S, to: NOW_S })
  expect(minutesAsked(script).oldest).toBe(off)
})

it('fetches every hour of an absence: hours are kept permanently', async () => {
  const off = NOW_S - 100 * DAY_S
  const known = stage((request) => candlesOf(request, price), [{ symbol: 'BTC', interval: '1h', from: off - 20 * DAY_S, to: off }])
  known.keeper.follow([{ symbol: 'BTC', interval: '1h', candle: candleAt(NOW_S, 1) }])
  await vi.waitUntil(() => known.spans.get('BTC', '1h')?.to === NOW_S, WAIT)
  expect(known.spans.get('BTC', '1h')?.from).toBe(off - 20 * DAY_S)
})

function exchangeStage(ms: number, known: readonly Span[] = []) {
  const clock = { closedBy: ms }
  const staged = stage((request) => candlesOf(request, price).filter(({ time }) => (time + 60) * 1000 <= clock.closedBy), known)
  Object.assign(staged.script.source, { closedBy: () => clock.closedBy })
  return { ...staged, clock }
}

it('records nothing requested by a clock ahead of the exchange, and fetches the rest once the clock is correct', async () => {
  const { script, keeper: kept, spans, holes, clock } = exchangeStage(T0 + 30_000)
  script.setNow(T0 + DAY_S * 1000)
  const started = kept.start()
  await vi.waitUntil(() => script.asked.length > 2, WAIT)
  expect(spans.get('BTC', '1m')).toBeUndefined()
  script.setNow(clock.closedBy)
  await started
  expect([spans.get('BTC', '1m')?.to, spans.get('BTC', '1h')?.to]).toEqual([NOW_S, NOW_S])
  expect(holes.touches({ ...lastWeek, to: NOW_S + DAY_S })).toBe(false)
  clock.closedBy = T0 + 660_000
  script.setNow(clock.closedBy)
  kept.follow([minuteAt(NOW_S + 600)])
  await vi.waitUntil(() => spans.get('BTC', '1m')?.to === NOW_S + 600, WAIT)
})

it('fetches the past once the exchange has reported its time, even if the responses arrived earlier', async () => {
  const { script, keeper: kept, spans, clock } = exchangeStage(0)
  script.setNow(T0 + 30_000)
  const started = kept.start()
  await vi.waitUntil(() => script.asked.length > 2, WAIT)
  expect([spans.get('BTC', '1m'), kept.message()]).toEqual([undefined, expect.stringContaining('The time of the exchange is not certain')])
  clock.closedBy = T0 + 30_000
  await started
  expect([spans.get('BTC', '1m')?.to, kept.message()]).toEqual([NOW_S, undefined])
})

it('fetches what is missing before a candle even if a clock a day ahead recorded that span as complete', async () => {
  const known: Span = { symbol: 'BTC', interval: '1m', from: NOW_S - 20 * DAY_S, to: NOW_S + DAY_S }
  const { script, keeper: kept, spans, clock } = exchangeStage(T0, [known])
  kept.follow([minuteAt(NOW_S - 660)])
  expect(spans.get('BTC', '1m')?.to).toBe(NOW_S - 600)
  clock.closedBy = T0 + 60_000
  script.setNow(clock.closedBy)
  kept.follow([minuteAt(NOW_S)])
  await vi.waitUntil(() => spans.get('BTC', '1m')?.to === NOW_S, WAIT)
  expect(script.asked.map(({ from, to }) => [from, to])).toEqual([[(NOW_S - 600) * 1000, NOW_S * 1000]])
})
