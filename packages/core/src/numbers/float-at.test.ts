import { expect, it } from 'vitest'
import { floatAt } from './float-at.ts'

it('returns the number at an index, and throws when there is none', () => {
  const values = Float64Array.of(3, Number.NaN, 0)
  expect([0, 1, 2].map((index) => floatAt(values, index))).toEqual([3, Number.NaN, 0])
  for (const index of [-1, 3, 0.5, Number.NaN]) expect(() => floatAt(values, index)).toThrow(RangeError)
})
