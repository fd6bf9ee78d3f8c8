import type { Capital } from '@aerie/journal/daily-returns'
import { usdcNumber } from '@aerie/journal/report/report-trip'
import { isZone } from '@aerie/journal/zone-time'
import { serializeByKey } from '@aerie/runtime/serial-queue'
import type { JournalStatistics, statisticsQuery } from '@aerie/wire/journal/journal-statistics'
import type * as z from 'zod/mini'
import type { Db } from '../../../db/client.ts'
import { AppError } from '../../../plugins/app-error.ts'
import { accountHistory } from '../../trading/accounts/account-history.ts'
import type { HabitsReport } from '../habit-rows.ts'
import { habitsRepository } from '../habits-repository.ts'
import type { TripFilter } from '../trips/trip-filter.ts'
import { statisticsRepository, type TripCounts } from './statistics-repository.ts'
import type { StatisticsThread } from './statistics-thread.ts'

type Query = z.output<typeof statisticsQuery>
const PAGE = 5_000
/** Trips that statistics are made over; of more the user has to choose a time. */
const MOST_TRIPS = 300_000

/** Statistics of a user's closed trips: read by pages, computed in a worker thread. */
export const statisticsService = (db: Db, thread: Pick<StatisticsThread, 'ask' | 'habits'>) => {
  const repository = statisticsRepository(db)
  const lanes = serializeByKey()
  const pagesOf = async (userId: string, query: Query): Promise<string[]> => {
    const pages: string[] = []
    for (let after: string | undefined; ; ) {
      const page = await repository.page(userId, query, { after, limit: PAGE })
      if (page?.text != null) pages.push(page.text)
      if (page === undefined || page.rows < PAGE || page.last === null) return pages
      after = page.last
    }
  }
  const capitalOf = async (userId: string, query: Query, { accounts, imported }: TripCounts): Promise<Capital> => {
    const start = await startOf(db, query, { accounts, imported })
    if ('reason' in start || query.from === undefined) return start
    return { usdc: start.usdc + Number(await repository.netBefore(userId, query, query.from)) }
  }
  const make = async (userId: string, query: Query, zone: string): Promise<JournalStatistics> => {
    const counts = await repository.counts(userId, query)
    if (counts.counted > MOST_TRIPS)
      throw new AppError('rule_broken', { word: 'too_many_trips', detail: `More than ${MOST_TRIPS} trades. Choose a shorter period.` })
    const capital = await capitalOf(userId, query, counts)
    const report = await thread.ask({ pages: await pagesOf(userId, query), zone, capital })
    return { zone, currency: 'USDC', trips: countsAnswer(counts), ...report }
  }
  const checkZone = (zone: string): void => {
    if (!isZone(zone))
      throw new AppError('bad_input', { detail: 'This time zone is not known.', errors: { zone: ['not an IANA time zone'] } })
  }
  return {
    /** One at a time for each user. @throws AppError bad_input for a zone that is none */
    statistics: (userId: string, query: Query): Promise<JournalStatistics> => {
      const { zone = 'UTC' } = query
      checkZone(zone)
      return lanes.run(userId, () => make(userId, query, zone))
    },
    /** What the newest trips show of their trader. One at a time for each user. @throws AppError bad_input for a zone that is none */
    habits: (userId: string, zone: string): Promise<HabitsReport> => {
      checkZone(zone)
      return lanes.run(userId, async () => thread.habits({ habits: await habitsRepository(db).newest(userId), zone }))
    },
    /** How many of the counted trips were imported. */
    imported: async (userId: string, filter: TripFilter): Promise<number> => (await repository.counts(userId, filter)).imported,
  }
}

export type StatisticsService = ReturnType<typeof statisticsService>

/** What was there before the first trade: an account's deposit, or what the user says of imports. */
async function startOf(db: Db, { capital }: Query, { accounts, imported }: Pick<TripCounts, 'accounts' | 'imported'>): Promise<Capital> {
  const [first, second] = accounts
  if (first === undefined) return importedStart(capital)
  if (second !== undefined) return { reason: 'the trades are of several accounts: choose one' }
  if (imported > 0) return { reason: 'the trades are of an account and of imports: choose one' }
  const row = await accountHistory(db).account(first)
  return row === undefined ? { reason: 'the account is not there any more' } : { usdc: usdcNumber(row.deposit) }
}

function importedStart(capital: string | undefined): Capital {
  const usdc = Number(capital ?? 0)
  return usdc > 0 ? { usdc } : { reason: 'nobody has told what the account held before its first trade' }
}

function countsAnswer(counts: TripCounts): JournalStatistics['trips'] {
  const { counted, open, with_risk, simulated, replayed } = counts
  const reasons = ['fee_coin', 'not_told', 'account_reset', 'other_currency'] as const
  const leftOut = reasons.map((reason) => ({ reason, trips: counts[reason] })).filter(({ trips }) => trips > 0)
  return { counted, open, with_risk, left_out: leftOut, simulated, replayed }
}
