import { type Coefficient, correlator, fisherInterval, pearson, spearman } from '@aerie/core/analytics/correlation'
import { knownValues, logReturns } from '@aerie/core/analytics/log-returns'
import { itemAt } from '@aerie/core/item-at'
import { INTERVAL_MS } from '@aerie/core/market/candle'
import { numberAt } from '@aerie/core/numbers/number-at'
import {
  type Correlation,
  type CorrelationCell,
  type CorrelationMethod,
  type CorrelationPair,
  LEAST_PAIRS,
  type ReturnInterval,
  type ReturnPair,
} from '@aerie/wire/market/analytics'
import { eventLoopYielder } from '../../event-loop-yielder.ts'
import type { CandleRing } from '../market/candles/candle-ring.ts'
import { HOUR_S, sampledCloses } from './hour-history.ts'

/** What a correlation is taken of, whichever coins. */
type Basis = { readonly interval: ReturnInterval; readonly window: number; readonly method: CorrelationMethod }
type Stamp = Pick<Correlation, 'source' | 'as_of'>
type Coin = { readonly symbol: string; readonly ring: CandleRing }

const stepOf = (interval: ReturnInterval): number => INTERVAL_MS[interval] / 1_000

/**
 * Returns of a coin on the grid of the window, which ends with the last candle of the interval that has closed by `end`.
 *
 * @param end seconds
 */
function returnsOf(ring: CandleRing, { interval, window }: Basis, end: number): { from: number; values: Float64Array } {
  const step = stepOf(interval)
  const to = Math.floor(end / step) * step
  const length = Math.floor((window * HOUR_S) / step)
  const from = to - length * step
  return { from, values: logReturns(sampledCloses(ring, step, { from: from - step, to }), { from, step, length }) }
}

type Known = { readonly value: number | null; readonly low: number | null; readonly high: number | null }

/** A coefficient with its bounds; unknown under LEAST_PAIRS. */
function boundsOf({ value, pairs }: Coefficient, method: CorrelationMethod): Known {
  const known = value === undefined || pairs < LEAST_PAIRS ? undefined : value
  const interval = known === undefined ? undefined : fisherInterval(known, pairs, method)
  return { value: known ?? null, low: interval?.[0] ?? null, high: interval?.[1] ?? null }
}

/** The matrix of several coins, each pair once. Made in turns: nothing else waits for it. */
export async function correlationAnswer(coins: readonly Coin[], basis: Basis, stamp: Stamp): Promise<Correlation> {
  const { interval, window, method } = basis
  const end = stamp.as_of / 1_000
  const giveWay = eventLoopYielder()
  const columns: Float64Array[] = []
  for (const { ring } of coins) {
    columns.push(returnsOf(ring, basis, end).values)
    await giveWay()
  }
  const { between } = correlator(columns, method)
  const cells: CorrelationCell[] = []
  for (let i = 0; i < coins.length; i += 1) {
    for (let j = i + 1; j < coins.length; j += 1) {
      const coefficient = between(i, j)
      const { value, low, high } = boundsOf(coefficient, method)
      cells.push([i, j, coefficient.pairs, value, low, high])
      await giveWay()
    }
  }
  return {
    symbols: coins.map(({ symbol }) => symbol),
    returns: columns.map((column) => knownValues(column).length),
    cells,
    method,
    interval,
    window_hours: window,
    ...stamp,
  }
}

/** Points of the rolling coefficient, and the share of the window that each looks back on. */
const ROLLING_POINTS = 240
const ROLLING_SHARE = 6
/** More of a scatter than anyone can tell apart: every so many of the others are left out, evenly. */
const MOST_POINTS = 1_100

/** What one cell is made of: its pairs of returns, and how the coefficient went. */
export function pairAnswer(coins: readonly [Coin, Coin], basis: Basis, stamp: Stamp): CorrelationPair {
  const { interval, window, method } = basis
  const step = stepOf(interval)
  const end = stamp.as_of / 1_000
  const [x, y] = [returnsOf(coins[0].ring, basis, end), returnsOf(coins[1].ring, basis, end)]
  const points = pointsOf(x, y, step)
  const compute = method === 'pearson' ? pearson : spearman
  const whole = compute(x.values, y.values)
  const rolling_pairs = Math.max(LEAST_PAIRS, Math.round(x.values.length / ROLLING_SHARE))
  return {
    a: coins[0].symbol,
    b: coins[1].symbol,
    pairs: whole.pairs,
    ...boundsOf(whole, method),
    points: thinned(points, MOST_POINTS),
    rolling: rollingOf(points, rolling_pairs, compute),
    rolling_pairs,
    method,
    interval,
    window_hours: window,
    ...stamp,
  }
}

type Series = { readonly from: number; readonly values: Float64Array }

function pointsOf(x: Series, y: Series, step: number): ReturnPair[] {
  const points: ReturnPair[] = []
  for (let i = 0; i < x.values.length; i += 1) {
    const [a, b] = [numberAt(x.values, i), numberAt(y.values, i)]
    if (Number.isFinite(a + b)) points.push([(x.from + (i + 1) * step) * 1_000, 100 * a, 100 * b])
  }
  return points
}

/** Every `n`th from the newest back, so that at most `most` are left. */
function thinned(points: readonly ReturnPair[], most: number): ReturnPair[] {
  const every = Math.ceil(points.length / most)
  return points.filter((_, i) => (points.length - 1 - i) % every === 0)
}

function rollingOf(points: readonly ReturnPair[], length: number, compute: typeof pearson): CorrelationPair['rolling'] {
  const rolling: CorrelationPair['rolling'] = []
  const every = Math.max(1, Math.ceil((points.length - length + 1) / ROLLING_POINTS))
  const [a, b] = [points.map(([, value]) => value), points.map(([, , value]) => value)]
  for (let last = points.length - 1; last >= length - 1; last -= every) {
    const from = last + 1 - length
    rolling.push([itemAt(points, last)[0], compute(a.slice(from, last + 1), b.slice(from, last + 1)).value ?? null])
  }
  return rolling.reverse()
}
