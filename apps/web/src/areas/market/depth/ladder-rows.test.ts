import { expect, it } from 'vitest'
import { ladderRows, PRESSED_ROW_PX } from './ladder-rows.ts'

it('fills the height with whole rows, as many above the spread as below it', () => {
  expect(ladderRows(28 + 28 + 2 * 200)).toEqual({ count: 10, rowPx: 20 })
  expect(ladderRows(28 + 28 + 2 * 190)).toEqual({ count: 9, rowPx: 190 / 9 })
})

it('shows the best price of each side however little space there is', () => {
  expect([0, 60, 90].map((height) => ladderRows(height).count)).toEqual([1, 1, 1])
})

it('makes clickable levels tall enough for touch', () =>
  expect(ladderRows(28 + 28 + 2 * 200, PRESSED_ROW_PX)).toEqual({ count: 8, rowPx: 25 }))
