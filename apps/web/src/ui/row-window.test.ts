import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { drawnRows, isJump, visibleRows } from './row-window.ts'

it('draws the visible rows, with some on either side', () => {
  expect(visibleRows({ top: 0, height: 320, rowHeight: 32 })).toEqual({ from: 0, to: 16 })
  expect(visibleRows({ top: 1600, height: 320, rowHeight: 32 })).toEqual({ from: 44, to: 68 })
})

it('draws only the visible rows when no overscan is requested', () =>
  expect(visibleRows({ top: 1600, height: 320, rowHeight: 32 }, 0)).toEqual({ from: 48, to: 60 }))

it('distinguishes a jump, after which less than half of the rows remain, from a scroll', () => {
  const span = { from: 40, to: 60 }
  expect(
    [
      { from: 60, to: 80 },
      { from: 20, to: 40 },
      { from: 51, to: 71 },
      { from: 50, to: 70 },
      { from: 30, to: 50 },
      { from: 40, to: 50 },
    ].map((to) => isJump(span, to)),
  ).toEqual([true, true, true, false, false, false])
})

it('draws every row before the first layout', () =>
  expect(visibleRows({ top: 0, height: 0, rowHeight: 0 })).toEqual({ from: 0, to: Number.POSITIVE_INFINITY }))

it('never omits a visible row', () =>
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 4000 }),
      fc.integer({ min: 1, max: 1200 }),
      fc.constantFrom(31.5, 32, 44),
      (top, height, rowHeight) => {
        const { from, to } = visibleRows({ top, height, rowHeight })
        expect(from * rowHeight).toBeLessThanOrEqual(top)
        expect(to * rowHeight).toBeGreaterThanOrEqual(top + height)
      },
    ),
  ))

it('keeps the first, the last, the entry, and the keyboard row with its neighbours', () => {
  const span = { from: 40, to: 44 }
  expect(drawnRows({ count: 100, span, entry: 20, focused: 7 })).toEqual([0, 6, 7, 8, 20, 40, 41, 42, 43, 99])
  expect(drawnRows({ count: 100, span, entry: -1, focused: -1 })).toEqual([0, 40, 41, 42, 43, 99])
})

it('draws no row twice, and none that does not exist', () => {
  expect(drawnRows({ count: 3, span: { from: 0, to: 16 }, entry: 0, focused: 2 })).toEqual([0, 1, 2])
  expect(drawnRows({ count: 0, span: { from: 0, to: 16 }, entry: -1, focused: -1 })).toEqual([])
})
