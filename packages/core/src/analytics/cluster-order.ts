import { itemAt } from '../item-at.ts'
import { numberAt } from '../numbers/number-at.ts'

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
