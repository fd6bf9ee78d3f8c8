import { expect, it } from 'vitest'
import { unknown } from '../known.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../time.ts'
import type { Candle } from './candle.ts'
import { dayRange } from './day-range.ts'

const NOW = Date.UTC(2026, 0, 15, 12, 30)
const FORMING = Date.UTC(2026, 0, 15, 12)
const hour = (ago: number, high: number, low: number): Candle => ({
  time: (FORMING - ago * HOUR_MS) / 1000,
  open: low,
  high,
  low,
  close: high,
  volume: 1,
})
const day = (): Candle[] => Array.from({ length: 26 }, (_, index) => hour(25 - index, 100, 90))

it('returns the extremes of the day, including the forming candle', () => {
  const candles = day()
  candles[25] = hour(0, 120, 95)
  candles[10] = hour(15, 99, 80)
  expect(dayRange(candles, '1h', NOW)).toEqual({ known: true, value: { high: 120, low: 80, since: FORMING - 23 * HOUR_MS } })
})

it('ignores candles older than 24 hours, and future ones after the clock was set back', () => {
  const candles = day()
  candles[1] = hour(24, 999, 1)
  expect(dayRange([...candles, hour(-1, 999, 1)], '1h', NOW)).toMatchObject({ value: { high: 100, low: 90 } })
})

it('is unknown when the day has gaps, instead of the range of the rest', () => {
  expect(dayRange(day().slice(6), '1h', NOW)).toEqual(unknown('no-history'))
  expect(dayRange([], '1h', NOW)).toEqual(unknown('no-history'))
  expect(dayRange(day(), '1h', NOW + 7 * DAY_MS + MINUTE_MS)).toEqual(unknown('no-history'))
})
