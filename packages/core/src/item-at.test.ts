import { describe, expect, it } from 'vitest'
import { defined } from './defined.ts'
import { itemAt } from './item-at.ts'
import { recordKeys, recordOf } from './record-keys.ts'

describe('an item that must be there', () => {
  it('is read from either end, also of a typed array', () =>
    expect([itemAt(['a', 'b'], 0), itemAt(['a', 'b'], -1), itemAt(new Float64Array([1.5]), 0)]).toEqual(['a', 'b', 1.5]))
  it('may be null, 0 or false', () => expect([itemAt([null], 0), itemAt([0], 0), itemAt([false], 0)]).toEqual([null, 0, false]))
  it.each([
    [[], 0],
    [['a'], 1],
    [['a'], -2],
    [[undefined], 0],
    [['a'], 0.5],
    [['a'], Number.NaN],
  ])('is missed by name in %o at %d', (list, index) =>
    expect(() => itemAt<unknown>(list, index)).toThrow(`no item ${index} in a list of ${list.length}`),
  )
})

describe('a value that must be there', () => {
  it('is handed on, also where it is 0, false or empty', () => expect([0, false, ''].map(defined)).toEqual([0, false, '']))
  it.each([null, undefined])('is missed where %s stands instead', (value) => expect(() => defined(value)).toThrow(`${value}`))
})

it('gives the keys of a record in the order they are written in', () => expect(recordKeys({ b: 1, a: 2 })).toEqual(['b', 'a']))
it('makes a record with a value for each key', () => expect(recordOf(['a', 'bb'], (key) => key.length)).toEqual({ a: 1, bb: 2 }))
