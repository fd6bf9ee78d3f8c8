import { type Candle, INTERVAL_MS } from '@aerie/core/market/candle'
import type { BaseInterval, ClosedCandle, HistoryRequest } from '@aerie/market/market-source'
import { MarketSourceError } from '@aerie/market/market-source'
import { afterEach, expect, it, vi } from 'vitest'
import { candlesOf, scriptedSource, T0 } from '../../../../test/scripted-source.ts'
import { MarketHub } from '../market-hub.ts'
import { candleSpans } from './candle-spans.ts'
import { HistoryKeeper } from './history-keeper.ts'
import { missingCandles, missingTimes } from './missing-candles.ts'

/** A source that leaves candles out, or sends some that cannot be read. */
const BTC = { symbol: 'BTC', name: 'BTC', logo: '/coins/btc.svg', color: '#112233', industries: [] }
const HOUR_S = 3_600
const price = (time: number): number => 100 + (time % 7_000) / 1_000
/** The hours that every third of which is left out. */
const isLost = (time: number): boolean => (time / HOUR_S) % 3 === 0

let keeper: HistoryKeeper | undefined
afterEach(() => keeper?.stop())

function stage(history: (request: HistoryRequest) => Candle[]) {
  const script = scriptedSource({ kind: 'live', id: 'live:binance', history })
  const hub = new MarketHub({ source: script.source, coins: [BTC] })
  const stored = new Map<string, ClosedCandle>()
  const filled: BaseInterval[] = []
  const holes = missingCandles(() => performance.now(), [1, 1, 1, 1, 1, 1])
  keeper = new HistoryKeeper({
    source: script.source,
    hub,
    store: {
      write: async (candles) => {
        for (const entry of candles) stored.set(`${entry.interval} ${entry.candle.time}`, entry)
      },
    },
    spans: candleSpans([]),
    holes,
    deepSymbols: new Set(),
    onFilled: (_symbol, interval) => void filled.push(interval),
    onTrouble: () => undefined,
    pauseMs: () => 1,
  })
  const hours = () => [...stored.values()].filter(({ interval }) => interval === '1h').length
  return { script, keeper, holes, hours, filled }
}
/** Generous: the machine may be busy. */
const WAIT = { timeout: 20_000, interval: 5 }
const WHOLE = 90 * 24 + 1

it('keeps asking for candles that answers lack until each is there', async () => {
  let isFaulty = true
  const { keeper: kept, hours, filled } = stage((request) => candlesOf(request, price).filter(({ time }) => !isFaulty || !isLost(time)))
  await kept.start()
  expect(hours()).toBeLessThan(WHOLE)
  expect(kept.hasWantedHours('BTC')).toBe(false)
  expect(kept.words()).toMatch(/^The price history lacks \d+ candles of one coin\. Loading them again\.$/)
  isFaulty = false
  filled.length = 0
  await vi.waitUntil(() => hours() === WHOLE, WAIT)
  await vi.waitUntil(() => kept.hasWantedHours('BTC'), WAIT)
  expect(filled).toContain('1h')
  await vi.waitUntil(() => kept.words() === undefined, WAIT)
})

it('stores what can be read of an answer, and never takes what cannot for a hole of the venue', async () => {
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

it('takes what the venue has not sent in seven answers for a hole of its own, and asks no more', async () => {
  const { script, keeper: kept, hours } = stage((request) => candlesOf(request, price).filter(({ time }) => !isLost(time)))
  await kept.start()
  await vi.waitUntil(() => kept.hasWantedHours('BTC'), WAIT)
  expect(hours()).toBe(WHOLE - missingHours())
  await vi.waitUntil(() => kept.words() === undefined, WAIT)
  const asked = script.asked.filter(({ interval, from }) => interval === '1h' && from <= T0 - 80 * 24 * HOUR_S * 1000)
  expect(asked.length).toBeLessThanOrEqual(1 + 6)
})

const missingHours = (): number => {
  const span = { symbol: 'BTC', interval: '1h', from: T0 / 1000 - WHOLE * HOUR_S, to: T0 / 1000 } as const
  return missingTimes(span, new Set()).filter(isLost).length
}

it('takes a candle that the stream brings for one that is no longer missing', async () => {
  const newestHour = T0 / 1000 - HOUR_S
  const { keeper: kept, holes } = stage((request) => candlesOf(request, price).filter(({ time }) => time !== newestHour))
  await kept.start()
  const span = { symbol: 'BTC', interval: '1h', from: newestHour, to: newestHour + HOUR_S } as const
  expect(holes.touches(span)).toBe(true)
  kept.follow([{ symbol: 'BTC', interval: '1h', candle: { time: newestHour, open: 1, high: 1, low: 1, close: 1, volume: 1 } }])
  expect(holes.touches(span)).toBe(false)
})

it('asks nothing of a coin that the source does not list, until it does', async () => {
  const { script, keeper: kept } = stage((request) => candlesOf(request, price))
  Object.assign(script.source, { hasCandles: () => false })
  await kept.start()
  expect(script.asked).toEqual([])
  expect(kept.isKnown({ symbol: 'BTC', interval: '1h', from: T0 / 1000 - INTERVAL_MS['1h'], to: T0 / 1000 })).toBe(true)
})
