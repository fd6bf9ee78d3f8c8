import fc from 'fast-check'
import { expect, it } from 'vitest'
import { unknown } from '../known.ts'
import { bookSpread, cumulativeDepth, groupingSteps, groupLevels, type Level } from './order-book.ts'

it('accumulates coins and cost from the best price outward', () =>
  expect(
    cumulativeDepth([
      [100, 1],
      [99, 2],
    ]),
  ).toEqual([
    { price: 100, size: 1, total: 1, cost: 100 },
    { price: 99, size: 2, total: 3, cost: 298 },
  ]))

it('rounds bids down and asks up when grouping, never to a better price', () => {
  const bids: Level[] = [
    [101.9, 1],
    [101.2, 2],
    [99.9, 4],
  ]
  expect(groupLevels(bids, 1, 'bid')).toEqual([
    [101, 3],
    [99, 4],
  ])
  const asks: Level[] = [
    [102.1, 1],
    [103, 2],
    [103.01, 4],
  ]
  expect(groupLevels(asks, 1, 'ask')).toEqual([
    [103, 3],
    [104, 4],
  ])
})

it('keeps a price on its step despite floating-point error', () => {
  expect(groupLevels([[0.3, 1]], 0.1, 'bid')).toEqual([[0.3, 1]])
  expect(groupLevels([[0.7, 1]], 0.1, 'ask')).toEqual([[0.7, 1]])
})

it('preserves the total size when grouping', () => {
  const side = fc.array(fc.tuple(fc.double({ min: 0.01, max: 1e5, noNaN: true }), fc.integer({ min: 1, max: 1000 })), { maxLength: 40 })
  fc.assert(
    fc.property(side, fc.constantFrom(0.01, 0.5, 10), (levels, step) => {
      const best = levels.toSorted(([a], [b]) => b - a)
      const sum = (some: readonly Level[]) => some.reduce((total, [, size]) => total + size, 0)
      expect(sum(groupLevels(best, step, 'bid'))).toBe(sum(best))
    }),
  )
})

it('offers round grouping steps of a few basis points', () => {
  expect(groupingSteps(64_000)).toEqual([10, 20, 50])
  expect(groupingSteps(0.5)).toEqual([0.0001, 0.0002, 0.0005])
  expect(groupingSteps(0.00001)).toEqual([2e-9, 5e-9, 1e-8])
})

it('returns the spread, or unknown when there is none', () => {
  expect(bookSpread([[99, 1]], [[101, 1]])).toEqual({ known: true, value: { width: 2, middle: 100, basisPoints: 200 } })
  expect(bookSpread([], [[101, 1]])).toEqual(unknown('no-quote'))
  expect(bookSpread([[101, 1]], [[101, 1]])).toEqual(unknown('no-quote'))
})
