import { describe, expect, it } from 'vitest'
import { aggregateCandles, baseOf, candleOpen, INTERVALS } from './candle.ts'

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
