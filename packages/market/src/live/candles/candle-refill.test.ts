import type { Candle } from '@aerie/core/market/candle'
import { type EpochMs, epochMs } from '@aerie/core/time'
import { type FakeTime, fakeTime } from '@aerie/testkit/fake-time'
import { beforeEach, expect, it } from 'vitest'
import type { HistoryPart } from '../exchange-feed.ts'
import { CandleGate, CandleRefill } from './candle-refill.ts'

const T0 = Date.UTC(2026, 2, 1, 12, 0, 0)
const OPEN = T0 / 1000
const MINUTES = { symbol: 'BTC', interval: '1m' } as const

let time: FakeTime
let gate: CandleGate
let refill: CandleRefill
let asked: number[]
let delivered: Candle[]
let answer: (from: number, until: EpochMs) => Promise<HistoryPart>

const candle = (at: number, close = 10): Candle => ({ time: at, open: 10, high: 20, low: 5, close, volume: 1 })
const minutesOf = (from: number, until: EpochMs): Candle[] => {
  const candles: Candle[] = []
  for (let at = from; (at + 60) * 1000 <= until; at += 60) candles.push(candle(at))
  return candles
}
const part = (candles: readonly Candle[], until: EpochMs): HistoryPart => ({ candles, unreadable: 0, until })

beforeEach(() => {
  time = fakeTime(T0)
  gate = new CandleGate()
  asked = []
  delivered = []
  answer = async (from, until) => part(minutesOf(from, until), until)
  refill = new CandleRefill({
    gate,
    timers: time.timers,
    venueNow: time.clock.now,
    elapsed: time.clock.elapsed,
    symbols: () => ['BTC'],
    fetch: async ({ interval, from, to }) => {
      if (interval === '1h') return part([], to)
      asked.push(from / 1000)
      return answer(from / 1000, to)
    },
    deliver: (candles) => void delivered.push(...candles.map((one) => one.candle)),
    missing: () => undefined,
  })
})
const opens = () => delivered.map(({ time: at }) => at)

it('keeps a gap reported while a request for later minutes was in flight', async () => {
  const first = Promise.withResolvers<void>()
  answer = async (from, until) => {
    await first.promise
    return part(minutesOf(from, until), until)
  }
  await time.advance(600_000)
  refill.missed(MINUTES, OPEN + 480)
  refill.missed(MINUTES, OPEN)
  first.resolve()
  await time.advance(0)
  expect(opens()).toEqual([OPEN + 480, OPEN + 540])
  refill.start()
  await time.advance(30_000)
  expect(asked).toEqual([OPEN + 480, OPEN])
  expect(opens().toSorted((a, b) => a - b)).toEqual(Array.from({ length: 10 }, (_, minute) => OPEN + minute * 60))
  refill.stop()
})

it('soon retries a minute that has just closed and that the venue does not have yet', async () => {
  await time.advance(63_000)
  gate.accept({ ...MINUTES, candle: candle(OPEN + 60) }, T0, epochMs(T0 + 120_000))
  let lagsUntil = 20_000
  answer = async (from, until) => part(time.clock.elapsed() - 63_000 < lagsUntil ? [] : minutesOf(from, until), until)
  refill.missed(MINUTES, OPEN)
  refill.start()
  await time.advance(60_000)
  expect(opens()).toContain(OPEN)
  expect(asked.every((from) => from === OPEN)).toBe(true)
  lagsUntil = 0
  refill.stop()
})

it('draws no conclusion from a response that ends before the missing part', async () => {
  await time.advance(600_000)
  answer = async () => part([], epochMs(T0 - 3_600_000))
  refill.missed(MINUTES, OPEN)
  await time.advance(0)
  answer = async (from, until) => part(minutesOf(from, until), until)
  refill.start()
  await time.advance(60_000)
  expect(opens()[0]).toBe(OPEN)
  refill.stop()
})

it('refetches everything timed by a wrong clock, and is in doubt until then', async () => {
  await time.advance(600_000)
  for (let minute = 0; minute < 10; minute += 1)
    gate.accept({ ...MINUTES, candle: candle(OPEN + minute * 60, 11) }, T0 + 600_000, epochMs(T0 + 600_000))
  expect(refill.isInDoubt).toBe(false)
  gate.restart()
  refill.doubt(epochMs(T0 + 490_000))
  expect(refill.isInDoubt).toBe(true)
  await time.advance(0)
  expect(delivered).toEqual([candle(OPEN + 480), candle(OPEN + 540)])
  expect(refill.isInDoubt).toBe(false)
})

it('paces requests by the monotonic clock, not by a market clock that jumps', async () => {
  await time.advance(600_000)
  answer = async (_from, until) => part([], until)
  refill.missed(MINUTES, OPEN)
  await time.advance(0)
  for (const jump of [-3_600_000, 7_200_000, -3_600_000]) {
    time.jump(jump)
    refill.fill(MINUTES)
    await time.advance(4_000)
  }
  expect(asked).toHaveLength(1)
  await time.advance(3_000)
  refill.fill(MINUTES)
  await time.advance(0)
  expect(asked).toEqual([OPEN, OPEN])
})
