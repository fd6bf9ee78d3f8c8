import type { Capital } from '@aerie/journal/daily-returns'
import type { JournalReport } from '@aerie/journal/report/report'
import { usdcNumber } from '@aerie/journal/report/report-trip'
import { isZone } from '@aerie/journal/zone-time'
import { IMPORT_CAPITAL_NEEDED, type JournalStatistics, type statisticsQuery } from '@aerie/wire/journal/journal-statistics'
import type * as z from 'zod/mini'
import type { Db } from '../../../db/client.ts'
import { AppError } from '../../../plugins/app-error.ts'
import { accountHistory } from '../../trading/accounts/account-history.ts'
import type { HabitsReport } from '../habit-rows.ts'
import { habitsRepository } from '../habits-repository.ts'
import type { TripFilter } from '../trips/trip-filter.ts'
import { KeptReports } from './kept-reports.ts'
import { ReportTurns, refuseLeft } from './report-turns.ts'
import { type CountedPlace, statisticsRepository, type TripCounts } from './statistics-repository.ts'
import type { StatisticsThread } from './statistics-thread.ts'

type Query = z.output<typeof statisticsQuery>
const PAGE = 5_000
/** Trips that statistics are made over; of more the user has to choose a time. */
const MOST_TRIPS = 300_000

type Threads = { readonly few: Pick<StatisticsThread, 'ask' | 'habits'>; readonly many: Pick<StatisticsThread, 'ask'> }

/** Statistics of a user's closed trips: read by pages, computed in a worker thread; a short report never waits for a long one. */
export const statisticsService = (db: Db, threads: Threads) => {
  const repository = statisticsRepository(db)
  const turns = new ReportTurns()
  const kept = new KeptReports()
  const pagesOf = async (userId: string, query: Query, signal: AbortSignal | undefined): Promise<string[]> => {
    const pages: string[] = []
    for (let after: CountedPlace | undefined; ; ) {
      refuseLeft(signal)
      const { text, last } = await repository.page(userId, query, { after, limit: PAGE })
      if (text !== null) pages.push(text)
      if (last === undefined) return pages
      after = last
    }
  }
  const capitalOf = async (userId: string, query: Query, { accounts, imported }: TripCounts): Promise<Capital> => {
    const start = await startOf(db, query, { accounts, imported })
    if ('reason' in start || query.from === undefined) return start
    // Other accounts, and those of before a reset, had a capital of their own.
    const earlier = { before: query.from, account: accounts[0] ?? null }
    return { usdc: start.usdc + Number(await repository.netBefore(userId, query, earlier)) }
  }
  const make = async (userId: string, { zone = 'UTC', ...query }: Query, signal: AbortSignal | undefined): Promise<JournalStatistics> => {
    const counts = await repository.counts(userId, query)
    if (counts.counted > MOST_TRIPS)
      throw new AppError('rule_broken', { word: 'too_many_trips', detail: `More than ${MOST_TRIPS} trades. Choose a shorter period.` })
    const capital = await capitalOf(userId, query, counts)
    const isShort = counts.counted <= PAGE
    const report = async (): Promise<JournalReport> =>
      (isShort ? threads.few : threads.many).ask({ pages: await pagesOf(userId, query, signal), zone, capital })
    const made = isShort
      ? await turns.short(userId, report)
      : await turns.long(userId, signal, () => kept.of({ userId, about: { query, zone, capital }, stamp: counts.stamp }, report))
    return { zone, currency: 'USDC', trips: countsAnswer(counts), ...made }
  }
  const checkZone = (zone: string): void => {
    if (!isZone(zone))
      throw new AppError('bad_input', { detail: 'This time zone is not known.', errors: { zone: ['not an IANA time zone'] } })
  }
  return {
    /**
     * Short reports and long ones of a user each one at a time, long ones one at a time of all.
     *
     * @param signal aborted once nobody waits for the answer any more: what has not begun then never does
     * @throws AppError bad_input for a zone that is none, unavailable where too many wait
     */
    statistics: async (userId: string, query: Query, signal?: AbortSignal): Promise<JournalStatistics> => {
      checkZone(query.zone ?? 'UTC')
      return make(userId, query, signal)
    },
    /** What the newest trips show of their trader. One at a time for each user. @throws AppError bad_input for a zone that is none */
    habits: async (userId: string, zone: string): Promise<HabitsReport> => {
      checkZone(zone)
      return turns.short(userId, async () => threads.few.habits({ habits: await habitsRepository(db).newest(userId), zone }))
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
  if (second !== undefined) return { reason: 'the trades are from several accounts: filter by one' }
  if (imported > 0) return { reason: 'the trades are from an account and imports: filter by one' }
  const row = await accountHistory(db).account(first)
  return row === undefined ? { reason: 'the account no longer exists' } : { usdc: usdcNumber(row.deposit) }
}

function importedStart(capital: string | undefined): Capital {
  const usdc = Number(capital ?? 0)
  return usdc > 0 ? { usdc } : { reason: IMPORT_CAPITAL_NEEDED }
}

function countsAnswer(counts: TripCounts): JournalStatistics['trips'] {
  const { counted, open, with_risk, simulated, replayed } = counts
  const reasons = ['fee_coin', 'not_told', 'account_reset', 'other_currency'] as const
  const leftOut = reasons.map((reason) => ({ reason, trips: counts[reason] })).filter(({ trips }) => trips > 0)
  return { counted, open, with_risk, left_out: leftOut, simulated, replayed }
}
