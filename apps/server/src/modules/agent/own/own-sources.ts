import type { TripRow } from '@aerie/wire/journal/journal'
import type { JournalStatistics, statisticsQuery } from '@aerie/wire/journal/journal-statistics'
import type { TradingAccount } from '@aerie/wire/trading/trading-account'
import type { TradingOrder } from '@aerie/wire/trading/trading-orders'
import type { TradingPosition } from '@aerie/wire/trading/trading-positions'
import type * as z from 'zod/mini'

type StatisticsQuery = z.output<typeof statisticsQuery>
/** Which closed trips; as the journal's own filter. */
export type TripQuery = Pick<StatisticsQuery, 'from' | 'to' | 'symbol' | 'side'>

/** Which of the trips that a filter finds, and how they are ordered. */
export type TripRanking = {
  readonly order: 'newest' | 'best' | 'worst'
  readonly result: 'win' | 'loss' | undefined
  readonly limit: number
}

/**
 * What other areas tell of one user's own data: their services, each asked with the user first. Whoever calls them has the user from
 * the session, never from a question or a model.
 */
export type OwnSources = {
  /** @throws AppError unavailable while trading is not open */
  readonly account: (userId: string) => Promise<TradingAccount>
  readonly positions: (userId: string) => Promise<readonly TradingPosition[]>
  readonly orders: (
    userId: string,
    query: { readonly state: 'open' | 'done'; readonly symbol?: string },
  ) => Promise<readonly TradingOrder[]>
  readonly statistics: (userId: string, query: StatisticsQuery) => Promise<JournalStatistics>
  /** Trips that are counted, and how many of them were imported. */
  readonly imported: (userId: string, query: TripQuery) => Promise<number>
  readonly trips: (
    userId: string,
    filter: TripQuery,
    ranking: TripRanking,
  ) => Promise<{ readonly rows: readonly TripRow[]; readonly total: number }>
}
