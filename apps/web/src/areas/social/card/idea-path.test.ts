import type { CandleTuple } from '@aerie/wire/market/market'
import { expect, it } from 'vitest'
import { testIdea } from '../test/ideas.ts'
import {
  candleTexts,
  drawnRange,
  PLOT,
  pathInterval,
  pathText,
  plotScale,
  SNAPSHOT_CANDLES,
  splitCandles,
  touchedOf,
} from './idea-plot.tsx'

const START = Date.parse('2026-01-15T12:01:00.000Z') / 1_000
const candle = (minute: number, low: number, high: number): CandleTuple => [START + minute * 60, low, high, low, (low + high) / 2, 1]

it('draws entry, target, stop and every price inside the plot, with higher prices further up', () => {
  const { x, y } = plotScale(testIdea(), '1m', [candle(0, 90, 120)])
  const heights = [120, 110, 100, 95, 90].map(y)
  expect(heights).toEqual(heights.toSorted((a, b) => a - b))
  expect(Math.min(...heights)).toBeGreaterThan(0)
  expect(Math.max(...heights)).toBeLessThan(PLOT.height)
  expect([x(0), x(Date.parse(testIdea().posted_at)), x(Date.parse('2027-01-01T00:00:00Z'))]).toEqual([0, PLOT.posted, PLOT.width])
})

it('leaves a gap in the line where a candle is missing', () => {
  const marks = (candles: readonly CandleTuple[]) =>
    pathText(testIdea(), plotScale(testIdea(), '1m', candles), candles, 60).replaceAll(/[^ML]/g, '')
  expect(marks([candle(0, 99, 101), candle(1, 99, 101)])).toBe('MLL')
  expect(marks([candle(0, 99, 101), candle(5, 99, 101)])).toBe('MLM')
})

it('reports a touch only from candles of the interval used for scoring', () => {
  const candles = [candle(0, 99, 101), candle(1, 100, 110)]
  expect(touchedOf(testIdea(), '1m', candles)).toMatchObject({ outcome: 'target' })
  expect(touchedOf(testIdea(), '5m', candles)).toBeUndefined()
  expect(touchedOf(testIdea(), '1m', [candle(1, 100, 110)])).toBeUndefined()
  const week = { due_at: '2026-01-22T12:01:00.000Z' }
  const intervals = [testIdea(), testIdea(week), testIdea({ step_s: 3_600 })].map((idea) => pathInterval(idea, null))
  expect(intervals).toEqual(['1m', '1h', '1h'])
})

it('draws an idea with hourly candles once its minute candles are no longer kept', () => {
  const posted = Date.parse(testIdea().posted_at)
  expect([60, 63].map((days) => pathInterval(testIdea(), posted + days * 86_400_000))).toEqual(['1m', '1h'])
})

it('limits the chart of the post to candles that had closed by then', () => {
  // Posted half a second into the minute before START, while its candle was forming.
  const candles = [-49, -2, -1, 0, 59].map((minute) => candle(minute, 99, 101))
  const { before, since } = splitCandles(testIdea(), '1m', candles)
  expect([before, since].map((part) => part.map(([time]) => (time - START) / 60))).toEqual([
    [-49, -2],
    [0, 59],
  ])
  expect(drawnRange(testIdea(), '1m')).toEqual({ from: START - (SNAPSHOT_CANDLES + 1) * 60, to: START + 3_600 })
  const scale = plotScale(testIdea(), '1m', candles)
  const { up, down } = candleTexts(scale, before, 60)
  const rights = [...up.matchAll(/M([\d.]+) /g)].map(([, text]) => Number(text))
  expect([rights.length, down]).toEqual([4, ''])
  expect(Math.max(...rights)).toBeLessThanOrEqual(PLOT.posted)
})
