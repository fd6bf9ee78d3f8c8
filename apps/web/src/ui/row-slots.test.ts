import fc from 'fast-check'
import { expect, it } from 'vitest'
import { NO_SLOTS, type RowSlots, rowSlots } from './row-slots.ts'
import { drawnRows } from './row-window.ts'

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
