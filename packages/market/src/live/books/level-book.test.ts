import { epochMs } from '@aerie/core/time'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Level } from '../numbers.ts'
import { LevelBook } from './level-book.ts'

const T0 = epochMs(Date.UTC(2026, 2, 1))
const asks = (book: LevelBook) => book.shown('X', T0).asks
const ladder = (from: number, count: number, size = 1): Level[] => Array.from({ length: count }, (_, index) => [from + index, size])

it('stays sorted after any changes', () => {
  const level = fc.tuple(fc.integer({ min: 1, max: 30 }), fc.integer({ min: 0, max: 3 }))
  fc.assert(
    fc.property(fc.array(level), fc.array(level), (first, changes) => {
      const book = new LevelBook()
      book.replace(first, first)
      book.apply(changes, changes)
      const sizes = new Map([...first, ...changes])
      const ascending = [...sizes].filter(([, size]) => size > 0).sort((a, b) => a[0] - b[0])
      expect(book.shown('X', T0)).toEqual({ symbol: 'X', bids: ascending.toReversed(), asks: ascending, asOf: T0 })
      expect(book.best).toEqual({ bid: ascending.at(-1)?.[0], ask: ascending[0]?.[0] })
      expect(book.isCrossed).toBe(ascending.length > 0)
    }),
  )
})

function changesOf(seed: number, count: number): Level[] {
  let state = seed
  const next = (most: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * most)
  }
  return Array.from({ length: count }, () => [1 + next(6_000), next(3)])
}

it('shows the exact book or reports that it cannot, however many levels come and go', () => {
  fc.assert(
    fc.property(fc.integer(), fc.constantFrom(1_000, 5_000), fc.constantFrom(300, 3_000), (seed, limit, count) => {
      const book = new LevelBook()
      const first = ladder(1, 5_000)
      const venue = new Map(first)
      book.replace(first.slice(-limit), first.slice(0, limit), 1_000)
      for (let step = 0; step < 5 && !book.isExhausted; step += 1) {
        const changes = changesOf(seed + step, count)
        book.apply(changes, changes)
        for (const [price, size] of changes) {
          if (size === 0) venue.delete(price)
          else venue.set(price, size)
        }
        const ascending = [...venue].sort((a, b) => a[0] - b[0])
        const [best, worst] = [ascending.slice(0, 200), ascending.slice(-200).reverse()]
        const { bids, asks } = book.shown('X', T0)
        expect(book.isExhausted || (String(asks) === String(best) && String(bids) === String(worst))).toBe(true)
      }
    }),
    { numRuns: 40 },
  )
})

it('never shows a level beyond those covered by a limited snapshot', () => {
  const book = new LevelBook()
  book.replace([], ladder(1, 1_000), 1_000)
  book.apply([], [[5_000, 7]])
  book.apply([], ladder(1, 750, 0))
  expect([book.isExhausted, asks(book).length, asks(book)[0]]).toEqual([false, 200, [751, 1]])
  book.apply([], ladder(751, 51, 0))
  expect(book.isExhausted).toBe(true)
})

it('is never exhausted while it has every level there is', () => {
  const book = new LevelBook()
  book.replace(ladder(1, 3), ladder(10, 3))
  book.apply(ladder(1, 2, 0), ladder(10, 3, 0))
  expect([book.isExhausted, book.best]).toEqual([false, { bid: 3, ask: undefined }])
})

it('keeps only a few of 60,000 levels, the best ones', () => {
  const book = new LevelBook()
  book.replace(ladder(1, 60_000), ladder(100_000, 60_000))
  expect(book.best).toEqual({ bid: 60_000, ask: 100_000 })
  // Each change to a stored level moves at most two thousand others; with all levels stored this would take minutes.
  for (let round = 0; round < 20; round += 1) book.apply(ladder(1, 60_000, round + 1), ladder(100_000, 60_000, round + 1))
  expect(book.shown('X', T0).bids[199]).toEqual([59_801, 20])
})

it('keeps the best levels of a long snapshot in any order, and none of size 0', () => {
  const order = (price: number): number => (price * 7_919) % 10_007
  const levels = ladder(1, 5_000).map(([price]): Level => [price, price % 2])
  const shuffled = levels.toSorted(([a], [b]) => order(a) - order(b))
  const book = new LevelBook()
  book.replace(shuffled, shuffled)
  const odd = levels.filter(([, size]) => size > 0)
  expect(book.shown('X', T0)).toMatchObject({ bids: odd.slice(-200).reverse(), asks: odd.slice(0, 200) })
  expect(book.isExhausted).toBe(false)
  book.apply([[5_001, 3]], [[4_900, 3]])
  expect(book.best.bid).toBe(5_001)
  book.apply([], ladder(1, 1_600, 0))
  expect(asks(book)[0]).toEqual([1_601, 1])
  expect(book.isExhausted).toBe(false)
})
