import { epochMs } from '@aerie/core/time'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { LevelBook } from './level-book.ts'

const T0 = epochMs(Date.UTC(2026, 2, 1))

it('is in order after any changes, as if it had been sorted', () => {
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

it('keeps no more than 50,000 levels a side, the best of them', () => {
  const book = new LevelBook()
  book.replace([], [[0.5, 1]])
  for (let price = 1; price <= 50_010; price += 1) book.apply([], [[price, 1]])
  expect(book.shown('X', T0).asks[0]).toEqual([0.5, 1])
  book.replace(
    Array.from({ length: 50_010 }, (_, index) => [index + 1, 1] as const),
    [],
  )
  book.apply([[0.5, 1]], [])
  book.apply(
    Array.from({ length: 50_009 }, (_, index) => [index + 2, 0] as const),
    [],
  )
  expect(book.shown('X', T0).bids).toEqual([])
})
