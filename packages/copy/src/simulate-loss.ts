import type { Candle } from '@aerie/core/market/candle'
import { type MicroUsdc, price } from '@aerie/core/numbers/units'
import { HOUR_MS, MINUTE_MS } from '@aerie/core/time'
import { type CopyHolding, copyResult, type MarkOf } from './copy-parts.ts'
import { indexAt, type PastCandles, pastMark } from './past-prices.ts'

/** Candles by symbol; undefined where none are known. */
export type CandlesOf = (symbol: string) => PastCandles | undefined

/** What is watched, and between which instants; both are looked at, too. */
export type Watched = {
  readonly holding: CopyHolding
  readonly candlesOf: CandlesOf
  /** A loss, above 0. */
  readonly limit: MicroUsdc
  readonly from: number
  readonly to: number
}

/**
 * The first instant at which a holding has lost its limit: looked for at each whole minute, as a copy that trades is looked at all the time.
 *
 * @returns undefined where it has not, or a mark is not known
 * @throws never
 * Source: docs/user/copy.md, simulation
 */
export function firstLoss(watched: Watched): number | undefined {
  const { from, to } = watched
  for (let hour = floorTo(from, HOUR_MS); hour <= to; hour += HOUR_MS) {
    if (!mayLose(watched, hour)) continue
    const last = Math.min(to, hour + HOUR_MS - 1)
    for (let at = Math.max(from, hour); at <= last; at = floorTo(at, MINUTE_MS) + MINUTE_MS) if (hasLost(watched, at)) return at
  }
  return hasLost(watched, to) ? to : undefined
}

const floorTo = (at: number, step: number): number => Math.floor(at / step) * step

/**
 * Marks of an instant, as far as they are known.
 *
 * @throws never
 */
export const marksIn =
  (candlesOf: CandlesOf, at: number): MarkOf =>
  (symbol) => {
    const candles = candlesOf(symbol)
    return candles && pastMark(candles, at)
  }

function hasLost({ holding, candlesOf, limit }: Watched, at: number): boolean {
  const result = copyResult(holding, marksIn(candlesOf, at))
  return result !== undefined && -result >= limit
}

/** Whether the worst prices of an hour, all at once, would reach the limit: seldom, so that few hours are looked at by minutes. */
function mayLose({ holding, candlesOf, limit }: Watched, hour: number): boolean {
  const result = copyResult(holding, (symbol) => {
    const candles = candlesOf(symbol)
    return candles && worstIn(candles, hour, (holding.parts.get(symbol)?.size ?? 0n) > 0n)
  })
  return result === undefined || -result >= limit
}

/** The worst mark of an hour; of the candle before it where it has none. Undefined before the first. */
function worstIn({ minute, hour: hours }: PastCandles, hour: number, isLong: boolean) {
  const end = hour + HOUR_MS - 1
  const first = indexAt(hours, hour)
  if (first < 0) return undefined
  const inside = [...hours.slice(first, indexAt(hours, end) + 1), ...minute.slice(indexAt(minute, hour - 1) + 1, indexAt(minute, end) + 1)]
  return toPrice(isLong ? Math.min(...inside.map(low)) : Math.max(...inside.map(high)))
}

const low = (candle: Candle): number => candle.low
const high = (candle: Candle): number => candle.high
const toPrice = (value: number) => price(BigInt(Math.round(value * 1e6)) * 1_000_000n)
