import { itemAt } from '@aerie/core/item-at'
import { mean, NORMAL_975, sampleDeviation, student975 } from './sample.ts'

type Interval = readonly [low: number, high: number]

/** Median with a 95 % interval: ranks n/2 ± 1.96 √n / 2, rounded outwards. Source: Conover (1999), 3.2. @throws RangeError if empty */
export function medianWithInterval(values: readonly number[]): { readonly median: number; readonly interval: Interval } {
  const sorted = values.toSorted((a, b) => a - b)
  const n = sorted.length
  const reach = (NORMAL_975 * Math.sqrt(n)) / 2
  const low = Math.max(1, Math.floor(n / 2 - reach))
  const high = Math.min(n, Math.ceil(n / 2 + reach) + 1)
  const median = (itemAt(sorted, Math.floor((n - 1) / 2)) + itemAt(sorted, Math.floor(n / 2))) / 2
  return { median, interval: [itemAt(sorted, low - 1), itemAt(sorted, high - 1)] }
}

/** Mean difference `a - b` with Welch's 95 % interval (1947), Satterthwaite's degrees of freedom. @throws RangeError under two values */
export function meanDifference(a: readonly number[], b: readonly number[]): { readonly difference: number; readonly interval: Interval } {
  const [first, second] = [squaredError(a), squaredError(b)]
  const difference = mean(a) - mean(b)
  const error = first + second
  if (error === 0) return { difference, interval: [difference, difference] }
  const freedom = error ** 2 / (first ** 2 / (a.length - 1) + second ** 2 / (b.length - 1))
  const reach = student975(Math.max(1, Math.floor(freedom))) * Math.sqrt(error)
  return { difference, interval: [difference - reach, difference + reach] }
}

function squaredError(values: readonly number[]): number {
  const deviation = sampleDeviation(values)
  if (deviation === undefined) throw new RangeError('a deviation needs two values')
  return deviation ** 2 / values.length
}

/** P(a > b), ties counting half; both non-empty. Source: Mann-Whitney (1947); Newcombe, Stat. Med. 25 (2006) 559-573, method 5. */
export function exceedance(a: readonly number[], b: readonly number[]): { readonly chance: number; readonly interval: Interval } {
  const [m, n] = [a.length, b.length]
  const chance = (rankSum(a, b) - (m * (m + 1)) / 2) / (m * n)
  const bound = (from: number, to: number) => boundBetween({ from, to, chance, m, n })
  return { chance, interval: [bound(chance, 0), bound(chance, 1)] }
}

function rankSum(a: readonly number[], b: readonly number[]): number {
  const all = [...a.map((value) => ({ value, isOfA: true })), ...b.map((value) => ({ value, isOfA: false }))]
  all.sort((left, right) => left.value - right.value)
  let sum = 0
  for (let start = 0; start < all.length; ) {
    let end = start
    let ofA = 0
    for (; end < all.length && itemAt(all, end).value === itemAt(all, start).value; end += 1) if (itemAt(all, end).isOfA) ofA += 1
    sum += (ofA * (start + 1 + end)) / 2
    start = end
  }
  return sum
}

const STEPS = 50
type Bound = { readonly from: number; readonly to: number; readonly chance: number; readonly m: number; readonly n: number }

/** Furthest value from `from` towards `to` within 1.96 of its own standard errors of `chance`. */
function boundBetween({ from, to, chance, m, n }: Bound): number {
  let [near, far] = [from, to]
  for (let step = 0; step < STEPS; step += 1) {
    const middle = (near + far) / 2
    if (Math.abs(middle - chance) <= NORMAL_975 * exceedanceError(middle, m, n)) near = middle
    else far = middle
  }
  return near
}

function exceedanceError(chance: number, m: number, n: number): number {
  const half = (m + n) / 2 - 1
  const spread = 1 + half * ((1 - chance) / (2 - chance) + chance / (1 + chance))
  return Math.sqrt((chance * (1 - chance) * spread) / (m * n))
}
