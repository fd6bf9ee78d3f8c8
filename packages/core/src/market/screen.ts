import { itemAt } from '../item-at.ts'

/** Inclusive bounds of a value. */
export type Bound = { readonly min?: number | undefined; readonly max?: number | undefined }
/** A sort key; the first that differs decides. */
export type OrderKey<Field extends string> = { readonly field: Field; readonly descending: boolean }
/** Bounds that must all hold, and a sort order. */
export type ScreenRequest<Row, Field extends string> = {
  readonly rows: readonly Row[]
  readonly bounds: Readonly<Partial<Record<Field, Bound>>>
  readonly order: readonly OrderKey<Field>[]
  readonly figureOf: (row: Row, field: Field) => number | null
}

/** Rows within every bound, sorted (stable). An unknown value fails any bound on it and sorts last in either direction. */
export function screenRows<Row, Field extends string>({ rows, bounds, order, figureOf }: ScreenRequest<Row, Field>): Row[] {
  const passing = passingRows(rows, bounds, figureOf)
  if (order.length === 0) return passing
  const keys = order.map(({ field, descending }) => sortKeys(passing, (row) => figureOf(row, field), descending))
  const [first] = keys
  if (first === undefined) return passing
  const indices = passing.map((_, place) => place)
  indices.sort((a, b) => {
    // The first key almost always decides: compared without a loop.
    const [left, right] = [itemAt(first, a), itemAt(first, b)]
    return left < right ? -1 : left > right ? 1 : compare(keys, a, b)
  })
  return indices.map((place) => itemAt(passing, place))
}

/** Whether a value is within a bound; an unknown one never is. */
export const isWithin = (value: number | null, { min, max }: Bound): boolean =>
  value !== null && !Number.isNaN(value) && (min === undefined || value >= min) && (max === undefined || value <= max)

function passingRows<Row, Field extends string>(
  rows: readonly Row[],
  bounds: ScreenRequest<Row, Field>['bounds'],
  figureOf: ScreenRequest<Row, Field>['figureOf'],
): Row[] {
  let passing = rows
  for (const field in bounds) {
    const bound = bounds[field]
    if (bound === undefined || (bound.min === undefined && bound.max === undefined)) continue
    passing = passing.filter((row) => isWithin(figureOf(row, field), bound))
  }
  return [...passing]
}

const sortKeys = <Row>(rows: readonly Row[], figureOf: (row: Row) => number | null, descending: boolean): readonly number[] =>
  rows.map((row) => {
    const value = figureOf(row)
    if (value === null) return Number.NaN
    return descending ? -value : value
  })

function compare(keys: readonly (readonly number[])[], a: number, b: number): number {
  for (const key of keys) {
    const [left, right] = [itemAt(key, a), itemAt(key, b)]
    if (left < right) return -1
    if (left > right) return 1
    const difference = Number(Number.isNaN(left)) - Number(Number.isNaN(right))
    if (difference !== 0) return difference
  }
  return a - b
}
