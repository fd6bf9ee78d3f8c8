import { describe, expect, it } from 'vitest'
import { defined } from './defined.ts'
import { floatAt, itemAt } from './item-at.ts'
import { recordKeys, recordOf } from './record-keys.ts'

describe('a required item', () => {
  it('is read from either end, also in a typed array', () =>
    expect([itemAt(['a', 'b'], 0), itemAt(['a', 'b'], -1), itemAt(new Float64Array([1.5]), 0)]).toEqual(['a', 'b', 1.5]))
  it('may be null, 0 or false', () => expect([itemAt([null], 0), itemAt([0], 0), itemAt([false], 0)]).toEqual([null, 0, false]))
  it.each([
    [[], 0],
    [['a'], 1],
    [['a'], -2],
    [[undefined], 0],
    [['a'], 0.5],
    [['a'], Number.NaN],
  ])('throws a descriptive error in %o at %d', (list, index) =>
    expect(() => itemAt<unknown>(list, index)).toThrow(`no item ${index} in a list of ${list.length}`),
  )
})

describe('a required value', () => {
  it('is returned, even if it is 0, false or empty', () => expect([0, false, ''].map(defined)).toEqual([0, false, '']))
  it.each([null, undefined])('throws for %s', (value) => expect(() => defined(value)).toThrow(`${value}`))
})

it('returns the keys of a record in insertion order', () => expect(recordKeys({ b: 1, a: 2 })).toEqual(['b', 'a']))
it('creates a record with a value for each key', () => expect(recordOf(['a', 'bb'], (key) => key.length)).toEqual({ a: 1, bb: 2 }))

it('returns the number at an index, and throws when there is none', () => {
  const values = Float64Array.of(3, Number.NaN, 0)
  expect([0, 1, 2].map((index) => floatAt(values, index))).toEqual([3, Number.NaN, 0])
  for (const index of [-1, 3, 0.5, Number.NaN]) expect(() => floatAt(values, index)).toThrow(RangeError)
})
