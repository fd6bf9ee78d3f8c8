import type { Price } from '@aerie/core/numbers/units'
import { MINUTE_MS } from '@aerie/core/time'
import { afterFill, afterPrice, type JournalFill, type OpenTrip, type RoundTrip } from '../round-trip.ts'

/** Lowest and highest price of a minute that begins at `at`, in epoch milliseconds. */
export type MinutePrices = { readonly at: number; readonly low: Price; readonly high: Price }

/** Worst and best of a closed position, and its prices after each of its fills. */
export type TripExcursions = Pick<RoundTrip, 'worst' | 'best' | 'spans'>

/**
 * Worst and best of a closed position from candles of a minute and its own fills. A minute in which something was bought or sold tells of
 * prices before and after it, nobody knows which: only the fills' own prices count there.
 *
 * @param fills of one trip, oldest first, from flat to flat
 * @param minutes in any order; those outside of the trip do not count
 * @returns undefined where the fills do not end flat
 * @throws never
 * Source: docs/math/journal.md
 */
export function minuteExcursions(fills: readonly JournalFill[], minutes: readonly MinutePrices[]): TripExcursions | undefined {
  const isTraded = new Set(fills.map(({ at }) => Math.floor(at / MINUTE_MS)))
  const quiet = minutes.filter(({ at }) => !isTraded.has(Math.floor(at / MINUTE_MS))).toSorted((a, b) => a.at - b.at)
  let open: OpenTrip | undefined
  let next = 0
  for (const fill of fills) {
    for (let minute = quiet[next]; minute !== undefined && minute.at < fill.at; minute = quiet[next]) {
      if (open !== undefined) open = afterPrice(afterPrice(open, minute.low, minute.at), minute.high, minute.at)
      next += 1
    }
    const step = afterFill(open, fill)
    if (step.closed !== undefined) return step.open === undefined ? step.closed : undefined
    open = step.open
  }
  return undefined
}
