import { DAY_MS } from '@aerie/core/time'
import { useState } from 'react'
import { isStalePrice, useMarketStatus } from '../../live/market/market-status.ts'
import type { Quote } from '../../live/market/use-quote.ts'

/** The highest and the lowest price that this page has seen, and of which market. */
type Seen = { readonly source: string | undefined; readonly high: Quote | null; readonly low: Quote | null }
const NOTHING: Seen = { source: undefined, high: null, low: null }

/**
 * The extremes of the prices that were on show within the last 24 hours: between two readings of candles, a price that has gone again
 * is known from nowhere else.
 *
 * @param quote the newest one; a stale one adds nothing
 */
export function useSeenExtremes(quote: Quote | null): Seen {
  const source = useMarketStatus()?.source
  const [seen, setSeen] = useState(NOTHING)
  const next = quote === null || isStalePrice(quote.asOf) ? seen : widened(seen, quote, source)
  if (next !== seen) setSeen(next)
  return next.high?.symbol === quote?.symbol ? next : NOTHING
}

function widened(seen: Seen, quote: Quote, source: string | undefined): Seen {
  const isOf = (each: Quote): boolean => {
    const age = quote.asOf - each.asOf
    return seen.source === source && each.symbol === quote.symbol && each.quote === quote.quote && age >= 0 && age < DAY_MS
  }
  const high = seen.high !== null && isOf(seen.high) && seen.high.price >= quote.price ? seen.high : quote
  const low = seen.low !== null && isOf(seen.low) && seen.low.price <= quote.price ? seen.low : quote
  return high === seen.high && low === seen.low && seen.source === source ? seen : { source, high, low }
}
