import { expect, it } from 'vitest'
import { testBars } from '../test/chart.ts'
import { snapped } from './drawing-layer.ts'

const bars = testBars(3)
const bar = bars[1] ?? { timestamp: 0, high: 0 }
/** 1 px = 0.01 price units. */
const chart = {
  getDataList: () => bars,
  convertToPixel: (points: { value?: number } | Array<{ value?: number }>) => [points].flat().map(({ value = 0 }) => ({ y: -value * 100 })),
}

it('snaps to the nearest price of the candle when one is near', () => {
  expect(snapped(chart, { time: bar.timestamp, price: bar.high + 0.1 })).toEqual({ time: bar.timestamp, price: bar.high })
  const far = { time: bar.timestamp, price: bar.high + 1 }
  expect(snapped(chart, far)).toBe(far)
})

it('does not snap points beside the candles', () => {
  const beyond = { time: bar.timestamp + 1e9, price: bar.high }
  expect(snapped(chart, beyond)).toBe(beyond)
})
