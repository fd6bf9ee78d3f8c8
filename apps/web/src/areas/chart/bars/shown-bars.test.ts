import { expect, it } from 'vitest'
import { testBars } from '../test/chart.ts'
import { shownBars } from './shown-bars.ts'

/** A pane 100 px wide with bars 10 px apart; `last` is the x of the newest bar. */
const chartWith = (last: number, count = 40) => ({
  getDataList: () => testBars(count),
  getBarSpace: () => ({ bar: 10, halfBar: 5, gapBar: 7, halfGapBar: 3 }),
  getSize: () => ({ width: 100, height: 100, left: 0, top: 0, right: 0, bottom: 0 }),
  convertToPixel: () => [{ x: last - 10 * (count - 1), y: 0 }],
})

it('counts the bars whose middle is within the pane, and none left of it when there is room on the right', () => {
  expect(shownBars(chartWith(95))).toEqual({ from: 30, to: 40 })
  expect(shownBars(chartWith(45))).toEqual({ from: 35, to: 40 })
  expect(shownBars(chartWith(195))).toEqual({ from: 20, to: 30 })
})

it('is empty when no candle is visible', () => {
  expect(shownBars(chartWith(-5))).toEqual({ from: 40, to: 40 })
  expect(shownBars(chartWith(95, 0))).toEqual({ from: 0, to: 0 })
})
