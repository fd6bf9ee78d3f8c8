import { tidySum } from '@aerie/core/market/candle'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@aerie/core/time'
import type { BaseInterval, Listing } from '@aerie/market/market-source'
import type { CandleRing } from './candles/candle-ring.ts'

type Rings = Readonly<Record<BaseInterval, CandleRing>>
export type Closes = { readonly '1h': number | null; readonly '24h': number | null; readonly '7d': number | null }

const WEEK_MS = 7 * DAY_MS
/** How much older than asked for the last known price may be, where minutes are known. */
const TOLERANCE_MS = { '1h': 5 * MINUTE_MS, '24h': HOUR_MS, '7d': 3 * HOUR_MS } as const
/** How old a listing's own closes may be before they say nothing. */
const LISTING_TOLERANCE_MS = { '1h': 15 * MINUTE_MS, '24h': 2 * HOUR_MS, '7d': 12 * HOUR_MS } as const
const SPAN_MS = { '1h': HOUR_MS, '24h': DAY_MS, '7d': WEEK_MS } as const

/** The close of the last candle that had closed at `at`, and when that was. */
function lastClose(ring: CandleRing, stepMs: number, at: number): { price: number; closedAt: number } | undefined {
  const after = ring.lowerBound(Math.floor((at - stepMs) / 1000) + 1)
  if (after === 0) return undefined
  return { price: ring.closeAt(after - 1), closedAt: ring.timeAt(after - 1) * 1000 + stepMs }
}

/** The price at `at` as candles know it: null when the nearest one before is older than `toleranceMs`. */
function priceAt(rings: Rings, at: number, toleranceMs: number): number | null {
  const minute = lastClose(rings['1m'], MINUTE_MS, at)
  const hour = lastClose(rings['1h'], HOUR_MS, at)
  const nearest = minute !== undefined && minute.closedAt >= (hour?.closedAt ?? 0) ? minute : hour
  return nearest === undefined || at - nearest.closedAt > toleranceMs ? null : nearest.price
}

/**
 * Prices one hour, a day and a week before `now`. From candles; where they do not reach, from the listing while it is
 * fresh; else null. A market that is recorded by the hour knows its prices by the hour: there the last full hour counts.
 */
export function pastCloses(rings: Rings, listing: Listing | undefined, now: number): Closes {
  const hourly = rings['1m'].length() === 0
  const close = (key: keyof Closes): number | null => {
    const tolerance = hourly ? Math.max(TOLERANCE_MS[key], HOUR_MS) : TOLERANCE_MS[key]
    const known = priceAt(rings, now - SPAN_MS[key], tolerance)
    if (known !== null || listing === undefined) return known
    return now - listing.asOf <= LISTING_TOLERANCE_MS[key] ? listing.closes[key] : null
  }
  return { '1h': close('1h'), '24h': close('24h'), '7d': close('7d') }
}

/** Share of the 24 hours that must be known before their sum is told. */
const COVERAGE = 0.95

/** Sum of volume times close of the candles that closed in the day before `now`; null when too many are missing. */
function traded(ring: CandleRing, stepMs: number, now: number): number | null {
  const end = Math.floor(now / stepMs) * stepMs
  const from = ring.lowerBound((end - DAY_MS) / 1000)
  const to = ring.lowerBound(end / 1000)
  if (to - from < (DAY_MS / stepMs) * COVERAGE) return null
  let sum = 0
  for (let index = from; index < to; index += 1) sum += ring.volumeAt(index) * ring.closeAt(index)
  return tidySum(sum)
}

/** Traded in the last 24 hours, in the quote currency: by minutes where they are known, else by full hours. */
export const tradedIn24h = (rings: Rings, now: number): number | null =>
  traded(rings['1m'], MINUTE_MS, now) ?? traded(rings['1h'], HOUR_MS, now)

const SPARK_POINTS = 42
const SPARK_STEP_S = WEEK_MS / 1000 / SPARK_POINTS

/** The close of each four hours of the last week, oldest first; hours without a candle give no point. */
export function sparkline(hours: CandleRing, now: number): number[] {
  const end = Math.floor(now / HOUR_MS) * 3600
  const points: number[] = []
  for (let step = SPARK_POINTS - 1; step >= 0; step -= 1) {
    const to = end - step * SPARK_STEP_S
    const after = hours.lowerBound(to)
    if (after > 0 && hours.timeAt(after - 1) >= to - SPARK_STEP_S) points.push(hours.closeAt(after - 1))
  }
  return points
}
