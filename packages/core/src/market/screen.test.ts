import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { isWithin, type OrderKey, screenRows } from './screen.ts'

type Row = { readonly id: number; readonly a: number | null; readonly b: number | null }
const rowOf = ([a, b]: readonly (number | null)[], id: number): Row => ({ id, a: a ?? null, b: b ?? null })
const value = fc.option(fc.oneof(fc.integer({ min: -3, max: 3 }), fc.double({ noNaN: true })))
const rowsArb = fc.array(fc.tuple(value, value)).map((pairs) => pairs.map(rowOf))
const orderArb = fc.uniqueArray(fc.record({ field: fc.constantFrom('a' as const, 'b' as const), descending: fc.boolean() }), {
  selector: ({ field }) => field,
})
const figureOf = (row: Row, field: 'a' | 'b') => row[field]
const ids = (rows: readonly Row[]) => rows.map(({ id }) => id)
const by = (field: 'a' | 'b', descending = false): OrderKey<'a' | 'b'> => ({ field, descending })

it('sorts by the first key, then by the second, and keeps ties in their original order', () => {
  const rows = [
    [2, 1],
    [1, 1],
    [2, 0],
    [1, 1],
  ].map(rowOf)
  expect(ids(screenRows({ rows, bounds: {}, order: [by('a'), by('b')], figureOf }))).toEqual([1, 3, 2, 0])
  expect(ids(screenRows({ rows, bounds: {}, order: [by('a', true), by('b')], figureOf }))).toEqual([2, 0, 1, 3])
})

it('sorts unknown values last in both directions', () => {
  const rows = [[null], [1], [0], [null], [-1]].map(rowOf)
  expect(ids(screenRows({ rows, bounds: {}, order: [by('a')], figureOf }))).toEqual([4, 2, 1, 0, 3])
  expect(ids(screenRows({ rows, bounds: {}, order: [by('a', true)], figureOf }))).toEqual([1, 2, 4, 0, 3])
})

it('excludes unknown values from a bound, and includes both its ends', () => {
  const rows = [[null], [1], [0], [2], [3]].map(rowOf)
  expect(ids(screenRows({ rows, bounds: { a: { min: 1, max: 2 } }, order: [], figureOf }))).toEqual([1, 3])
  expect(ids(screenRows({ rows, bounds: { a: {} }, order: [], figureOf }))).toHaveLength(5)
  expect([isWithin(null, {}), isWithin(Number.NaN, { min: 0 }), isWithin(0, { max: 0 })]).toEqual([false, false, true])
})

it('returns each matching row once, in a consistent order', () =>
  fc.assert(
    fc.property(rowsArb, orderArb, fc.option(fc.integer({ min: -2, max: 2 })), (rows, order, min) => {
      const bounds = min === null ? {} : { a: { min } }
      const screened = screenRows({ rows, bounds, order, figureOf })
      const passing = rows.filter(({ a }) => min === null || (a !== null && a >= min))
      expect(ids(screened).toSorted((x, y) => x - y)).toEqual(ids(passing))
      expect(ids(screened)).toEqual(ids(passing.toSorted((x, y) => plainOrder(order, x, y))))
    }),
  ))

function plainOrder(order: readonly OrderKey<'a' | 'b'>[], x: Row, y: Row): number {
  const decided = order.map(({ field, descending }) => plainKey(x[field], y[field], descending)).find((sign) => sign !== 0)
  return decided ?? x.id - y.id
}

function plainKey(left: number | null, right: number | null, descending: boolean): number {
  if (left === null || right === null) return Number(left === null) - Number(right === null)
  return (left - right) * (descending ? -1 : 1)
}
