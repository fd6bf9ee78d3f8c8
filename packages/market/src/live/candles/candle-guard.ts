import { type Candle, INTERVAL_MS } from '@aerie/core/market/candle'
import { DAY_MS, type EpochMs } from '@aerie/core/time'
import type { BaseInterval } from '../../market-source.ts'

/** Largest difference between a close and the next open (logarithmic). */
const STEP: Readonly<Record<BaseInterval, number>> = { '1m': Math.log(2), '1h': Math.log(3) }
/** Largest difference between a candle and a price from another source: the two may be from different minutes. */
const APART = Math.log(5)
/** Stricter for streamed candles, because larger moves can be verified by REST. */
const STREAMED_APART = Math.log(2)
const STREAMED_WICK_MOST = Math.log(1.5)
/** Added per square root of the days between. */
const STEP_A_DAY = 0.35
/** The first candle of a listing may open far from its close; a longer wick is invalid. */
const BODY_MOST = Math.log(20)
const WICK_MOST = Math.log(20)

const distance = (a: number, b: number): number => Math.abs(Math.log(a / b))
type Point = { readonly price: number; readonly at: number }

/** Filters plausible candles, newest first: each close near the next open, the newest near `known` or else the middle close. */
export function plausibleCandles(candles: readonly Candle[], interval: BaseInterval, known: Point | undefined): Candle[] {
  let next = known ?? middle(candles)
  let step = APART
  const believed: Candle[] = []
  for (const candle of candles.toReversed()) {
    if (next === undefined || !follows(candle, interval, next, step)) continue
    believed.push(candle)
    next = { price: candle.open, at: candle.time * 1000 }
    step = STEP[interval]
  }
  return believed.reverse()
}

/** Whether a streamed candle can be accepted without a REST check. */
export function isUnsurprising(candle: Candle, interval: BaseInterval, known: Point | undefined): boolean {
  const { open, high, low, close } = candle
  const isCalm = distance(high, Math.max(open, close)) <= STREAMED_WICK_MOST && distance(low, Math.min(open, close)) <= STREAMED_WICK_MOST
  return isCalm && (known === undefined || follows(candle, interval, known, STREAMED_APART))
}

/** Whether a candle is consistent with a price after it (or at about its time). */
export const isPlausibleCandle = (candle: Candle, interval: BaseInterval, known: Point | undefined): boolean =>
  known === undefined ? hasPlausibleShape(candle) : follows(candle, interval, known, APART)

function follows(candle: Candle, interval: BaseInterval, next: Point, step: number): boolean {
  const days = Math.abs(next.at - (candle.time * 1000 + INTERVAL_MS[interval])) / DAY_MS
  return distance(candle.close, next.price) <= step + STEP_A_DAY * Math.sqrt(days) && hasPlausibleShape(candle)
}

function hasPlausibleShape({ open, high, low, close }: Candle): boolean {
  const isWick = distance(high, Math.max(open, close)) > WICK_MOST || distance(low, Math.min(open, close)) > WICK_MOST
  return !isWick && distance(open, close) <= BODY_MOST
}

function middle(candles: readonly Candle[]): Point | undefined {
  const half = Math.floor(candles.length / 2)
  const price = candles.map(({ close }) => close).sort((a, b) => a - b)[half]
  const between = candles[half]
  return price === undefined || between === undefined ? undefined : { price, at: between.time * 1000 }
}

/** Oldest accepted candle of each series, used to judge the older part that joins it. */
export class SeriesEdges {
  readonly #edges = new Map<string, Point>()

  nearest(symbol: string, interval: BaseInterval, to: EpochMs, now: Point | undefined): Point | undefined {
    const edge = this.#edges.get(`${symbol} ${interval}`)
    if (edge === undefined) return now
    return now === undefined || Math.abs(edge.at - to) < Math.abs(now.at - to) ? edge : now
  }

  note(symbol: string, interval: BaseInterval, oldest: Candle | undefined): void {
    if (oldest !== undefined) this.#edges.set(`${symbol} ${interval}`, { price: oldest.open, at: oldest.time * 1000 })
  }
}
