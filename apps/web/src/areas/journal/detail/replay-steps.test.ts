import { MINUTE_MS } from '@aerie/core/time'
import { describe, expect, it } from 'vitest'
import type { Bar } from '../../chart/bars/bars.ts'
import { priceAt, replaySteps, stepAt } from './replay-steps.ts'

const bar = (minute: number, open: number, close: number): Bar => ({
  timestamp: minute * MINUTE_MS,
  open,
  high: Math.max(open, close) + 2,
  low: Math.min(open, close) - 2,
  close,
  volume: 5,
})
const gap: Bar = {
  timestamp: MINUTE_MS,
  open: Number.NaN,
  high: Number.NEGATIVE_INFINITY,
  low: Number.POSITIVE_INFINITY,
  close: Number.NaN,
}

describe('the steps of a replay', () => {
  it('are the prices within a bar, each with the extremes so far, then the closed bar', () => {
    const steps = replaySteps([bar(0, 100, 101)], [priceAt(5_000, 102), priceAt(10_000, 99), priceAt(15_000, 100)], MINUTE_MS)
    expect(steps.map(({ at, forming }) => [at, forming && [forming.open, forming.high, forming.low, forming.close]])).toEqual([
      [5_000, [100, 102, 100, 102]],
      [10_000, [100, 102, 99, 99]],
      [15_000, [100, 102, 99, 100]],
      [59_999, null],
    ])
    // A bar's volume is known only once it has closed.
    expect(steps.every(({ forming, count }) => forming?.volume === undefined && count === 1)).toBe(true)
  })

  it('are only the bars where nothing finer is stored, before and after it, and across a gap', () => {
    const bars = [bar(0, 100, 101), gap, bar(2, 101, 102), bar(3, 102, 103)]
    const pieces = [priceAt(-1, 1), priceAt(MINUTE_MS + 5, 1), priceAt(2 * MINUTE_MS, 101), priceAt(9 * MINUTE_MS, 1)]
    expect(replaySteps(bars, pieces, MINUTE_MS).map(({ count, forming }) => [count, forming?.close ?? null])).toEqual([
      [1, null],
      [2, null],
      [3, 101],
      [3, null],
      [4, null],
    ])
  })

  it('include minutes within longer bars with their extremes', () => {
    const minute = { at: MINUTE_MS - 1, open: 100, high: 105, low: 95, close: 101 }
    const [first] = replaySteps([bar(0, 100, 102)], [minute, { ...minute, at: 5 * MINUTE_MS - 1 }], 5 * MINUTE_MS)
    expect(first?.forming).toMatchObject({ open: 100, high: 105, low: 95, close: 101 })
    expect(replaySteps([bar(0, 100, 102)], [minute, { ...minute, at: 5 * MINUTE_MS - 1 }], 5 * MINUTE_MS)).toHaveLength(2)
  })

  it('are found by timestamp', () => {
    const steps = replaySteps([bar(0, 1, 1), bar(1, 1, 1)], [priceAt(70_000, 1)], MINUTE_MS)
    expect([0, 60_000, 70_000, 70_001, 999_999].map((moment) => stepAt(steps, moment))).toEqual([0, 1, 1, 2, 2])
    expect(stepAt([], 5)).toBe(0)
  })
})
