import { INTERVAL_MS, type Interval } from '@aerie/core/market/candle'
import { coinsOf, isDollar } from '@aerie/journal/import/markets'
import type { TripDetail } from '@aerie/wire/journal/journal'

/** Bars shown before and after the trade. */
const AROUND = 40
/** Below the page size of the candle API. */
const MOST_BARS = 900
const FINEST_FIRST: readonly Interval[] = ['1m', '5m', '15m', '1h', '4h', '1d']

/** Milliseconds; both are bar open times. */
export type TripWindow = { readonly interval: Interval; readonly from: number; readonly to: number }

/**
 * Finest timeframe in which the whole trade and its surroundings fit on one chart.
 * @param now market clock: end of an open trade
 * @returns null if the opening time is unknown
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

/** Maps exchange symbols such as `BTCUSDT` to a coin; null if not quoted in dollars. */
export function marketSymbol({ symbol, origin }: Pick<TripDetail, 'symbol' | 'origin'>): string | null {
  if (origin === 'paper') return symbol
  const { base, quote } = coinsOf(symbol)
  return isDollar(quote) ? base : null
}

/** Unit of the size of a coin-margined contract, which is in dollars; empty for other markets, whose size is in coins. */
export const sizeUnit = ({ symbol, currency }: Pick<TripDetail, 'symbol' | 'currency'>): string => {
  const { base, quote } = coinsOf(symbol)
  return base === currency && isDollar(quote) ? ` ${quote}` : ''
}
