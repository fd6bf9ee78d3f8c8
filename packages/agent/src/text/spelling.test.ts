import fc from 'fast-check'
import { expect, it } from 'vitest'
import { editDistance, nearestWords } from './words.ts'

it.each([
  ['bitcoin', 'bitcoin', 0],
  ['bitcoin', 'bitcon', 1],
  ['bitcoin', 'bitcion', 1],
  ['bitcoin', 'bytcoin', 1],
  ['solana', 'salina', 2],
  ['bitcoin', 'cardano', 4],
])('counts the edits from %s to %s: %d', (a, b, slips) => expect(editDistance(a, b, 3)).toBe(slips))

it('stops counting above the maximum', () => expect(editDistance('bitcoin', 'weather', 2)).toBe(3))

it('is symmetric, and 0 only for identical words', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 7 })
  fc.assert(
    fc.property(word, word, (a, b) => {
      const slips = editDistance(a, b, 9)
      expect(editDistance(b, a, 9)).toBe(slips)
      expect(slips === 0).toBe(a === b)
    }),
  )
})

it('finds the nearest word, or all of them on a tie', () => {
  expect(nearestWords('bitcon', ['bitcoin', 'litecoin'])).toEqual(['bitcoin'])
  expect(nearestWords('tesla', ['tesls', 'teslo', 'other'])).toEqual(['tesls', 'teslo'])
})

it('allows a second edit in long words only', () => {
  expect(nearestWords('hyperlqiudd', ['hyperliquid'])).toEqual(['hyperliquid'])
  expect(nearestWords('solxnx', ['solana'])).toEqual([])
})

it('requires the same first letter, or a swap with the second', () => {
  expect(nearestWords('save', ['aave', 'saga'])).toEqual([])
  expect(nearestWords('ehtereum', ['ethereum'])).toEqual(['ethereum'])
  expect(nearestWords('xthereum', ['ethereum'])).toEqual([])
})
