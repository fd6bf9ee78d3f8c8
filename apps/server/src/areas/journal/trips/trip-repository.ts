import { DOLLAR_COINS } from '@aerie/journal/import/markets'
import type { TripPatch } from '@aerie/wire/journal/journal'
import { and, desc, eq, inArray, isNotNull, isNull, notInArray, type SQL, sql } from 'drizzle-orm'
import { batched } from '../../../platform/db/batched.ts'
import type { Db } from '../../../platform/db/client.ts'
import { journalAccounts, journalFacts, journalNotes, journalTrips } from '../../../platform/db/schema/journal.ts'
import type { TripFilter } from './trip-filter.ts'

export type TripRecord = typeof journalTrips.$inferSelect
export type FactsRecord = typeof journalFacts.$inferSelect
export type NoteRecord = typeof journalNotes.$inferSelect
export type NotedTrip = { readonly trip: TripRecord; readonly note: NoteRecord | null }

const ACCOUNTS_AT_ONCE = 250

export type TripCursor = { readonly sortAt: number; readonly id: string }
type PageQuery = { readonly userId: string; readonly filter: TripFilter; readonly after: TripCursor | undefined; readonly limit: number }

const t = journalTrips
const n = journalNotes
const isNoted = and(eq(n.userId, t.userId), eq(n.tripId, t.id))

export function conditionOf(userId: string, filter: TripFilter): SQL {
  const conditions: SQL[] = [sql`${t.userId} = ${userId}`]
  const add = <T>(value: T | undefined, condition: (value: T) => SQL): void => {
    if (value !== undefined) conditions.push(condition(value))
  }
  add(filter.from, (from) => sql`${t.closedAt} >= ${Date.parse(from)}`)
  add(filter.to, (to) => sql`${t.closedAt} < ${Date.parse(to)}`)
  add(filter.symbol, (symbol) => sql`${t.symbol} = ${symbol}`)
  add(filter.without, (symbols) => notInArray(t.symbol, [...symbols]))
  add(filter.side, (side) => sql`${t.side} = ${side}`)
  add(filter.tag, (tag) => sql`${n.tags} @> array[${tag}]`)
  add(filter.origin, (origin) => sql`${t.origin} = ${origin}`)
  add(filter.account, (account) => sql`${t.accountId} = ${account}`)
  add(filter.import, (id) => sql`${t.importId} = ${id}`)
  add(filter.state, (state) => (state === 'open' ? sql`${t.closedAt} is null` : sql`${t.closedAt} is not null`))
  return sql.join(conditions, sql` and `)
}

export type TripRanking = {
  readonly order: 'newest' | 'best' | 'worst'
  readonly result: 'win' | 'loss' | undefined
  readonly limit: number
}

/** Trips whose amounts can be added up. */
export const isInDollars = inArray(t.currency, [...DOLLAR_COINS])

/** Results in other currencies cannot be compared. */
function rankable({ order, result }: Pick<TripRanking, 'order' | 'result'>): SQL {
  const isRanked = order === 'newest' && result === undefined ? sql`true` : sql`${t.net} is not null and ${isInDollars}`
  if (result === undefined) return isRanked
  return sql`${isRanked} and ${result === 'win' ? sql`${t.net} > 0` : sql`${t.net} < 0`}`
}

const isAfter = (place: TripCursor | undefined): SQL =>
  place === undefined ? sql`true` : sql`(${t.sortAt}, ${t.id}) < (${place.sortAt}::bigint, ${place.id}::uuid)`

/** Wire fields and their SQL expressions; numeric amounts are returned as text, as stored. */
const COLUMNS: readonly (readonly [name: string, expression: SQL])[] = [
  ['id', sql`${t.id}`],
  ['symbol', sql`${t.symbol}`],
  ['side', sql`${t.side}`],
  ['opened_at_ms', sql`${t.openedAt}`],
  ['closed_at_ms', sql`${t.closedAt}`],
  ['size', sql`${t.size}::text`],
  ['entry', sql`${t.entry}::text`],
  ['exit', sql`${t.exit}::text`],
  ['gross', sql`${t.gross}::text`],
  ['fees', sql`${t.fees}::text`],
  ['funding', sql`${t.funding}::text`],
  ['net', sql`${t.net}::text`],
  ['r', sql`${t.r}`],
  ['mae', sql`${t.mae}::text`],
  ['mfe', sql`${t.mfe}::text`],
  ['mae_part', sql`${t.maePart}`],
  ['mfe_part', sql`${t.mfePart}`],
  ['mae_far', sql`${t.maeFar}::text`],
  ['mfe_far', sql`${t.mfeFar}::text`],
  ['mae_part_far', sql`${t.maePartFar}`],
  ['mfe_part_far', sql`${t.mfePartFar}`],
  ['resolution', sql`${t.resolution}`],
  ['slippage', sql`${t.slippage}::text`],
  ['arrival_slippage', sql`${t.arrivalSlippage}::text`],
  ['trigger_slippage', sql`${t.triggerSlippage}::text`],
  ['tags', sql`to_json(coalesce(${n.tags}, '{}'))`],
  ['rating', sql`${n.rating}`],
  ['has_note', sql`coalesce(${n.note}, '') <> ''`],
  ['origin', sql`${t.origin}`],
  ['source_kind', sql`${t.sourceKind}`],
  ['currency', sql`${t.currency}`],
]

/** A page of columns as JSON text from the database, passed on without parsing. */
export type ColumnsPage = { readonly data: string; readonly rows: number; readonly last: TripCursor | undefined }

export const tripRepository = (db: Db) => ({
  ...liveQueries(db),
  ...listQueries(db),
  ...importQueries(db),
  ...rankedQueries(db),
  ...noteQueries(db),
})

const liveQueries = (db: Db) => ({
  /** Accounts that load at once share these statements. */
  journal: batched(ACCOUNTS_AT_ONCE, async (ids: readonly string[]) => {
    const rows = await db
      .select()
      .from(journalAccounts)
      .where(inArray(journalAccounts.accountId, [...ids]))
    const byId = new Map(rows.map((row) => [row.accountId, row]))
    return ids.map((id) => byId.get(id))
  }),
  openLive: batched(ACCOUNTS_AT_ONCE, async (ids: readonly string[]) => {
    const rows = await db
      .select({ accountId: t.accountId, id: t.id, body: t.body })
      .from(t)
      .where(and(inArray(t.accountId, [...ids]), isNull(t.closedAt)))
    const byAccount = Map.groupBy(rows, ({ accountId }) => accountId)
    return ids.map((id) => byAccount.get(id) ?? [])
  }),
  ofAccount: (accountId: string): Promise<TripRecord[]> => db.select().from(t).where(eq(t.accountId, accountId)),
  factsOfAccount: (accountId: string): Promise<FactsRecord[]> =>
    db.select().from(journalFacts).where(eq(journalFacts.accountId, accountId)).orderBy(journalFacts.number),
})

const listQueries = (db: Db) => ({
  trip: async (userId: string, id: string): Promise<NotedTrip | undefined> =>
    (
      await db
        .select({ trip: t, note: n })
        .from(t)
        .leftJoin(n, isNoted)
        .where(and(eq(t.userId, userId), eq(t.id, id)))
    )[0],
  facts: async (tripId: string): Promise<FactsRecord | undefined> =>
    (await db.select().from(journalFacts).where(eq(journalFacts.tripId, tripId)))[0],
  page: ({ userId, filter, after, limit }: PageQuery): Promise<NotedTrip[]> =>
    db
      .select({ trip: t, note: n })
      .from(t)
      .leftJoin(n, isNoted)
      .where(sql`${conditionOf(userId, filter)} and ${isAfter(after)}`)
      .orderBy(desc(t.sortAt), desc(t.id))
      .limit(limit),
  columns: async ({ userId, filter, after, limit }: PageQuery): Promise<ColumnsPage> => {
    const fields = sql.join(
      COLUMNS.map(([name, expression]) => sql`${expression} as ${sql.identifier(name)}`),
      sql`, `,
    )
    const columns = sql.join(
      COLUMNS.map(([name]) => sql`${name}::text, coalesce(json_agg(${sql.identifier(name)} order by at desc, key desc), '[]')`),
      sql`, `,
    )
    const { rows } = await db.execute<{ data: string; rows: string; at: string | null; key: string | null }>(sql`
      with page as materialized (
        select ${fields}, ${t.sortAt} as at, ${t.id} as key from ${t} left join ${n} on ${isNoted}
        where ${conditionOf(userId, filter)} and ${isAfter(after)} order by ${t.sortAt} desc, ${t.id} desc limit ${limit}
      ), last as (select at, key from page order by at, key limit 1)
      select json_build_object(${columns})::text as data, count(*) as rows, (select at from last) as at, (select key from last) as key from page`)
    const [row] = rows
    const last = row?.at == null || row.key === null ? undefined : { sortAt: Number(row.at), id: row.key }
    return { data: row?.data ?? '{}', rows: Number(row?.rows ?? 0), last }
  },
  count: async (userId: string, filter: TripFilter): Promise<number> => {
    const { rows } = await db.execute<{ n: string }>(
      sql`select count(*) as n from ${t} left join ${n} on ${isNoted} where ${conditionOf(userId, filter)}`,
    )
    return Number(rows[0]?.n ?? 0)
  },
})

const importQueries = (db: Db) => ({
  /** Closed trips from imported fills with unknown worst and best, or unknown far end, by ID. */
  unwatchedImports: (after: string | undefined, limit: number): Promise<TripRecord[]> =>
    db
      .select()
      .from(t)
      .where(
        sql`${t.accountId} is null and ${t.maeFar} is null and ${t.openedAt} is not null and ${t.closedAt} is not null
          and (${t.body}->>'fills')::int > 0 and ${after === undefined ? sql`true` : sql`${t.id} > ${after}::uuid`}`,
      )
      .orderBy(t.id)
      .limit(limit),
  /** Trips from imported fills with a fee in a coin without a price, by ID. */
  unvaluedImports: (after: string | undefined, limit: number): Promise<TripRecord[]> =>
    db
      .select()
      .from(t)
      .where(
        sql`${t.accountId} is null and ${t.moneyReason} = 'fee_coin' and ${t.openedAt} is not null and (${t.body}->>'fills')::int > 0
          and ${after === undefined ? sql`true` : sql`${t.id} > ${after}::uuid`}`,
      )
      .orderBy(t.id)
      .limit(limit),
  /** Unless the trip was rebuilt from other entries in the meantime. */
  valueImport: async ({ id, body }: TripRecord, valued: Partial<TripRecord>): Promise<void> =>
    void (await db
      .update(t)
      .set(valued)
      .where(sql`${t.id} = ${id} and ${t.moneyReason} = 'fee_coin' and ${t.body} = ${JSON.stringify(body)}::jsonb`)),
  watchImport: async ({ id, size, closedAt }: TripRecord, found: Partial<TripRecord>): Promise<void> =>
    void (await db
      .update(t)
      .set(found)
      .where(
        sql`${t.id} = ${id} and ${t.accountId} is null and ${t.maeFar} is null and ${t.size} = ${size} and ${t.closedAt} = ${closedAt}`,
      )),
})

const rankedQueries = (db: Db) => ({
  ranked: async (
    userId: string,
    filter: TripFilter,
    { order, result, limit }: TripRanking,
  ): Promise<{ rows: NotedTrip[]; total: number }> => {
    const isWanted = sql`${conditionOf(userId, { ...filter, state: 'closed' })} and ${rankable({ order, result })}`
    const byNet = order === 'best' ? sql`${t.net} desc` : sql`${t.net} asc`
    const [rows, counted] = await Promise.all([
      db
        .select({ trip: t, note: n })
        .from(t)
        .leftJoin(n, isNoted)
        .where(isWanted)
        .orderBy(...(order === 'newest' ? [desc(t.sortAt), desc(t.id)] : [byNet, t.id]))
        .limit(limit),
      db.execute<{ n: string }>(sql`select count(*) as n from ${t} left join ${n} on ${isNoted} where ${isWanted}`),
    ])
    return { rows, total: Number(counted.rows[0]?.n ?? 0) }
  },
})

const noteQueries = (db: Db) => ({
  /** Characters of the newest notes with a rating; a run of white space counts as one. */
  ratedNoteLengths: async (userId: string, limit: number): Promise<number[]> => {
    const rows = await db
      .select({ characters: sql<number>`char_length(btrim(regexp_replace(${n.note}, '[[:space:]]+', ' ', 'g')))` })
      .from(n)
      .where(and(eq(n.userId, userId), isNotNull(n.rating)))
      .orderBy(desc(n.updatedAt))
      .limit(limit)
    return rows.map(({ characters }) => characters)
  },
  patchNote: async (userId: string, tripId: string, { tags, note, rating }: TripPatch): Promise<void> => {
    const given = { ...(tags && { tags }), ...(note !== undefined && { note }), ...(rating !== undefined && { rating }) }
    await db
      .insert(journalNotes)
      .values({ userId, tripId, tags: tags ?? [], note: note ?? '', rating: rating ?? null })
      .onConflictDoUpdate({ target: [journalNotes.userId, journalNotes.tripId], set: { ...given, updatedAt: sql`now()` } })
  },
})
