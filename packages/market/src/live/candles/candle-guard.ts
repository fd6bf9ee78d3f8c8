import { type Candle, INTERVAL_MS } from '@aerie/core/market/candle'
import { DAY_MS, type EpochMs } from '@aerie/core/time'
import type { BaseInterval } from '../../market-source.ts'

/** How far a close may be from the open that follows it (logarithmic). */
const STEP: Readonly<Record<BaseInterval, number>> = { '1m': Math.log(2), '1h': Math.log(3) }
/** How far a candle may be from a price that was told by another way: the two need not agree to the minute. */
const APART = Math.log(5)
/** The same for a candle of the stream: REST is there to be asked whether a leap like that has been. */
const HEARD_APART = Math.log(2)
const HEARD_WICK_MOST = Math.log(1.5)
/** What a day adds to that, by its square root, where candles lie between. */
const STEP_A_DAY = 0.35
/** The first candle of a listing may open far from where it closes; a wick farther than this is none. */
const BODY_MOST = Math.log(20)
const WICK_MOST = Math.log(20)

const distance = (a: number, b: number): number => Math.abs(Math.log(a / b))
type Point = { readonly price: number; readonly at: number }

/**
 * Which candles of an answer can be believed, judged from the newest to the oldest: each must close about where the next
 * one opens, the newest near what is known of the price since.
 *
 * @param candles ascending
 * @param known a price and its time (milliseconds); without one, the middle of the answer's own closes
 */
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

/** Whether a candle that the stream tells may be believed without asking: no leap, and near the price. */
export function isUnsurprising(candle: Candle, interval: BaseInterval, known: Point | undefined): boolean {
  const { open, high, low, close } = candle
  const isCalm = distance(high, Math.max(open, close)) <= HEARD_WICK_MOST && distance(low, Math.min(open, close)) <= HEARD_WICK_MOST
  return isCalm && (known === undefined || follows(candle, interval, known, HEARD_APART))
}

/** Whether one candle fits what is known of the price after it (or about its time). */
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

/** Where the judged part of each series begins, so that an older part is judged by the newer one that it joins. */
export class SeriesEdges {
  readonly #edges = new Map<string, Point>()

  /** What is known nearest to the end of a part: the edge of the series where it joins, else the price now. */
  nearest(symbol: string, interval: BaseInterval, to: EpochMs, now: Point | undefined): Point | undefined {
    const edge = this.#edges.get(`${symbol} ${interval}`)
    if (edge === undefined) return now
    return now === undefined || Math.abs(edge.at - to) < Math.abs(now.at - to) ? edge : now
  }

  /** Notes the oldest believed candle of a part. */
  note(symbol: string, interval: BaseInterval, oldest: Candle | undefined): void {
    if (oldest !== undefined) this.#edges.set(`${symbol} ${interval}`, { price: oldest.open, at: oldest.time * 1000 })
  }
}
