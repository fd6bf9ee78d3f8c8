import { INTERVAL_MS, type Interval } from '@aerie/core/market/candle'
import { coinsOf } from '@aerie/journal/import/markets'
import type { TripDetail } from '@aerie/wire/journal/journal'

/** Bars on either side of the trade. */
const AROUND = 40
/** Fewer bars than a page of candles has. */
const MOST_BARS = 900
const FINEST_FIRST: readonly Interval[] = ['1m', '5m', '15m', '1h', '4h', '1d']

/** What of the time axis a trade's chart shows; milliseconds, both open times of bars. */
export type TripWindow = { readonly interval: Interval; readonly from: number; readonly to: number }

/**
 * The finest timeframe in which a whole trade with some of what was before and after fits on one chart.
 *
 * @param now by the market's clock: an open trade goes on to here
 * @returns null where nobody knows when it was opened
 */
export function tripWindow(
  { opened_at_ms, closed_at_ms }: Pick<TripDetail, 'opened_at_ms' | 'closed_at_ms'>,
  now: number,
): TripWindow | null {
  if (opened_at_ms === null) return null
  const end = closed_at_ms ?? Math.max(now, opened_at_ms)
  const fits = (interval: Interval) => (end - opened_at_ms) / INTERVAL_MS[interval] + 2 * AROUND <= MOST_BARS
  const interval = FINEST_FIRST.find(fits) ?? '1d'
  const step = INTERVAL_MS[interval]
  const [first, last] = [Math.floor(opened_at_ms / step), Math.floor(end / step)]
  const from = Math.max(first - AROUND, last + AROUND - MOST_BARS)
  return { interval, from: from * step, to: (last + AROUND) * step }
}

/** The coin whose candles a trade can be drawn on: exchanges write `BTCUSDT` for it. Null where it is not quoted in dollars. */
export function marketSymbol({ symbol, origin }: Pick<TripDetail, 'symbol' | 'origin'>): string | null {
  if (origin === 'paper') return symbol
  const { base, quote } = coinsOf(symbol)
  return quote === 'USDC' ? base : null
}
