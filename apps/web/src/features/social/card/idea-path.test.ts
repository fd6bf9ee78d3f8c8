import type { CandleTuple } from '@aerie/wire/market/market'
import { expect, it } from 'vitest'
import { testIdea } from '../test-ideas.ts'
import { PLOT, pathInterval, pathText, plotScale, touchedOf } from './idea-path.ts'

const START = Date.parse('2026-01-15T12:01:00.000Z') / 1_000
const candle = (minute: number, low: number, high: number): CandleTuple => [START + minute * 60, low, high, low, (low + high) / 2, 1]

it('draws entry, target, stop and every price within the plot, higher prices further up', () => {
  const { x, y } = plotScale(testIdea(), [candle(0, 90, 120)])
  const heights = [120, 110, 100, 95, 90].map(y)
  expect(heights).toEqual(heights.toSorted((a, b) => a - b))
  expect(Math.min(...heights)).toBeGreaterThan(0)
  expect(Math.max(...heights)).toBeLessThan(PLOT.height)
  expect([x(0), x(Date.parse('2027-01-01T00:00:00Z'))]).toEqual([0, PLOT.width])
})

it('leaves a gap in the line where a candle is missing', () => {
  const marks = (candles: readonly CandleTuple[]) => pathText(testIdea(), candles, 60).replaceAll(/[^ML]/g, '')
  expect(marks([candle(0, 99, 101), candle(1, 99, 101)])).toBe('MLL')
  expect(marks([candle(0, 99, 101), candle(5, 99, 101)])).toBe('MLM')
})

it('tells of a touch only by candles of the length that scores it', () => {
  const candles = [candle(0, 99, 101), candle(1, 100, 110)]
  expect(touchedOf(testIdea(), '1m', candles)).toMatchObject({ outcome: 'target' })
  expect(touchedOf(testIdea(), '5m', candles)).toBeUndefined()
  expect(touchedOf(testIdea(), '1m', [candle(1, 100, 110)])).toBeUndefined()
  const week = { due_at: '2026-01-22T12:01:00.000Z' }
  expect([pathInterval(testIdea()), pathInterval(testIdea(week)), pathInterval(testIdea({ step_s: 3_600 }))]).toEqual(['1m', '1h', '1h'])
})
