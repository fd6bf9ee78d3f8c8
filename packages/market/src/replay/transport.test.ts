import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defined } from '@aerie/core/defined'
import { epochMs, HOUR_MS, MINUTE_MS } from '@aerie/core/time'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { FollowedBook, FollowedTrade, MarketSource } from '../market-source.ts'
import { recorder } from '../test/recorder.ts'
import { replaySource } from './replay-source.ts'

const T0 = Date.UTC(2024, 0, 1)
const MINUTES = 300
const clock = { now: () => epochMs(Date.now()) }
let dir: string
let source: MarketSource

beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'aerie-transport-'))
  const rows = Array.from({ length: MINUTES }, (_, n) => `${T0 / 1000 + n * 60},${100 + n},${101 + n},${99 + n},${101 + n},10\n`)
  writeFileSync(join(dir, 'BTCUSDT-1m.csv'), `time,open,high,low,close,volume\n${rows.toSpliced(130, 1).join('')}`)
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 20), toFake: ['setInterval', 'clearInterval', 'Date'] })
})
afterEach(async () => {
  await source.stop()
  vi.useRealTimers()
  rmSync(dir, { recursive: true, force: true })
})

async function play(from = T0 + HOUR_MS, speed = 60) {
  const received = recorder()
  source = replaySource({ dir, speed, from: epochMs(from), clock })
  await source.start(received.listener)
  return { ...received, controls: defined(source.transport?.()) }
}
const minutesIn = (): number => (source.now() - T0) / MINUTE_MS

it('emits only the same book while paused, and is neither stale nor live', async () => {
  const { ticks, states, controls } = await play()
  const books: FollowedBook[] = []
  source.follow?.('BTC', { book: (book) => void books.push(book), trades: () => undefined, gap: () => undefined })
  vi.advanceTimersByTime(2_000)
  controls.pause()
  const [before, bookCount] = [ticks.length, books.length]
  vi.advanceTimersByTime(3_600_000)
  expect([minutesIn(), ticks.length, source.speed()]).toEqual([62, before, 0])
  expect(books.length).toBeGreaterThan(bookCount)
  expect(new Set(books.slice(bookCount).map((book) => JSON.stringify({ ...book, seq: 0 }))).size).toBe(1)
  expect(source.now() - defined(ticks.at(-1)).asOf).toBeLessThan(source.staleAfterMs)
  expect(controls.state()).toMatchObject({ state: 'paused', speed: 60, stepMs: MINUTE_MS, from: T0, end: T0 + MINUTES * MINUTE_MS })
  expect(states.at(-1)).toEqual({
    state: 'running',
    detail: 'Recorded market of 1 coin from 2024-01-01 01:00 UTC, paused at 2024-01-01 01:02 UTC.',
  })
})

it('steps to the next close, one candle at a time, including across a missing one', async () => {
  const { candles, ticks, controls } = await play(T0 + 128.5 * MINUTE_MS)
  const closed = () => {
    controls.step()
    return [minutesIn(), ticks.at(-1)?.price, candles.filter(({ interval }) => interval === '1m').length]
  }
  expect([closed(), closed()]).toEqual([
    [129, 229, 1],
    [130, 230, 2],
  ])
  expect(closed()).toEqual([132, 232, 3])
  expect(controls.state().state).toBe('paused')
})

it('sends followers the trades of a step, then the book', async () => {
  const { controls } = await play()
  const received: string[] = []
  const trades: FollowedTrade[] = []
  source.follow?.('BTC', {
    book: () => void received.push('book'),
    trades: (some) => {
      received.push('trades')
      trades.push(...some)
    },
    gap: () => void received.push('gap'),
  })
  controls.step()
  expect(received).toEqual(['book', 'trades', 'book'])
  expect(trades.map(({ price }) => price)).toEqual([160, 161, 159, 161])
})

it('applies another speed from now on, and allows prices to be as old as that speed implies', async () => {
  const { controls } = await play()
  controls.setSpeed(600)
  vi.advanceTimersByTime(1_000)
  expect([minutesIn(), source.speed(), source.staleAfterMs]).toEqual([70, 600, MINUTE_MS + 600 * 3_000])
})

it.each([0, 0.5, 3601, Number.NaN, Number.POSITIVE_INFINITY, -1])('refuses a speed of %dx', async (speed) => {
  const { controls } = await play()
  expect(() => controls.setSpeed(speed)).toThrow(/1 to 3600 times/)
  expect(controls.state().speed).toBe(60)
})

it('jumps by starting a new source with the same speed and pause: the same series at another moment', async () => {
  const first = await play()
  const firstId = source.id
  first.controls.setSpeed(120)
  first.controls.pause()
  await source.stop()
  source = first.controls.startingAt(epochMs(T0 + 30 * MINUTE_MS))
  const second = recorder()
  await source.start(second.listener)
  expect([minutesIn(), source.id, source.speed()]).toEqual([30, firstId, 0])
  expect(second.ticks).toMatchObject([{ symbol: 'BTC', price: 130, asOf: T0 + 30 * MINUTE_MS }])
  expect(source.transport?.()?.state()).toMatchObject({ state: 'paused', speed: 120, from: T0 })
  source.transport?.()?.play()
  vi.advanceTimersByTime(500)
  expect(minutesIn()).toBe(31)
})

it.each([T0 - 1, T0 + MINUTES * MINUTE_MS, Number.NaN, 8.64e15])('refuses to jump to %d, outside the recording', async (at) => {
  const { controls } = await play()
  expect(() => controls.startingAt(epochMs(at))).toThrow(
    /outside the recording, which runs from 2024-01-01 00:00 UTC to 2024-01-01 05:00 UTC/,
  )
})

it('ends once, whatever is pressed afterwards; a jump replays it', async () => {
  const { states, controls } = await play(T0 + 299 * MINUTE_MS)
  controls.step()
  expect([minutesIn(), controls.state().state, states.at(-1)?.state]).toEqual([300, 'ended', 'ended'])
  controls.play()
  controls.step()
  controls.pause()
  expect(states.filter(({ state }) => state === 'ended')).toHaveLength(1)
  source = controls.startingAt(epochMs(T0))
  await source.start(recorder().listener)
  expect([minutesIn(), source.transport?.()?.state().state]).toEqual([0, 'paused'])
})
