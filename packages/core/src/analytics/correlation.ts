import { defined } from '../defined.ts'
import { itemAt } from '../item-at.ts'
import { numberAt } from '../numbers/number-at.ts'
/** A correlation coefficient and the pairs it was made from; `value` is undefined under two pairs, and where one side stood still. */
export type Coefficient = { readonly pairs: number; readonly value: number | undefined }

/**
 * Pearson's coefficient of the pairs of which both sides are known (finite), in two passes, so that a large mean costs no digits.
 *
 * @param y as long as `x`
 * @returns -1 to 1
 * @throws never
 * Source: docs/math/correlation.md
 */
export function pearson(x: ArrayLike<number>, y: ArrayLike<number>): Coefficient {
  let pairs = 0
  let sumX = 0
  let sumY = 0
  for (let i = 0; i < x.length; i += 1) {
    // The sum is finite where both are; a NaN on either side is one in the sum.
    if (!Number.isFinite(numberAt(x, i) + numberAt(y, i))) continue
    pairs += 1
    sumX += numberAt(x, i)
    sumY += numberAt(y, i)
  }
  const meanX = sumX / pairs
  const meanY = sumY / pairs
  let xx = 0
  let yy = 0
  let xy = 0
  for (let i = 0; i < x.length; i += 1) {
    const [dx, dy] = [numberAt(x, i) - meanX, numberAt(y, i) - meanY]
    if (!Number.isFinite(dx + dy)) continue
    xx += dx * dx
    yy += dy * dy
    xy += dx * dy
  }
  return { pairs, value: moves(xx) && moves(yy) ? within(xy / (Math.sqrt(xx) * Math.sqrt(yy))) : undefined }
}

/** A sum of squares below this is of a series that stands still: its digits, and those of products with it, are lost. */
const LEAST_SQUARES = 1e-200
const moves = (squares: number): boolean => squares > LEAST_SQUARES

/** Rounding may carry a perfect correlation over the edge by a digit. */
const within = (value: number): number => Math.max(-1, Math.min(1, value))

/**
 * Ranks from 1 for the smallest; equal values share the mean of their places.
 *
 * @param values finite
 * @throws never
 * @example ranks([10, 30, 20, 20]) // [1, 4, 2.5, 2.5]
 */
export function ranks(values: ArrayLike<number>): Float64Array {
  const sorted = Float64Array.from(values).sort()
  const places = new Map<number, number>()
  for (let i = 0; i < sorted.length; ) {
    let end = i + 1
    while (end < sorted.length && sorted[end] === sorted[i]) end += 1
    places.set(numberAt(sorted, i), (i + 1 + end) / 2)
    i = end
  }
  return Float64Array.from(values, (value) => defined(places.get(value)))
}

/**
 * Spearman's rank correlation: Pearson's of the ranks within the pairs of which both sides are known. A single huge move counts no
 * more than its place.
 *
 * @param y as long as `x`
 * @returns -1 to 1
 * @throws never
 * Source: docs/math/correlation.md
 */
export function spearman(x: ArrayLike<number>, y: ArrayLike<number>): Coefficient {
  const kept: number[] = []
  for (let i = 0; i < x.length; i += 1) if (Number.isFinite(numberAt(x, i) + numberAt(y, i))) kept.push(i)
  return pearson(ranks(kept.map((i) => numberAt(x, i))), ranks(kept.map((i) => numberAt(y, i))))
}

/** Which coefficient. */
export type CorrelationKind = 'pearson' | 'spearman'

/** Coefficients between any two of several series of one length. */
export type Correlator = { readonly between: (i: number, j: number) => Coefficient }

/**
 * Coefficients between any two of `columns`, each asked for by its index. A column without a hole is brought to mean 0 and length 1
 * when it is first asked for, and two such cost one product of vectors; others are compared pair by pair.
 *
 * @param columns all of one length; NaN where not known
 * @throws never
 */
export function correlator(columns: readonly Float64Array[], kind: CorrelationKind): Correlator {
  const plain = kind === 'pearson' ? pearson : spearman
  const scaled: (UnitVector | null)[] = []
  const scale = (i: number): UnitVector | null => {
    const column = itemAt(columns, i)
    scaled[i] ??= column.length > 1 && column.every(Number.isFinite) ? unitVector(column, kind) : null
    return scaled[i]
  }
  return {
    between: (i, j) => {
      const [x, y] = [scale(i), scale(j)]
      return x === null || y === null
        ? plain(itemAt(columns, i), itemAt(columns, j))
        : { pairs: x.values.length, value: x.isFlat || y.isFlat ? undefined : within(product(x.values, y.values)) }
    },
  }
}

type UnitVector = { readonly values: Float64Array; readonly isFlat: boolean }

function unitVector(column: Float64Array, kind: CorrelationKind): UnitVector {
  const values = kind === 'pearson' ? column.slice() : ranks(column)
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  let squares = 0
  for (const value of values) squares += (value - mean) ** 2
  const length = Math.sqrt(squares)
  for (let i = 0; i < values.length; i += 1) values[i] = (numberAt(values, i) - mean) / length
  return { values, isFlat: !moves(squares) }
}

/** Four sums at once: each would wait for its own last addition. */
function product(x: Float64Array, y: Float64Array): number {
  const whole = x.length - (x.length % 4)
  let [a, b, c, d] = [0, 0, 0, 0]
  for (let i = 0; i < whole; i += 4) {
    a += numberAt(x, i) * numberAt(y, i)
    b += numberAt(x, i + 1) * numberAt(y, i + 1)
    c += numberAt(x, i + 2) * numberAt(y, i + 2)
    d += numberAt(x, i + 3) * numberAt(y, i + 3)
  }
  for (let i = whole; i < x.length; i += 1) a += numberAt(x, i) * numberAt(y, i)
  return a + b + c + d
}

/** 97.5 % of a standard normal variable lie below this. */
const NORMAL_975 = 1.959963984540054

/**
 * Bounds of the true coefficient with 95 % confidence, by Fisher's z = artanh r, whose error is 1 / sqrt(n - 3), for ranks
 * sqrt(1 + r^2 / 2) of that (Bonett and Wright, 2000). It takes the pairs for independent and normal: returns are neither in a
 * storm, so it is the least one must allow for.
 *
 * @returns undefined under four pairs
 * @throws never
 * Source: docs/math/correlation.md
 */
export function fisherInterval(value: number, pairs: number, kind: CorrelationKind): readonly [low: number, high: number] | undefined {
  if (pairs <= 3) return undefined
  const reach = (NORMAL_975 * Math.sqrt(kind === 'pearson' ? 1 : 1 + value ** 2 / 2)) / Math.sqrt(pairs - 3)
  const z = Math.atanh(value)
  return [Math.tanh(z - reach), Math.tanh(z + reach)]
}
