import type { Capital } from '@aerie/journal/daily-returns'
import type { JournalReport } from '@aerie/journal/report/report'
import { usdcNumber } from '@aerie/journal/report/report-trip'
import { isZone } from '@aerie/journal/zone-time'
import { QueueFullError, serializeByKey, serialQueue } from '@aerie/runtime/serial-queue'
import {
  IMPORT_CAPITAL_NEEDED,
  type JournalAccount,
  type JournalStatistics,
  type statisticsQuery,
} from '@aerie/wire/journal/journal-statistics'
import { type SQL, sql } from 'drizzle-orm'
import type * as z from 'zod/mini'
import type { Db } from '../../../platform/db/client.ts'
import { journalNotes, journalTrips } from '../../../platform/db/schema/journal.ts'
import { tradingAccounts } from '../../../platform/db/schema/trading.ts'
import { AppError } from '../../../platform/http/app-error.ts'
import { accountHistory } from '../../trading/index.ts'
import type { HabitsReport } from '../habit-rows.ts'
import type { TripFilter } from '../trips/trip-filter.ts'
import { conditionOf, isInDollars } from '../trips/trip-repository.ts'
import type { StatisticsThread } from './statistics-thread.ts'

type Query = z.output<typeof statisticsQuery> & Pick<TripFilter, 'without'>
const PAGE = 5_000
/** Maximum trips per report; beyond it the user must choose a period. */
const MOST_TRIPS = 300_000

type Threads = { readonly few: Pick<StatisticsThread, 'ask' | 'habits'>; readonly many: Pick<StatisticsThread, 'ask'> }

/** Statistics of closed trips, read by pages and computed in a worker thread; short reports never wait for long ones. */
export const statisticsService = (db: Db, threads: Threads) => {
  const repository = statisticsRepository(db)
  const turns = new ReportTurns()
  const kept = new KeptReports()
  const pagesOf = async (userId: string, query: Query, signal: AbortSignal | undefined): Promise<string[]> => {
    const pages: string[] = []
    for (let after: CountedCursor | undefined; ; ) {
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
    // Other accounts, and earlier ones before a reset, had their own capital.
    const earlier = { before: query.from, account: accounts[0] ?? null }
    return { usdc: start.usdc + Number(await repository.netBefore(userId, query, earlier)) }
  }
  const make = async (userId: string, { zone = 'UTC', ...query }: Query, signal: AbortSignal | undefined): Promise<JournalStatistics> => {
    const counts = await repository.counts(userId, query)
    if (counts.counted > MOST_TRIPS)
      throw new AppError('rule_broken', { reason: 'too_many_trips', detail: `More than ${MOST_TRIPS} trades. Choose a shorter period.` })
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
    /** Short reports run one at a time per user, long ones one at a time in total. @param signal aborts work that has not started */
    statistics: async (userId: string, query: Query, signal?: AbortSignal): Promise<JournalStatistics> => {
      checkZone(query.zone ?? 'UTC')
      return make(userId, query, signal)
    },
    accounts: (userId: string): Promise<JournalAccount[]> => repository.accounts(userId),
    habits: async (userId: string, zone: string): Promise<HabitsReport> => {
      checkZone(zone)
      return turns.short(userId, async () => threads.few.habits({ habits: await habitsRepository(db).newest(userId), zone }))
    },
    sums: (userId: string, filter: TripFilter): Promise<TripSums> => repository.sums(userId, filter),
    coinSums: (userId: string, filter: TripFilter): Promise<CoinSums[]> => repository.coinSums(userId, filter),
    imported: async (userId: string, filter: TripFilter): Promise<number> => (await repository.counts(userId, filter)).imported,
  }
}

export type StatisticsService = ReturnType<typeof statisticsService>

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

/** Each has at most a few thousand points: a megabyte. */
const MOST_KEPT = 12

type ReportKey = { readonly userId: string; readonly about: unknown; readonly stamp: string }

class KeptReports {
  /** Least recently used first. */
  readonly #reports = new Map<string, { readonly stamp: string; readonly report: JournalReport }>()

  async of({ userId, about, stamp }: ReportKey, make: () => Promise<JournalReport>): Promise<JournalReport> {
    const key = JSON.stringify([userId, about])
    const found = this.#reports.get(key)
    const report = found?.stamp === stamp ? found.report : await make()
    this.#reports.delete(key)
    this.#reports.set(key, { stamp, report })
    for (const oldest of this.#reports.keys()) {
      if (this.#reports.size <= MOST_KEPT) break
      this.#reports.delete(oldest)
    }
    return report
  }
}

/** Queued long reports, one per user; each takes seconds. */
const MOST_WAITING = 12
/** Requests of all users waiting for an earlier one of the same user. */
const MOST_OF_USERS = 200

class ReportTurns {
  readonly #shortOnes = serializeByKey({ maxWaiting: MOST_OF_USERS })
  readonly #longOnes = serializeByKey({ maxWaiting: MOST_OF_USERS })
  readonly #long = serialQueue({ maxWaiting: MOST_WAITING })

  short<T>(userId: string, work: () => Promise<T>): Promise<T> {
    return orBusy(this.#shortOnes.run(userId, work))
  }

  /** One at a time in total, and one queued per user, so that nobody waits for many of another user. */
  long<T>(userId: string, signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> {
    const begin = async (): Promise<T> => {
      refuseLeft(signal)
      return work()
    }
    return orBusy(
      this.#longOnes.run(userId, async () => {
        refuseLeft(signal)
        return this.#long.run(begin)
      }),
    )
  }
}

function refuseLeft(signal: AbortSignal | undefined): void {
  if (signal?.aborted === true) throw new AppError('unavailable', { detail: 'Nobody waits for these statistics.', retryAfterSeconds: 1 })
}

async function orBusy<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof QueueFullError)) throw error
    throw new AppError('unavailable', { detail: 'Many statistics are being computed. Try again in a moment.', retryAfterSeconds: 10 })
  }
}

const t = journalTrips
const n = journalNotes
const joined = sql`${t} left join ${n} on ${n.userId} = ${t.userId} and ${n.tripId} = ${t.id}`
/** Trips that can be summed: closed, with a net, in dollars. */
const isCounted = sql`${t.closedAt} is not null and ${t.net} is not null and ${isInDollars}`

type TripCounts = {
  readonly counted: number
  readonly open: number
  readonly with_risk: number
  readonly fee_coin: number
  readonly not_told: number
  readonly account_reset: number
  readonly other_currency: number
  readonly simulated: number
  readonly replayed: number
  readonly accounts: readonly string[]
  readonly imported: number
  /** Changes whenever one of these trips or notes changes: based on each row's latest transaction ID. */
  readonly stamp: string
}

/** Of closed trips in dollars with a known net, in order of their close. A trip that ended at 0 ends a streak. */
export type TripSums = {
  /** Longest streaks. */
  readonly wins: number
  readonly losses: number
  /** The newest streak; one of both is 0. */
  readonly current_wins: number
  readonly current_losses: number
  /** Entries and exits, USDC; null if an exit is not known. */
  readonly volume: string | null
  /** Mean times of trades with a gain and with a loss, in ms; null without one whose opening is known. */
  readonly held_wins: number | null
  readonly held_losses: number | null
}

/** Sums of the closed trips of one coin, in USDC; null if a part is not known. */
export type CoinSums = {
  readonly symbol: string
  readonly trades: number
  readonly fees: string | null
  /** Below 0 if paid. */
  readonly funding: string
  readonly volume: string | null
}

const MOST_ACCOUNTS = 100

type CountedCursor = { readonly at: string; readonly id: string }
type Earlier = { readonly before: string; readonly account: string | null }
type CountedPage = { readonly after: CountedCursor | undefined; readonly limit: number }

const count = (condition: SQL): SQL => sql`count(*) filter (where ${condition})::int`

const statisticsRepository = (db: Db) => ({
  counts: async (userId: string, filter: TripFilter): Promise<TripCounts> => {
    const closed = sql`${t.closedAt} is not null`
    const { rows } = await db.execute<TripCounts & Record<string, unknown>>(sql`
      select ${count(isCounted)} as counted, ${count(sql`${t.closedAt} is null`)} as open,
        ${count(sql`${isCounted} and ${t.r} is not null`)} as with_risk,
        ${count(sql`${closed} and ${t.net} is null and ${t.moneyReason} = 'fee_coin'`)} as fee_coin,
        ${count(sql`${closed} and ${t.net} is null and coalesce(${t.moneyReason}, 'not_told') = 'not_told'`)} as not_told,
        ${count(sql`${closed} and ${t.net} is null and ${t.moneyReason} = 'account_reset'`)} as account_reset,
        ${count(sql`${closed} and ${t.net} is not null and not ${isInDollars}`)} as other_currency,
        ${count(sql`${isCounted} and ${t.sourceKind} = 'sim'`)} as simulated,
        ${count(sql`${isCounted} and ${t.sourceKind} = 'replay'`)} as replayed,
        ${count(sql`${isCounted} and ${t.accountId} is null`)} as imported,
        coalesce((array_agg(distinct ${t.accountId}) filter (where ${isCounted} and ${t.accountId} is not null))[1:2], '{}') as accounts,
        coalesce(sum(hash_record_extended(row(${t.id}, ${t}.xmin, ${n}.xmin), 0)), 0)::text as stamp
      from ${joined} where ${conditionOf(userId, filter)}`)
    const [row] = rows
    if (row === undefined) throw new Error('a count has no row')
    return row
  },
  /** Ordered by closing time; `last` is undefined on the final page. Uses the list index: reads each trip once. */
  page: async (userId: string, filter: TripFilter, { after, limit }: CountedPage) => {
    const from = after === undefined ? sql`true` : sql`(${t.sortAt}, ${t.id}) > (${after.at}::bigint, ${after.id}::uuid)`
    const { rows } = await db.execute<{ text: string | null; at: string | null; id: string | null; rows: number }>(sql`
      with page as materialized (
        select ${t.sortAt} as at, ${t.id} as id, json_build_array(${t.id}, ${t.symbol}, ${t.side}, ${t.openedAt}, ${t.closedAt}, ${t.gross}::text, ${t.fees}::text, ${t.funding}::text,
          ${t.net}::text, ${t.r}, ${t.mae}::text, ${t.mfe}::text, ${t.slippage}::text, to_json(coalesce(${n.tags}, '{}')), ${t.arrivalSlippage}::text,
          ${t.triggerSlippage}::text, trunc(${t.size} * ${t.entry}, 6)::text, ${t.maePart}, ${t.resolution} in ('tick', 'minute')) as cells
        from ${joined} where ${conditionOf(userId, filter)} and ${isCounted} and ${from} order by ${t.sortAt}, ${t.id} limit ${limit}
      ), last as (select at, id from page order by at desc, id desc limit 1)
      select json_agg(cells)::text as text, (select at from last)::text as at, (select id from last)::text as id, count(*)::int as rows from page`)
    const [row] = rows
    if (row === undefined || row.at === null || row.id === null) return { text: null, last: undefined }
    return { text: row.text, last: row.rows < limit ? undefined : ({ at: row.at, id: row.id } satisfies CountedCursor) }
  },
  accounts: async (userId: string): Promise<JournalAccount[]> => {
    const { rows } = await db.execute<JournalAccount & Record<string, unknown>>(sql`
      select ${t.accountId} as account, ${t.origin} as origin, ${t.sourceKind} as source_kind, count(*)::int as trips,
        ${count(isCounted)} as counted, min(${t.openedAt}) as from_ms
      from ${t} where ${t.userId} = ${userId}
      group by 1, 2, 3 order by counted desc, trips desc, max(${t.sortAt}) desc limit ${MOST_ACCOUNTS}`)
    return rows.map((row) => ({ ...row, from_ms: row.from_ms === null ? null : Number(row.from_ms) }))
  },
  /** Streaks of wins and losses in order of the close, longest and newest, the value of all entries and exits, and mean holding times. */
  sums: async (userId: string, filter: TripFilter): Promise<TripSums> => {
    const { rows } = await db.execute<TripSums & Record<string, unknown>>(sql`
      with closed as (
        select sign(${t.net}) as result, ${t.size} * (${t.entry} + ${t.exit}) as traded,
          ${t.closedAt} - ${t.openedAt} as held, row_number() over place as at,
          row_number() over place - row_number() over (partition by sign(${t.net}) order by ${t.sortAt}, ${t.id}) as streak
        from ${joined} where ${conditionOf(userId, filter)} and ${isCounted} window place as (order by ${t.sortAt}, ${t.id})
      ), streaks as (
        select result, count(*)::int as length, max(at) = (select count(*) from closed) as is_current from closed group by result, streak
      )
      select coalesce(max(length) filter (where result > 0), 0) as wins, coalesce(max(length) filter (where result < 0), 0) as losses,
        coalesce(max(length) filter (where result > 0 and is_current), 0) as current_wins,
        coalesce(max(length) filter (where result < 0 and is_current), 0) as current_losses,
        (select case when count(*) = count(traded) then coalesce(trunc(sum(traded), 6), 0)::text end from closed) as volume,
        (select avg(held) filter (where result > 0)::float8 from closed) as held_wins,
        (select avg(held) filter (where result < 0)::float8 from closed) as held_losses
      from streaks`)
    const [row] = rows
    if (row === undefined) throw new Error('sums have no row')
    return row
  },
  coinSums: async (userId: string, filter: TripFilter): Promise<CoinSums[]> => {
    const traded = sql`${t.size} * (${t.entry} + ${t.exit})`
    const known = (value: SQL) => sql`case when count(*) = count(${value}) then trunc(sum(${value}), 6)::text end`
    const { rows } = await db.execute<CoinSums & Record<string, unknown>>(sql`
      select ${t.symbol} as symbol, count(*)::int as trades, ${known(sql`${t.fees}`)} as fees, trunc(sum(${t.funding}), 6)::text as funding,
        ${known(traded)} as volume
      from ${joined} where ${conditionOf(userId, filter)} and ${isCounted} group by 1 order by trades desc, symbol`)
    return rows
  },
  netBefore: async (userId: string, filter: TripFilter, { before, account }: Earlier): Promise<string> => {
    const isOfCapital = account === null ? sql`${t.accountId} is null` : sql`${t.accountId} = ${account}`
    const { rows } = await db.execute<{ net: string }>(
      sql`select coalesce(sum(${t.net}), 0)::text as net from ${joined} where ${conditionOf(userId, { ...filter, from: undefined, to: before })} and ${isOfCapital} and ${isCounted}`,
    )
    return rows[0]?.net ?? '0'
  },
})

/** Older trips say little about current habits. */
const MOST_HABIT_TRIPS = 20_000

const habitsRepository = (db: Db) => ({
  newest: async (userId: string): Promise<string> => {
    const { rows } = await db.execute<{ text: string }>(sql`
      with counted as (
        select ${t.id} as id, ${t.accountId} as account, ${t.openedAt} as opened, ${t.closedAt} as closed, ${t.net} as net,
          ${t.size} * ${t.entry} as worth, ${t.risk} as risk, ${t.sourceKind} as kind,
          sum(${t.net}) over (partition by ${t.accountId} order by ${t.closedAt}, ${t.id}) as brought
        from ${t} where ${t.userId} = ${userId} and ${t.closedAt} is not null and ${t.net} is not null and ${isInDollars}
      ), newest as (select * from counted order by closed desc, id desc limit ${MOST_HABIT_TRIPS})
      select coalesce(json_agg(json_build_array(n.account, n.opened, n.closed, n.net::text, n.worth::text, n.risk::text,
        (${tradingAccounts.deposit}::numeric / 1000000)::text, n.brought::text, n.kind) order by n.closed, n.id), '[]')::text as text
      from newest n left join ${tradingAccounts} on ${tradingAccounts.id} = n.account`)
    return rows[0]?.text ?? '[]'
  },
})
