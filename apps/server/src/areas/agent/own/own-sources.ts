import type { AlertRow } from '@aerie/wire/alerts/alert-rows'
import type { TripRow } from '@aerie/wire/journal/journal'
import type { JournalStatistics, statisticsQuery } from '@aerie/wire/journal/journal-statistics'
import type { TradingAccount } from '@aerie/wire/trading/trading-account'
import type { TradingOrder } from '@aerie/wire/trading/trading-orders'
import type { TradingFill, TradingPosition } from '@aerie/wire/trading/trading-positions'
import type * as z from 'zod/mini'
import type { CoinSums, TripSums } from '../../journal/index.ts'
import type { SupposedMove, WhatIf } from '../../trading/index.ts'

type StatisticsQuery = z.output<typeof statisticsQuery>
export type TripQuery = Pick<StatisticsQuery, 'from' | 'to' | 'symbol' | 'side'> & { readonly without?: readonly string[] | undefined }

export type TripRanking = {
  readonly order: 'newest' | 'best' | 'worst'
  readonly result: 'win' | 'loss' | undefined
  readonly limit: number
}

/** Other modules' data of one user. The caller takes the user from the session, never from a question or a model. */
export type OwnSources = {
  readonly account: (userId: string) => Promise<TradingAccount>
  readonly positions: (userId: string) => Promise<readonly TradingPosition[]>
  readonly orders: (
    userId: string,
    query: { readonly state: 'open' | 'done'; readonly symbol?: string },
  ) => Promise<readonly TradingOrder[]>
  /** Newest first. */
  readonly fills: (userId: string, symbol: string | undefined) => Promise<readonly TradingFill[]>
  /** Open positions as round trips: their fees and funding so far. */
  readonly openTrips: (userId: string, symbol: string | undefined) => Promise<readonly TripRow[]>
  /** Newest first. */
  readonly alerts: (userId: string) => Promise<readonly AlertRow[]>
  readonly whatIf: (userId: string, move: SupposedMove) => Promise<WhatIf>
  readonly statistics: (userId: string, query: StatisticsQuery & Pick<TripQuery, 'without'>) => Promise<JournalStatistics>
  readonly sums: (userId: string, query: TripQuery) => Promise<TripSums>
  readonly coinSums: (userId: string, query: TripQuery) => Promise<readonly CoinSums[]>
  readonly imported: (userId: string, query: TripQuery) => Promise<number>
  readonly trips: (
    userId: string,
    filter: TripQuery,
    ranking: TripRanking,
  ) => Promise<{ readonly rows: readonly TripRow[]; readonly total: number }>
}
