import { expect, it } from 'vitest'
import { testBars } from '../test/chart.ts'
import type { Bar } from './bars.ts'
import { heikinAshi } from './price-series.ts'

const bar = (timestamp: number, ...[open, high, low, close]: readonly [number, number, number, number]): Bar => ({
  timestamp,
  open,
  high,
  low,
  close,
})

it('averages by the Heikin-Ashi formula: the close from four prices, the open from the previous candle', () =>
  expect(heikinAshi([bar(1, 10, 16, 8, 14), bar(2, 14, 18, 12, 16)])).toEqual([
    { open: 12, high: 16, low: 8, close: 12 },
    { open: 12, high: 18, low: 12, close: 15 },
  ]))

it('has no candle in a gap, and continues after it from the candle before', () => {
  const [first, , after] = heikinAshi([bar(1, 10, 16, 8, 14), bar(2, Number.NaN, -1, 1, Number.NaN), bar(3, 14, 18, 12, 16)])
  expect(heikinAshi([bar(1, 1, 1, 1, 1), bar(2, Number.NaN, 0, 0, Number.NaN)])[1]).toBeNull()
  expect(after?.open).toBe(((first?.open ?? 0) + (first?.close ?? 0)) / 2)
})

it('computes the same bar by bar as all at once', () => {
  const all = testBars(60, { without: [20, 21] })
  const growing: Bar[] = []
  for (const each of all) {
    growing.push({ ...each, close: each.close * 1.01 })
    heikinAshi(growing)
    growing[growing.length - 1] = each
    heikinAshi(growing)
  }
  expect(heikinAshi(growing)).toEqual(heikinAshi([...all]))
})
