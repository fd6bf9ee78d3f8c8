import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { drawnRows, isJump, NO_SLOTS, type RowSlots, rowSlots, visibleRows } from './row-window.ts'

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

const indexesFrom = (from: number, count = 40): number[] => Array.from({ length: count }, (_, at) => from + at)
const entriesOf = (slots: RowSlots) => [...slots].map(([place, slot]) => `${place}: ${slot}`)

it('reuses the elements of the previous rows, in order, after a jump', () => {
  const before = rowSlots(NO_SLOTS, indexesFrom(1_000))
  const after = rowSlots(before, indexesFrom(61_237))
  expect([...after.values()]).toEqual([...before.values()])
})

it('keeps the elements of remaining rows, and reuses those of removed rows for new ones', () => {
  const before = rowSlots(NO_SLOTS, [10, 11, 12, 13])
  expect(entriesOf(before)).toEqual(['10: 0', '11: 1', '12: 2', '13: 3'])
  expect(entriesOf(rowSlots(before, [12, 13, 14, 15]))).toEqual(['12: 2', '13: 3', '14: 0', '15: 1'])
})

it('creates no new elements while the number of rows is unchanged', () => {
  const before = rowSlots(NO_SLOTS, indexesFrom(0))
  const after = rowSlots(before, indexesFrom(4))
  expect([...after.values()].toSorted((a, b) => a - b)).toEqual(indexesFrom(0))
})

it('returns the same map while the same rows are drawn', () => {
  const before = rowSlots(NO_SLOTS, indexesFrom(8))
  expect(rowSlots(before, indexesFrom(8))).toBe(before)
})

it('draws 100,000 rows too, as before the first layout', () =>
  expect(rowSlots(rowSlots(NO_SLOTS, [5]), indexesFrom(0, 100_000)).size).toBe(100_000))

it('lists each row once and keeps remaining ones, for any scroll position and keyboard row', () => {
  const count = 100_000
  const place = fc.integer({ min: 0, max: count - 1 })
  const view = fc.record({
    from: place,
    length: fc.integer({ min: 1, max: 60 }),
    entry: place,
    focused: fc.integer({ min: -1, max: count - 1 }),
  })
  fc.assert(
    fc.property(fc.array(view, { minLength: 2, maxLength: 12 }), (views) => {
      let held = NO_SLOTS
      for (const { from, length, entry, focused } of views) {
        const indexes = drawnRows({ count, span: { from, to: from + length }, entry, focused })
        const next = rowSlots(held, indexes)
        expect([...next.keys()]).toEqual(indexes)
        expect(new Set(next.values()).size).toBe(indexes.length)
        expect([...held].filter(([at, slot]) => next.has(at) && next.get(at) !== slot)).toEqual([])
        held = next
      }
    }),
  )
})
