import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../../db/client.ts'
import { journalNotes, journalTrips } from '../../../db/schema/journal.ts'
import type { TripFilter } from '../trips/trip-filter.ts'
import { conditionOf } from '../trips/trip-repository.ts'

const t = journalTrips
const n = journalNotes
const joined = sql`${t} left join ${n} on ${n.userId} = ${t.userId} and ${n.tripId} = ${t.id}`
/** What can be added up: closed, with a net, in dollars. */
const isCounted = sql`${t.closedAt} is not null and ${t.net} is not null and ${t.currency} = 'USDC'`

/** What a filter finds, by whether it counts. */
export type TripCounts = {
  readonly counted: number
  readonly open: number
  readonly with_risk: number
  readonly fee_coin: number
  readonly not_told: number
  readonly account_reset: number
  readonly other_currency: number
  readonly simulated: number
  readonly replayed: number
  /** Accounts that the counted trips are of; trips of imports are of none. */
  readonly accounts: readonly string[]
  readonly imported: number
  /** Another one once any of these trips, or a word about it, is another: of every row its newest transaction. */
  readonly stamp: string
}

/** Where a page of trips begins: after this place. */
export type CountedPlace = { readonly at: string; readonly id: string }
/** Trips of the account whose capital it is, before an instant; null: those of imports. */
type Earlier = { readonly before: string; readonly account: string | null }
type CountedPage = { readonly after: CountedPlace | undefined; readonly limit: number }

const count = (condition: SQL): SQL => sql`count(*) filter (where ${condition})::int`

/** Trips for statistics. */
export const statisticsRepository = (db: Db) => ({
  counts: async (userId: string, filter: TripFilter): Promise<TripCounts> => {
    const closed = sql`${t.closedAt} is not null`
    const { rows } = await db.execute<TripCounts & Record<string, unknown>>(sql`
      select ${count(isCounted)} as counted, ${count(sql`${t.closedAt} is null`)} as open,
        ${count(sql`${isCounted} and ${t.r} is not null`)} as with_risk,
        ${count(sql`${closed} and ${t.net} is null and ${t.moneyReason} = 'fee_coin'`)} as fee_coin,
        ${count(sql`${closed} and ${t.net} is null and coalesce(${t.moneyReason}, 'not_told') = 'not_told'`)} as not_told,
        ${count(sql`${closed} and ${t.net} is null and ${t.moneyReason} = 'account_reset'`)} as account_reset,
        ${count(sql`${closed} and ${t.net} is not null and ${t.currency} <> 'USDC'`)} as other_currency,
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
  /** A page of counted trips as JSON text, in the order of their closing; `last` is undefined where no more come. By the index of lists: each trip is read once. */
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
    return { text: row.text, last: row.rows < limit ? undefined : ({ at: row.at, id: row.id } satisfies CountedPlace) }
  },
  /** What counted trips of a capital that closed before an instant brought in all; decimal text. */
  netBefore: async (userId: string, filter: TripFilter, { before, account }: Earlier): Promise<string> => {
    const isOfCapital = account === null ? sql`${t.accountId} is null` : sql`${t.accountId} = ${account}`
    const { rows } = await db.execute<{ net: string }>(
      sql`select coalesce(sum(${t.net}), 0)::text as net from ${joined} where ${conditionOf(userId, { ...filter, from: undefined, to: before })} and ${isOfCapital} and ${isCounted}`,
    )
    return rows[0]?.net ?? '0'
  },
})
