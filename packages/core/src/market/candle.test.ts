import { describe, expect, it } from 'vitest'
import { unknown } from '../known.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../time.ts'
import { aggregateCandles, baseOf, type Candle, candleOpen, dayRange, INTERVALS } from './candle.ts'

const at = (iso: string): number => Date.parse(`${iso}Z`) / 1000
const DAY_S = 86_400

describe('a week', () => {
  it('starts on Monday, 00:00 UTC', () => {
    const monday = at('2026-11-16T00:00')
    expect([candleOpen(monday - 1, '1w'), candleOpen(monday, '1w'), candleOpen(at('2026-11-22T23:59:59'), '1w')]).toEqual([
      monday - 7 * DAY_S,
      monday,
      monday,
    ])
    expect(new Date(candleOpen(0, '1w') * 1000).getUTCDay()).toBe(1)
  })

  it('aggregates its days: open of the first, close of the last, extremes and volume of all', () => {
    const monday = at('2026-11-16T00:00')
    const days = Array.from({ length: 9 }, (_, i) => ({
      time: monday + i * DAY_S,
      open: 10 + i,
      high: 20 + i,
      low: 5 + i,
      close: 11 + i,
      volume: 2,
    }))
    expect(aggregateCandles(days, '1w')).toEqual([
      { time: monday, open: 10, high: 26, low: 5, close: 17, volume: 14 },
      { time: monday + 7 * DAY_S, open: 17, high: 28, low: 12, close: 19, volume: 4 },
    ])
  })
})

it('builds minute intervals from minutes and longer intervals from hours', () =>
  expect(INTERVALS.map(baseOf)).toEqual(['1m', '1m', '1m', '1h', '1h', '1h', '1h']))

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
