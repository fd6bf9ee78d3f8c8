import { defined } from '@aerie/core/defined'
import { expect, it } from 'vitest'
import { depthSides } from './ladder-painter.ts'
import { depthCurve, readDepth } from './order-book.tsx'

const book = depthSides(
  {
    bids: [
      [99, 1],
      [98, 2],
      [90, 50],
    ],
    asks: [
      [101, 2],
      [102, 2],
    ],
  },
  null,
)

it('centers on the mid price, and ends where the shorter side does', () => {
  const curve = defined(depthCurve(book))
  expect([curve.middle, curve.reach, curve.most]).toEqual([100, 2, 4])
  expect(curve.bidPath).toBe('M25 100H25V76H0V28H0V100Z')
  expect(curve.askPath).toBe('M75 100H75V52H100V4H100V100Z')
})

it('returns the cumulative size up to a price, on the side of that price', () => {
  const curve = defined(depthCurve(book))
  expect(readDepth(book, curve, -1)).toEqual({ side: 'bid', price: 98, total: 3, cost: 295 })
  expect(readDepth(book, curve, -0.2)).toEqual({ side: 'bid', price: 99.6, total: 0, cost: 0 })
  expect(readDepth(book, curve, 0.5)).toEqual({ side: 'ask', price: 101, total: 2, cost: 202 })
})

it('draws nothing for a book with one side, or with one price', () => {
  expect(depthCurve({ ...book, asks: [] })).toBeNull()
  expect(depthCurve(depthSides({ bids: [[5, 1]], asks: [[5, 1]] }, null))).toBeNull()
})
