import { defined } from '../defined.ts'
import { itemAt, numberAt } from '../item-at.ts'

/** A correlation coefficient and its number of pairs; `value` is undefined with fewer than two pairs or when one side is constant. */
export type Coefficient = { readonly pairs: number; readonly value: number | undefined }

/** Pearson's r, -1 to 1, over pairs whose sides are both finite; two passes, so a large mean loses no digits (docs/math/correlation.md). */
export function pearson(x: ArrayLike<number>, y: ArrayLike<number>): Coefficient {
  let pairs = 0
  let sumX = 0
  let sumY = 0
  for (let i = 0; i < x.length; i += 1) {
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

/** Below this sum of squares a series counts as constant: its digits, and those of products with it, are lost. */
const LEAST_SQUARES = 1e-200
const moves = (squares: number): boolean => squares > LEAST_SQUARES

const within = (value: number): number => Math.max(-1, Math.min(1, value))

/** Ranks of finite values from 1 (smallest); ties share the mean rank: [10, 30, 20, 20] gives [1, 4, 2.5, 2.5]. */
export function ranks(values: ArrayLike<number>): Float64Array {
  const sorted = Float64Array.from(values).sort()
  const rankByValue = new Map<number, number>()
  for (let i = 0; i < sorted.length; ) {
    let end = i + 1
    while (end < sorted.length && sorted[end] === sorted[i]) end += 1
    rankByValue.set(numberAt(sorted, i), (i + 1 + end) / 2)
    i = end
  }
  return Float64Array.from(values, (value) => defined(rankByValue.get(value)))
}

/** Spearman's rho, -1 to 1: Pearson's r of the ranks within pairs whose sides are both known (docs/math/correlation.md). */
export function spearman(x: ArrayLike<number>, y: ArrayLike<number>): Coefficient {
  const kept: number[] = []
  for (let i = 0; i < x.length; i += 1) if (Number.isFinite(numberAt(x, i) + numberAt(y, i))) kept.push(i)
  return pearson(ranks(kept.map((i) => numberAt(x, i))), ranks(kept.map((i) => numberAt(y, i))))
}

/** Correlation method. */
export type CorrelationKind = 'pearson' | 'spearman'

/** Coefficients between any two of several equally long series. */
export type Correlator = { readonly between: (i: number, j: number) => Coefficient }

/** Coefficients between equally long columns (NaN is unknown). Two gapless columns cost one dot product, others a pairwise pass. */
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

/** Four independent sums: a single one would wait for its previous addition. */
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

const NORMAL_975 = 1.959963984540054

/** 95 % Fisher interval (ranks: Bonett and Wright, 2000), a minimum width: assumes independent normal pairs. Undefined under four pairs. */
export function fisherInterval(value: number, pairs: number, kind: CorrelationKind): readonly [low: number, high: number] | undefined {
  if (pairs <= 3) return undefined
  const reach = (NORMAL_975 * Math.sqrt(kind === 'pearson' ? 1 : 1 + value ** 2 / 2)) / Math.sqrt(pairs - 3)
  const z = Math.atanh(value)
  return [Math.tanh(z - reach), Math.tanh(z + reach)]
}

type Cluster = readonly number[]

/** Average-linkage order over sqrt(2 (1 - r)), unknown r as 0, closest ends adjacent. Source: Mantegna (1999), docs/math/correlation.md */
export function clusterOrder(count: number, correlation: (i: number, j: number) => number | undefined): number[] {
  const distances = Array.from({ length: count }, (_, i) =>
    Float64Array.from({ length: count }, (_, j) => (i === j ? 0 : Math.sqrt(2 * (1 - (correlation(i, j) ?? 0))))),
  )
  const distance = (i: number, j: number): number => numberAt(itemAt(distances, i), j)
  let clusters: Cluster[] = distances.map((_, i) => [i])
  while (clusters.length > 1) {
    const [a, b] = nearest(clusters, distance)
    const joined = join(itemAt(clusters, a), itemAt(clusters, b), distance)
    clusters = clusters.flatMap((cluster, index) => (index === a ? [joined] : index === b ? [] : [cluster]))
  }
  return [...(clusters[0] ?? [])]
}

type Distance = (i: number, j: number) => number

function nearest(clusters: readonly Cluster[], distance: Distance): readonly [number, number] {
  let best: readonly [number, number] = [0, 1]
  let least = Number.POSITIVE_INFINITY
  for (let a = 0; a < clusters.length; a += 1) {
    for (let b = a + 1; b < clusters.length; b += 1) {
      const mean = meanDistance(itemAt(clusters, a), itemAt(clusters, b), distance)
      if (mean < least) [least, best] = [mean, [a, b]]
    }
  }
  return best
}

function meanDistance(a: Cluster, b: Cluster, distance: Distance): number {
  let sum = 0
  for (const i of a) for (const j of b) sum += distance(i, j)
  return sum / (a.length * b.length)
}

function join(a: Cluster, b: Cluster, distance: Distance): Cluster {
  const ways = [
    [a, b],
    [a, b.toReversed()],
    [a.toReversed(), b],
    [a.toReversed(), b.toReversed()],
  ] as const
  const gap = ([first, second]: (typeof ways)[number]): number => distance(itemAt(first, -1), numberAt(second, 0))
  return ways.reduce((best, way) => (gap(way) < gap(best) ? way : best)).flat()
}
