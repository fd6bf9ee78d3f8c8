import { coinsOf, isDollar } from '@aerie/journal/import/markets'
import { sql } from 'drizzle-orm'
import { tradingAccounts } from '../../../platform/db/schema/trading.ts'
import type { TripRecord } from './trip-repository.ts'

/** Market source of a trip joined with its account; imports use the live one; null if none. */
export const tripSource = sql<
  string | null
>`coalesce(${tradingAccounts.sourceId}, (select id from market_sources where id like 'live:%' order by number desc limit 1))`

/** Coin of a trip: exchanges write `BTCUSDT`. Null if not quoted in dollars. */
export function tripCoin({ accountId, symbol }: Pick<TripRecord, 'accountId' | 'symbol'>): string | null {
  if (accountId !== null) return symbol
  const { base, quote } = coinsOf(symbol)
  return isDollar(quote) ? base : null
}
