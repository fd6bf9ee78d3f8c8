import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defined } from '@aerie/core/defined'
import { type EpochMs, epochMs, HOUR_MS, SECOND_MS } from '@aerie/core/time'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { FollowedBook, FollowedTrade, MarketFollower, MarketListener, MarketSource } from './market-source.ts'
import { replaySource } from './replay/replay-source.ts'
import { simSource } from './sim/sim-source.ts'

const T0 = Date.UTC(2024, 0, 1)
const clock = { now: () => epochMs(Date.now()) }
const deaf: MarketListener = { ticks: () => undefined, candles: () => undefined, listings: () => undefined, state: () => undefined }

beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 20), toFake: ['setInterval', 'clearInterval', 'Date'] })
})
afterEach(() => vi.useRealTimers())

function follow(source: MarketSource, symbol: string) {
  const received: (readonly ['book', FollowedBook] | readonly ['trade', FollowedTrade] | readonly ['gap', EpochMs])[] = []
  const follower: MarketFollower = {
    book: (book) => received.push(['book', book]),
    trades: (trades) => received.push(...trades.map((trade) => ['trade', trade] as const)),
    gap: ({ asOf }) => received.push(['gap', asOf]),
  }
  const stop = defined(source.follow?.(symbol, follower))
  const books = () => received.flatMap((one) => (one[0] === 'book' ? [one[1]] : []))
  const trades = () => received.flatMap((one) => (one[0] === 'trade' ? [one[1]] : []))
  return { received, books, trades, stop }
}

it('streams the simulation starting with a book: each trade once, at a price its book allows, with rising book numbers', async () => {
  const source = simSource({ seed: 7, clock })
  await source.start(deaf)
  const { received, books, trades, stop } = follow(source, 'BTC')
  expect(received.map(([kind]) => kind)).toEqual(['book'])
  vi.advanceTimersByTime(60 * SECOND_MS)
  expect(books().length).toBeGreaterThan(200)
  expect(books().every(({ seq }, index) => seq === index + 1)).toBe(true)
  expect(trades().length).toBeGreaterThan(45)
  expect(new Set(trades().map(({ id }) => id)).size).toBe(trades().length)
  expect(trades().map(({ asOf }) => asOf)).toEqual(
    trades()
      .map(({ asOf }) => asOf)
      .toSorted((a, b) => a - b),
  )
  const shown = source.trades('BTC')
  expect(
    trades()
      .slice(-10)
      .toReversed()
      .map(({ price, size, aggressor }) => [price, size, aggressor]),
  ).toEqual(shown.slice(0, 10).map(({ price, size, side }) => [price, size, side]))
  stop()
  const receivedCount = received.length
  vi.advanceTimersByTime(5 * SECOND_MS)
  expect(received.length).toBe(receivedCount)
  await source.stop()
})

it('follows no stablecoin and no unknown symbol, and reports why', async () => {
  const source = simSource({ seed: 7, clock })
  for (const symbol of ['USDT', 'NOPE']) {
    expect(source.rules?.(symbol)).toBeUndefined()
    expect(() => follow(source, symbol)).toThrow(expect.objectContaining({ code: 'cannot-follow' }))
  }
  expect(source.rules?.('BTC')).toEqual({ tick: '0.1', lot: '0.00001', minNotional: '10', book: 'simulated' })
})

it('derives labelled books and trades from the candles of a recording, none before its close and without an aggressor', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'aerie-follow-'))
  const rows = Array.from({ length: 50 }, (_, n) => [T0 / 1000 + n * 3600, 100 + n, 103 + n, 99 + n, 101 + n, 4_000].join(','))
  writeFileSync(join(dir, 'SOLUSDT-1h.csv'), `time,open,high,low,close,volume\n${rows.join('\n')}\n`)
  const source = replaySource({ dir, speed: 3600, from: epochMs(T0 + 24 * HOUR_MS), clock })
  await source.start(deaf)
  expect(source.rules?.('SOL')).toEqual({ tick: '0.001', lot: '0.001', minNotional: '10', book: 'synthetic' })
  const { books, trades } = follow(source, 'SOL')
  const best = () => [books().at(-1)?.bids[0]?.[0], books().at(-1)?.asks[0]?.[0]]
  expect(best()[0]).toBeLessThan(124)
  expect(best()[1]).toBeGreaterThan(124)
  vi.advanceTimersByTime(750)
  expect(trades()).toEqual([])
  vi.advanceTimersByTime(250)
  const at = epochMs(T0 + 25 * HOUR_MS)
  // The low is closer to the open than the high, so it comes first.
  expect(trades()).toEqual([124, 123, 127, 125].map((price, step) => ({ id: `${at}.${step}`, asOf: at, price, size: 1_000 })))
  expect(best()[0]).toBeLessThan(125)
  expect(best()[1]).toBeGreaterThan(125)
  const shown = defined(source.synthetic?.('SOL', 6))
  const { seq: _, ...newest } = defined(books().at(-1))
  expect(shown.book).toEqual(newest)
  expect(shown.trades.slice(0, 4)).toEqual(trades().slice(-4).toReversed())
  expect(shown.trades.map(({ price }) => price)).toEqual([125, 127, 123, 124, 124, 126])
  expect(source.synthetic?.('NOPE', 6)).toBeUndefined()
  expect([await source.book('SOL'), source.trades('SOL')]).toEqual([undefined, []])
  await source.stop()
  rmSync(dir, { recursive: true, force: true })
})

it('sends a gap, then neither book nor trades, in a hole of a recording and after its end', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'aerie-follow-'))
  const row = (n: number) => [T0 / 1000 + n * 3600, 100 + n, 103 + n, 99 + n, 101 + n, 4_000].join(',')
  const csv = (hours: readonly number[]) => `time,open,high,low,close,volume\n${hours.map(row).join('\n')}\n`
  writeFileSync(join(dir, 'SOLUSDT-1h.csv'), csv([0, 1, 4, 5]))
  writeFileSync(join(dir, 'BTCUSDT-1h.csv'), csv([0, 1, 2, 3, 4, 5, 6, 7]))
  const source = replaySource({ dir, speed: 3600, from: epochMs(T0 + HOUR_MS), clock })
  await source.start(deaf)
  const { received } = follow(source, 'SOL')
  const kinds = () => received.splice(0).map(([kind, what]) => (kind === 'gap' ? `gap ${(what - T0) / HOUR_MS}` : kind))
  const passed = (ms: number) => {
    vi.advanceTimersByTime(ms)
    return kinds()
  }
  expect([kinds(), passed(750), passed(250)]).toEqual([['book'], ['book', 'book', 'book'], ['trade', 'trade', 'trade', 'trade', 'gap 2']])
  expect([source.synthetic?.('SOL', 6), passed(1_750)]).toEqual([undefined, []])
  expect(passed(250)).toEqual(['book'])
  expect(passed(1_750)).toEqual([...Array(3).fill('book'), ...Array(4).fill('trade'), ...Array(4).fill('book')])
  expect(passed(250)).toEqual(['trade', 'trade', 'trade', 'trade', 'gap 6'])
  const late = follow(source, 'SOL')
  expect(late.received).toEqual([['gap', T0 + 6 * HOUR_MS]])
  const other = follow(source, 'BTC')
  vi.advanceTimersByTime(10_000)
  expect([kinds(), other.received.at(-1)]).toEqual([[], ['gap', T0 + 8 * HOUR_MS]])
  await source.stop()
  rmSync(dir, { recursive: true, force: true })
})
