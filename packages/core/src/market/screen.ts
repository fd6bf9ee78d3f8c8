import { itemAt } from '../item-at.ts'

/** Least and most that a figure may be; either may be absent. Both ends pass. */
export type Bound = { readonly min?: number | undefined; readonly max?: number | undefined }
/** One key of an order: the first that tells two rows apart decides. */
export type OrderKey<Field extends string> = { readonly field: Field; readonly descending: boolean }
/** What rows are asked for: bounds that all hold, and an order. */
export type ScreenRequest<Row, Field extends string> = {
  readonly rows: readonly Row[]
  readonly bounds: Readonly<Partial<Record<Field, Bound>>>
  readonly order: readonly OrderKey<Field>[]
  /** A figure of a row; null where it is not known. */
  readonly figureOf: (row: Row, field: Field) => number | null
}

/**
 * The rows that keep within every bound, in order. A figure that is not known passes no bound on it, and stands last in
 * either direction; rows that no key tells apart keep the order they came in.
 *
 * @throws never
 * @example screenRows({ rows, bounds: { change: { min: 0 } }, order: [{ field: 'change', descending: true }], figureOf })
 */
export function screenRows<Row, Field extends string>({ rows, bounds, order, figureOf }: ScreenRequest<Row, Field>): Row[] {
  const passing = passingRows(rows, bounds, figureOf)
  if (order.length === 0) return passing
  const keys = order.map(({ field, descending }) => sortKeys(passing, (row) => figureOf(row, field), descending))
  const [first] = keys
  if (first === undefined) return passing
  const places = passing.map((_, place) => place)
  places.sort((a, b) => {
    // The first key decides nearly always: it is looked at without a loop.
    const [left, right] = [itemAt(first, a), itemAt(first, b)]
    return left < right ? -1 : left > right ? 1 : compare(keys, a, b)
  })
  return places.map((place) => itemAt(passing, place))
}

/** Whether a figure keeps within a bound; one that is not known never does. */
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

/** Ascending numbers that order `rows`; NaN for what is not known. */
const sortKeys = <Row>(rows: readonly Row[], figureOf: (row: Row) => number | null, descending: boolean): readonly number[] =>
  rows.map((row) => {
    const value = figureOf(row)
    if (value === null) return Number.NaN
    return descending ? -value : value
  })

/** What `<` does not decide: unknown last, then the next key, then the place. */
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
