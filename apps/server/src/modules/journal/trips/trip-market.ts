import { coinsOf } from '@aerie/journal/import/markets'
import { sql } from 'drizzle-orm'
import { tradingAccounts } from '../../../db/schema/trading.ts'
import type { TripRecord } from './trip-repository.ts'

/** The market source whose prices a trip's are, of a trip that is joined with its account: of imports the live one, null where there is none. */
export const tripSource = sql<
  string | null
>`coalesce(${tradingAccounts.sourceId}, (select id from market_sources where id like 'live:%' order by number desc limit 1))`

/** The coin whose prices a trip's are: exchanges write `BTCUSDT` for it. Null where it is not quoted in dollars. */
export function tripCoin({ accountId, symbol }: Pick<TripRecord, 'accountId' | 'symbol'>): string | null {
  if (accountId !== null) return symbol
  const { base, quote } = coinsOf(symbol)
  return quote === 'USDC' ? base : null
}
