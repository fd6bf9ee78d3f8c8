import { itemAt } from '@aerie/core/item-at'
import { INTERVAL_MS, type Interval } from '@aerie/core/market/candle'
import { expect, it } from 'vitest'
import { marksOf, rankOf, ticksOf } from './time-ticks.ts'

const at = (iso: string): number => Date.parse(`${iso}Z`)
const barsFrom = (iso: string, count: number, interval: Interval) =>
  Array.from({ length: count }, (_, i) => ({ timestamp: at(iso) + i * INTERVAL_MS[interval] }))
const label = (bars: ReturnType<typeof barsFrom>, interval: Interval, apart: number, to = bars.length) =>
  ticksOf(marksOf(bars, { from: 0, to, interval }), { apart, interval, at: (index) => index }).map(({ text }) => text)
const day = (iso: string) => new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', timeZone: 'UTC' }).format(at(iso))

it('ranks the start of a year above a month, a day and the parts of a day', () => {
  const pairs = [
    ['2025-12-31T23:00', '2026-01-01T00:00'],
    ['2026-01-31T23:00', '2026-02-01T00:00'],
    ['2026-02-01T23:00', '2026-02-02T00:00'],
    ['2026-02-02T11:00', '2026-02-02T12:00'],
    ['2026-02-02T12:00', '2026-02-02T13:00'],
    ['2026-02-02T12:59', '2026-02-02T13:00'],
  ] as const
  const ranks = pairs.map(([before, next]) => rankOf(at(before), at(next)))
  expect(ranks).toEqual(ranks.toSorted((a, b) => b - a))
  expect(new Set(ranks).size).toBe(5)
  expect(rankOf(at('2026-02-02T12:00'), at('2026-02-02T12:00:30'))).toBe(0)
})

it('labels days without an hour, in UTC, and months and years at their start', () => {
  const days = barsFrom('2025-12-20T00:00', 20, '1d')
  expect(label(days, '1d', 4)).toEqual([day('2025-12-21T00:00'), day('2025-12-25T00:00'), '2026', day('2026-01-05T00:00')])
})

it('keeps labels apart, and leaves a bar without a round time unlabelled', () => {
  const minutes = barsFrom('2026-02-02T10:01', 60, '1m')
  const ticks = ticksOf(marksOf(minutes, { from: 0, to: 60, interval: '1m' }), { apart: 12, interval: '1m', at: (index) => index })
  const steps = ticks.slice(1).map(({ coord }, i) => coord - itemAt(ticks, i).coord)
  expect(Math.min(...steps)).toBeGreaterThanOrEqual(12)
  expect(ticks.length).toBeGreaterThanOrEqual(3)
  expect(ticks.every(({ value }) => typeof value === 'number' && value % (5 * 60_000) === 0)).toBe(true)
})

it('continues where there are no candles yet, and drops labels that would be cut off', () => {
  const hours = barsFrom('2026-02-02T00:00', 10, '1h')
  const marks = marksOf(hours, { from: 0, to: 40, interval: '1h' })
  expect(marks.at(-1)?.time).toBe(at('2026-02-03T15:00'))
  const ticks = ticksOf(marks, { apart: 3, interval: '1h', at: (index) => (index > 20 ? null : index) })
  expect(ticks.every(({ coord }) => coord <= 20)).toBe(true)
})

it('has no labels without candles', () => expect(marksOf([], { from: 0, to: 9, interval: '1h' })).toEqual([]))
