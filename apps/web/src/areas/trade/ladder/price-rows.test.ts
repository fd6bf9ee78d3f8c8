import { expect, it } from 'vitest'
import { priceRows } from './price-ladder-painter.ts'

const BOOK = {
  bids: [
    [99.5, 1],
    [99, 2],
    [97.5, 4],
  ],
  asks: [
    [100.5, 3],
    [101, 5],
  ],
} as const

it('lists every price around the middle, including those without orders', () =>
  expect(priceRows(BOOK, 0.5, 3)).toEqual([
    { price: 101.5, bid: 0, ask: 0 },
    { price: 101, bid: 0, ask: 5 },
    { price: 100.5, bid: 0, ask: 3 },
    { price: 100, bid: 0, ask: 0 },
    { price: 99.5, bid: 1, ask: 0 },
    { price: 99, bid: 2, ask: 0 },
    { price: 98.5, bid: 0, ask: 0 },
  ]))

it('groups prices into wider steps, and never at a better price than the orders in them', () => {
  const rows = priceRows(BOOK, 2, 2)
  expect(rows.map(({ price, bid, ask }) => [price, bid, ask])).toEqual([
    [104, 0, 0],
    [102, 0, 8],
    [100, 0, 0],
    [98, 3, 0],
    [96, 4, 0],
  ])
})

it('centers on the only side of a one-sided book, and on nothing when the book is empty', () => {
  expect(priceRows({ bids: [], asks: [[10, 1]] }, 1, 1).map(({ price }) => price)).toEqual([11, 10, 9])
  expect(priceRows({ bids: [], asks: [] }, 1, 1)).toEqual([])
})
