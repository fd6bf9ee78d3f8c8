import { DAY_MS } from '@aerie/core/time'
import { ORDER_FORMATS } from '@aerie/journal/import/formats'
import { ORDER_KEY } from '@aerie/journal/import/import-file'
import { DOLLAR_COINS, marketNames } from '@aerie/journal/import/markets'
import { and, desc, eq, inArray, lt, ne, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Db } from '../../../platform/db/client.ts'
import { journalEntries, journalImports, journalTrips } from '../../../platform/db/schema/journal.ts'
import type { FeeCloses } from './fee-price.ts'

export type ImportRecord = typeof journalImports.$inferSelect
/** `isWriting`: a process is adding its entries. */
export type ImportRow = Omit<ImportRecord, 'content'> & { readonly isWriting: boolean }

/** Number of the advisory lock that a process holds while it adds an import. */
const writingLock = (id: string | typeof journalImports.id): SQL => sql`hashtextextended(${id}::text, 4813)`
/** PostgreSQL shows a lock's number in two halves. */
const isWriting = sql<boolean>`case when ${journalImports.state} = 'ready' then exists (
  select 1 from pg_locks l where l.locktype = 'advisory' and l.objsubid = 1 and l.database = (select oid from pg_database where datname = current_database())
  and (l.classid::bigint << 32) + l.objid::bigint = ${writingLock(journalImports.id)}) else false end`

const { content: _content, ...shown } = {
  id: journalImports.id,
  userId: journalImports.userId,
  state: journalImports.state,
  name: journalImports.name,
  body: journalImports.body,
  createdAt: journalImports.createdAt,
  doneAt: journalImports.doneAt,
  isWriting,
  content: journalImports.content,
}
const PART_BYTES = 512 * 1024
const PENDING = ['mapping_needed', 'date_order_needed', 'zone_needed', 'hedge_needed', 'ready'] as const
const isPending = inArray(journalImports.state, [...PENDING])

export const importRepository = (db: Db) => ({ ...importQueries(db), ...entryQueries(db), ...ownExportQueries(db), ...tripQueries(db) })

const importQueries = (db: Db) => ({
  insert: async (row: typeof journalImports.$inferInsert): Promise<void> => void (await db.insert(journalImports).values(row)),
  find: async (userId: string, id: string): Promise<ImportRow | undefined> =>
    (
      await db
        .select(shown)
        .from(journalImports)
        .where(and(eq(journalImports.userId, userId), eq(journalImports.id, id)))
    )[0],
  /** Compressed file; undefined if no longer stored. Read in parts, because one value is decoded in a single event-loop turn. */
  content: async (id: string): Promise<Buffer | undefined> => {
    const parts: Buffer[] = []
    for (;;) {
      const part = sql<Buffer | null>`substring(${journalImports.content} from ${parts.length * PART_BYTES + 1} for ${PART_BYTES})`
      const [found] = await db.select({ part }).from(journalImports).where(eq(journalImports.id, id))
      if (found?.part == null) return undefined
      parts.push(found.part)
      if (found.part.length < PART_BYTES) return Buffer.concat(parts)
    }
  },
  countDone: async (userId: string): Promise<number> =>
    await db.$count(journalImports, and(eq(journalImports.userId, userId), eq(journalImports.state, 'done'))),
  /** Newest first, without samples and previews: parsing those of a hundred files would block the event loop. */
  list: (userId: string, limit: number): Promise<ImportRow[]> =>
    db
      .select({ ...shown, body: sql<unknown>`${journalImports.body} - 'sample' - 'preview'` })
      .from(journalImports)
      .where(eq(journalImports.userId, userId))
      .orderBy(desc(journalImports.createdAt))
      .limit(limit),
  change: async (id: string, change: Partial<typeof journalImports.$inferInsert>): Promise<void> =>
    void (await db.update(journalImports).set(change).where(eq(journalImports.id, id))),
  dropPending: async (userId: string): Promise<void> =>
    void (await db.delete(journalImports).where(and(eq(journalImports.userId, userId), isPending))),
  dropStale: async (before: Date): Promise<void> =>
    void (await db.delete(journalImports).where(and(lt(journalImports.createdAt, before), isPending))),
  /** Deletes a user's oldest undone imports except `kept`, which counts as one; they have no entries or trips. */
  eraseUndoneBeyond: async (userId: string, { kept, most }: { readonly kept: string; readonly most: number }): Promise<void> => {
    const beyond = db
      .select({ id: journalImports.id })
      .from(journalImports)
      .where(and(eq(journalImports.userId, userId), eq(journalImports.state, 'undone'), ne(journalImports.id, kept)))
      .orderBy(desc(journalImports.createdAt), desc(journalImports.id))
      .offset(most - 1)
    await db.delete(journalImports).where(inArray(journalImports.id, beyond))
  },
  remove: async (id: string): Promise<void> => void (await db.delete(journalImports).where(eq(journalImports.id, id))),
  /** Acquires the user's import lock until the transaction ends. @returns false if another transaction holds it */
  lock: async (userId: string): Promise<boolean> => {
    const { rows } = await db.execute<{ mine: boolean }>(sql`select pg_try_advisory_xact_lock(hashtextextended(${userId}, 4812)) as mine`)
    return rows[0]?.mine === true
  },
  /** Shows at every process that the import is being added, until the transaction ends. */
  showWriting: async (id: string): Promise<void> => void (await db.execute(sql`select pg_advisory_xact_lock(${writingLock(id)})`)),
})

/** Whether an exported row is a trip that the user already has. Looked up by trip ID: `exists` became a join over all trips per page. */
const isOwnTrip = (userId: string): SQL =>
  sql`coalesce((select t.user_id = ${userId}::uuid from journal_trips t where t.id = r.trip), false)`

/** Whether it was imported earlier under a key without a market, or with another name of its market. */
const isKnownByFormer = (userId: string): SQL =>
  sql`(exists (select 1 from journal_entries f where f.user_id = ${userId}::uuid and md5(f.key)::uuid = md5(r.former)::uuid and f.symbol = r.symbol)
    or exists (select 1 from journal_entries f where f.user_id = ${userId}::uuid
      and md5(f.key)::uuid in (select md5(twin)::uuid from jsonb_array_elements_text(r.twins) twin)))`

/** Namespace of a key, before the kind of its entry: an exchange's numbers are unique within it. */
const spaceOf = (key: string): SQL => sql.raw(`substring(${key} from '^(.*?):(?:fill|funding|trip):')`)
const hashedKey = sql.raw(`':[A-Za-z0-9_-]{43}:[0-9]+$'`)

/** What has times without seconds: the file itself, and earlier imports. */
export type Minutes = { readonly isOfFile: boolean; readonly imports: readonly string[] }
type Known = { readonly importId: string | null; readonly minutes: Minutes }

/**
 * Whether it was imported earlier under another kind of key: with a trade number and without one, with the number of another export, from a
 * version that hashed the row, or with a time in whole seconds or minutes. The journal then has at least as many entries of these values as the
 * file so far. Numbers of one namespace are compared by key only.
 */
function isKnownExactly(userId: string, { importId, minutes: { isOfFile, imports } }: Known): SQL {
  const [unit, most] = [sql.raw(isOfFile ? '60000' : '1000'), sql.raw(isOfFile ? '59999' : '999')]
  const isAtOnce = sql`f.at between r.at - r.at % ${unit} and r.at - r.at % ${unit} + ${most} and (f.at = r.at or f.at % 1000 = 0 or r.at % 1000 = 0)`
  const ids = sql`select jsonb_array_elements_text(${JSON.stringify(imports)}::jsonb)::uuid`
  const isInMinute = sql`f.at = r.at - r.at % 60000 and f.import_id in (${ids})`
  const counted = (isThen: SQL): SQL => sql`(
    select count(*) from journal_entries f where f.user_id = ${userId}::uuid and f.symbol = r.symbol and f.exchange = r.exchange and ${isThen}
    and coalesce(f.body->>0, f.body->>'kind') = r.a and coalesce(f.body->>1, f.body->>'amount', f.body->>'net') = r.b
    and coalesce(f.body->>2, f.body->>'size', '') = r.c
    and (case when r.key like 'v:%' then f.key not like 'v:%' or (f.at <> r.at and f.import_id is distinct from ${importId}::uuid) or (f.at = r.at and substring(f.key from '[0-9]+$')::int < r.ordinal)
      else f.key like 'v:%' or f.key ~ ${hashedKey} or ${spaceOf('f.key')} is distinct from ${spaceOf('r.key')} end))`
  const inMinutes = imports.length === 0 ? sql`` : sql` or coalesce(r.of_minute, r.ordinal) <= ${counted(isInMinute)}`
  return sql`r.a is not null and (r.ordinal <= ${counted(isAtOnce)}${inMinutes})`
}

/** Trades of Coinbase, whose history rounds prices and has dollars for USDC: of one second, side and size. A condition of its own, as it is slower. */
const isKnownOnCoinbase = (userId: string): SQL =>
  sql`case when r.key ~ ${COINBASE_KEY} and r.a in ('buy', 'sell') then r.ordinal <= (
    select count(*) from (values (r.symbol), (case when r.symbol like '%-USDC' then left(r.symbol, -1) when r.symbol like '%-USD' then r.symbol || 'C' end)) m(symbol)
    join journal_entries f on f.user_id = ${userId}::uuid and f.symbol = m.symbol and f.exchange = r.exchange
    and f.at between r.at - r.at % 1000 and r.at - r.at % 1000 + 999 and (f.at = r.at or f.at % 1000 = 0 or r.at % 1000 = 0)
    and f.body->>0 = r.a and f.body->>2 = r.c and f.key ~ ${COINBASE_KEY} and ${spaceOf('f.key')} is distinct from ${spaceOf('r.key')})
    else false end`
const COINBASE_KEY = sql.raw(`'^(v:C|c)oinbase'`)

const isKnownByValues = (userId: string, known: Known): SQL => sql`(${isKnownExactly(userId, known)}) or ${isKnownOnCoinbase(userId)}`

const e = alias(journalEntries, 'e')
const DOLLAR_LIST = sql.raw(DOLLAR_COINS.map((coin) => `'${coin}'`).join(','))
/** Close of a coin's minute: live prices first, then recorded ones; never simulated ones. */
const closeOf = (coin: SQL, at: SQL = sql`e.at`): SQL<number | null> => sql`(
  select c.close from candles_60 c join market_sources s on s.number = c.source
  where s.id ~ '^(live|replay):' and c.symbol = ${coin} and c.open_time = ${at} / 60000 * 60 order by s.id like 'live:%' desc limit 1)`
const feeCoin = sql`coalesce(e.body->>4, e.body->>'coin', '')`
/** Closes in dollars of a fee's coin and of a market's quote coin at that minute; null for fees in dollars or the bought coin, and without a candle. */
const feeCloses = sql<FeeCloses>`case when ${feeCoin} <> '' and ${feeCoin} not in (${DOLLAR_LIST}) and not starts_with(e.symbol, ${feeCoin})
  then json_build_array(${closeOf(feeCoin)}, ${closeOf(sql`substring(e.symbol from '(?:BTC|ETH|BNB)$')`)}) end`

/** `left`: keys of rows that are not to be added. */
type NewEntries = {
  readonly importId: string
  readonly rows: string
  readonly isFirst: boolean
  readonly left?: readonly string[]
  readonly minutes: Minutes
}

/**
 * A row whose trades are, or may be, in the journal from a file of the other kind, orders or fills. `part`: the journal has less of the order;
 * `unclear`: no number shows whether they are the same.
 */
export type OtherKind = {
  readonly key: string
  readonly row: number
  readonly is_order: boolean
  readonly state: 'known' | 'part' | 'unclear'
}

const ORDER_LIST = sql.raw(ORDER_FORMATS.map((id) => `'${id}'`).join(','))
const ORDER_START = sql.raw(`'${ORDER_KEY}'`)

/** `off`: milliseconds by which its trades are later. */
export type OtherZone = { readonly id: string; readonly name: string; readonly off: number; readonly is_connection?: boolean }

const QUARTER_MS = 900_000
const MOST_ZONES_APART_MS = 26 * 3_600_000

const entryQueries = (db: Db) => ({
  /** Close in dollars of a coin at that minute; null without a candle. */
  closeAt: async (coin: string, at: number): Promise<number | null> => {
    const { rows } = await db.execute<{ close: number | null }>(sql`select ${closeOf(sql`${coin}`, sql`${at}::bigint`)} as close`)
    return rows[0]?.close ?? null
  },
  countEntries: async (userId: string): Promise<number> => await db.$count(journalEntries, eq(journalEntries.userId, userId)),
  hasEntries: async (userId: string): Promise<boolean> =>
    (await db.select({ at: journalEntries.at }).from(journalEntries).where(eq(journalEntries.userId, userId)).limit(1)).length > 0,
  countKnown: async (userId: string, rows: string, minutes: Minutes): Promise<number> => {
    const { rows: found } = await db.execute<{ n: number }>(sql`
      select count(*)::int as n from jsonb_to_recordset(${rows}::jsonb)
        r(key text, former text, twins jsonb, exchange text, symbol text, at bigint, a text, b text, c text, ordinal int, of_minute int, trip uuid)
      where exists (select 1 from journal_entries e where e.user_id = ${userId} and md5(e.key)::uuid = md5(r.key)::uuid) or ${isKnownByFormer(userId)} or (${isKnownByValues(userId, { importId: null, minutes })}) or ${isOwnTrip(userId)}`)
    return found[0]?.n ?? 0
  },
  /** Imports whose times have no seconds. */
  inMinutes: async (userId: string): Promise<readonly string[]> => {
    const isInMinutes = sql`${journalImports.body}->'in_minutes' = 'true'`
    const found = await db
      .select({ id: journalImports.id })
      .from(journalImports)
      .where(and(eq(journalImports.userId, userId), eq(journalImports.state, 'done'), isInMinutes))
    return found.map(({ id }) => id)
  },
  /** Whether an import has added orders. */
  hasOrders: async (userId: string): Promise<boolean> => {
    const isOfOrders = sql`${journalImports.body}->>'format' in (${ORDER_LIST})`
    return (await db.$count(journalImports, and(eq(journalImports.userId, userId), eq(journalImports.state, 'done'), isOfOrders))) > 0
  },
  /**
   * Orders whose fills the journal has, and fills whose orders it has, matched by the number of the order. Without one on either side they may be
   * the same trades if they are of one market, side and day.
   */
  ofOtherKind: async (
    userId: string,
    rows: string,
    { importId = null, minutes }: { readonly importId?: string | null; readonly minutes: Minutes },
  ): Promise<readonly OtherKind[]> => {
    const isOther = sql`f.user_id = ${userId}::uuid and f.import_id is distinct from ${importId}::uuid`
    const { rows: found } = await db.execute<OtherKind>(sql`
      with r as materialized (
        select key, row, former, twins, exchange, symbol, at, a, b, c, ordinal, of_minute, coalesce(is_order, false) as is_order, "order", total from jsonb_to_recordset(${rows}::jsonb)
        r(key text, row int, former text, twins jsonb, exchange text, symbol text, at bigint, a text, b text, c text, ordinal int, of_minute int, is_order boolean, "order" text, total numeric)
        where a in ('buy', 'sell')
      ), near as materialized (
        select f.exchange, f.symbol, f.at, coalesce(f.body->>0, f.body->>'side') as side, f.body->>8 is not null as is_numbered,
          starts_with(f.key, ${ORDER_START}) or coalesce(i.body->>'format' in (${ORDER_LIST}), false) as is_order
        from journal_entries f join journal_imports i on i.id = f.import_id
        where ${isOther} and f.symbol in (select symbol from r)
          and f.at between (select min(at) from r) - ${DAY_MS} and (select max(at) from r) + ${DAY_MS}
      )
      select r.key, r.row, r.is_order, case when held.size >= r.total then 'known' when held.size is not null then 'part' else 'unclear' end as state
      from r cross join lateral (select case when r.is_order then (
          select sum((f.body->>2)::numeric) from journal_entries f
          where ${isOther} and f.body->>8 = r."order" and f.exchange = r.exchange and f.symbol = r.symbol and not starts_with(f.key, ${ORDER_START})
        ) else (
          select (f.body->>2)::numeric from journal_entries f
          where ${isOther} and md5(f.key)::uuid = md5(${ORDER_START} || r.exchange || ':' || r.symbol || ':' || r."order")::uuid
        ) end as size) held
      where (held.size is not null or exists (
          select 1 from near where near.exchange = r.exchange and near.symbol = r.symbol and near.side = r.a and near.is_order <> r.is_order
          and near.at between r.at - ${DAY_MS} and r.at + ${DAY_MS} and not (near.is_numbered and r."order" is not null)))
        and not exists (select 1 from journal_entries k where k.user_id = ${userId}::uuid and md5(k.key)::uuid = md5(r.key)::uuid)
        and not ${isKnownByFormer(userId)} and not (${isKnownByValues(userId, { importId, minutes })})`)
    return found
  },
  /**
   * Trades without an id at the first or last time of a file that equal a trade of an import which ends or begins at that time: they may be
   * one trade or two.
   */
  countAtBorder: async (
    userId: string,
    rows: string,
    { first, last }: { readonly first: number; readonly last: number },
  ): Promise<number> => {
    const { rows: found } = await db.execute<{ n: number }>(sql`
      with r as materialized (
        select * from jsonb_to_recordset(${rows}::jsonb) r(key text, at bigint) where key like 'v:%' and at in (${first}::bigint, ${last}::bigint)
      )
      select count(*)::int as n from r join journal_entries f on f.user_id = ${userId} and md5(f.key)::uuid = md5(r.key)::uuid
      where (r.at = ${first}::bigint and not exists (
          select 1 from journal_entries g where g.import_id = f.import_id and g.exchange = f.exchange and g.at > f.at))
        or (r.at = ${last}::bigint and not exists (
          select 1 from journal_entries g where g.import_id = f.import_id and g.exchange = f.exchange and g.at < f.at))`)
    return found[0]?.n ?? 0
  },
  /**
   * Import of another zone that has most of these trades, all as many hours earlier or later: one of both was read in the wrong zone. Zones differ
   * by quarters of an hour, up to 26 hours. The times of a connection are those of the exchange's API: true, and in milliseconds, which files cut.
   */
  inOtherZone: async (
    userId: string,
    rows: string,
    { zone, most }: { readonly zone: string; readonly most: number },
  ): Promise<OtherZone | undefined> => {
    const isSame = sql`f.symbol = r.symbol and f.exchange = r.exchange and coalesce(f.body->>0, f.body->>'kind') = r.a
      and coalesce(f.body->>1, f.body->>'amount', f.body->>'net') = r.b and coalesce(f.body->>2, f.body->>'size', '') = r.c`
    const isAtOnce = sql`f.at between r.at - r.at % 1000 and r.at - r.at % 1000 + 999`
    const { rows: found } = await db.execute<OtherZone>(sql`
      with given as materialized (
        select * from jsonb_to_recordset(${rows}::jsonb) r(key text, exchange text, symbol text, at bigint, a text, b text, c text) where a is not null
      ), r as materialized (
        select * from given r where not exists (select 1 from journal_entries f where f.user_id = ${userId}::uuid and ${isSame} and ${isAtOnce}) limit ${most}
      ), ends as materialized (select min(at) as first, max(at) as last, count(*) as rows from r),
      days as materialized (select distinct symbol, at / ${DAY_MS} + away as day from r cross join generate_series(-2, 2) away),
      near as materialized (
        select f.*, exists (select 1 from given r where ${isSame} and ${isAtOnce}) as is_right
        from days join journal_entries f on f.user_id = ${userId}::uuid and f.symbol = days.symbol
          and f.at between days.day * ${DAY_MS} and days.day * ${DAY_MS} + ${DAY_MS - 1}
        join journal_imports i on i.id = f.import_id and coalesce(i.body->>'zone', '') <> ${zone}
      ), moved as (
        select f.import_id as id, f.exchange, r.key, case when f.at % 1000 = 0 or r.at % 1000 = 0 then f.at - f.at % 1000 - (r.at - r.at % 1000) else f.at - r.at end as off
        from r join near f on ${isSame} and not f.is_right
        where f.key like 'v:%' or r.key like 'v:%' or f.key = r.key or ${spaceOf('f.key')} is distinct from ${spaceOf('r.key')}
      )
      select s.id, i.name, s.off::float8 as off, coalesce(i.body->>'format' = 'connection', false) as is_connection from (
        select id, exchange, off, count(distinct key) as same from moved
        where off <> 0 and off % ${QUARTER_MS} = 0 and abs(off) <= ${MOST_ZONES_APART_MS}::bigint group by 1, 2, 3
      ) s join journal_imports i on i.id = s.id cross join ends
      where s.same >= least(2, ends.rows) and s.same * 2 >= (
        select count(*) from journal_entries g where g.import_id = s.id and g.exchange = s.exchange and g.symbol in (select symbol from r)
          and coalesce(g.body->>0, g.body->>'kind') in (select a from r) and g.at between ends.first + s.off - 999 and ends.last + s.off + 999)
      order by s.same desc limit 1`)
    return found[0]
  },
  /** `isFirst`: the journal was empty, so that only repeats within the file need a look. */
  addEntries: async (userId: string, { importId, rows, isFirst, left = [], minutes }: NewEntries): Promise<number> => {
    const { rowCount } = await db.execute(sql`
      insert into journal_entries (user_id, key, import_id, exchange, symbol, at, place, body)
      select ${userId}::uuid, key, ${importId}::uuid, exchange, symbol, at, place, body
      from jsonb_to_recordset(${rows}::jsonb) r(key text, former text, twins jsonb, exchange text, symbol text, at bigint, a text, b text, c text, ordinal int, of_minute int, place int, body jsonb)
      where ${left.length === 0 ? sql`true` : sql`key not in (select jsonb_array_elements_text(${JSON.stringify(left)}::jsonb))`} and ${isFirst ? sql`true` : sql`not ${isKnownByFormer(userId)} and not (${isKnownByValues(userId, { importId, minutes })})`} on conflict (user_id, (md5(key)::uuid)) do nothing`)
    return rowCount ?? 0
  },
  groupsOf: async (importId: string): Promise<readonly EntryGroup[]> =>
    db
      .selectDistinct({ exchange: journalEntries.exchange, symbol: journalEntries.symbol })
      .from(journalEntries)
      .where(eq(journalEntries.importId, importId)),
  removeEntries: async (importId: string): Promise<void> =>
    void (await db.delete(journalEntries).where(eq(journalEntries.importId, importId))),
  openEntries: async (userId: string, groups: readonly MarketGroup[]): Promise<void> =>
    void (await db.execute(sql`
      declare journal_entries_read no scroll cursor for
      select json_build_array(e.key, e.import_id, e.exchange, e.symbol, e.at, e.body, ${feeCloses})::text as cells from journal_entries e
      join jsonb_to_recordset(${sql.raw(quoted(JSON.stringify(groups)))}::jsonb) g(exchange text, symbol text, market text)
        on e.exchange = g.exchange and e.symbol = g.symbol
      where e.user_id = ${sql.raw(quoted(userId))}
      order by e.exchange, g.market, e.at, e.place, e.key`)),
  nextEntries: async (): Promise<{ readonly text: string; readonly rows: number }> => {
    const { rows } = await db.execute<{ cells: string }>(sql`fetch ${sql.raw(String(ENTRIES_A_FETCH))} from journal_entries_read`)
    return { text: `[${rows.map(({ cells }) => cells).join(',')}]`, rows: rows.length }
  },
  closeEntries: async (): Promise<void> => void (await db.execute(sql`close journal_entries_read`)),
  entriesBetween: async (
    userId: string,
    { exchange, symbol }: EntryGroup,
    { from, to, limit }: { readonly from: number; readonly to: number; readonly limit: number },
  ) =>
    db
      .select({ key: e.key, at: e.at, body: e.body, feeCloses })
      .from(e)
      .where(
        sql`${e.userId} = ${userId} and ${e.exchange} = ${exchange} and ${inArray(e.symbol, marketNames({ exchange, symbol }))} and ${e.at} between ${from} and ${to}`,
      )
      .orderBy(e.at, e.place, e.key)
      .limit(limit),
})

const ownExportQueries = (db: Db) => ({
  /** Entries of our own export, with their trips and notes. @returns number of new entries */
  addExported: async (userId: string, importId: string, rows: string): Promise<number> => {
    const { rows: found } = await db.execute<{ n: number }>(sql`
      with r as materialized (
        select * from jsonb_to_recordset(${rows}::jsonb) r(key text, exchange text, symbol text, at bigint, place int, body jsonb, trip uuid, id uuid)
      ), added as (
        insert into journal_entries (user_id, key, import_id, exchange, symbol, at, place, body)
        select ${userId}::uuid, key, ${importId}::uuid, exchange, symbol, at, place, body from r
        where not ${isOwnTrip(userId)} on conflict (user_id, (md5(key)::uuid)) do nothing returning key
      ), trip_rows as materialized (
        select r.key, r.exchange, r.symbol, r.id, f.* from r join added using (key) cross join lateral jsonb_to_record(r.body->'row') f(currency text,
          side text, opened_at bigint, closed_at bigint, size numeric, entry numeric, exit numeric, gross numeric, fees numeric, funding numeric,
          net numeric, money_reason text, source_kind text, risk numeric, r double precision, mae numeric, mfe numeric, mae_part double precision,
          mfe_part double precision, mae_far numeric, mfe_far numeric, mae_part_far double precision, mfe_part_far double precision, resolution text,
          slippage numeric, arrival_slippage numeric, trigger_slippage numeric, coins jsonb, fees_estimated boolean, note jsonb)
      ), notes as (
        insert into journal_notes (user_id, trip_id, tags, note, rating)
        select ${userId}::uuid, id, array(select jsonb_array_elements_text(note->'tags')), note->>'note', (note->>'rating')::smallint
        from trip_rows where note is not null and note <> 'null' on conflict do nothing
      ), trips as (
        insert into journal_trips (id, user_id, import_id, origin, currency, symbol, side, opened_at, closed_at, size, entry, exit, gross, fees,
          funding, net, money_reason, body, source_kind, risk, r, mae, mfe, mae_part, mfe_part, mae_far, mfe_far, mae_part_far, mfe_part_far,
          resolution, slippage, arrival_slippage, trigger_slippage)
        select id, ${userId}::uuid, ${importId}::uuid, exchange, currency, symbol, side, opened_at, closed_at, size, entry, exit, gross, fees,
          funding, net, money_reason, jsonb_build_object('first', key, 'last', key, 'fills', 0, 'coins', coalesce(coins, '[]'))
            || case when fees_estimated then '{"estimated":true}'::jsonb else '{}'::jsonb end, source_kind, risk, trip_rows.r, mae,
          mfe, mae_part, mfe_part, mae_far, mfe_far, mae_part_far, mfe_part_far, resolution, slippage, arrival_slippage, trigger_slippage
        from trip_rows
      )
      select count(*)::int as n from added`)
    return found[0]?.n ?? 0
  },
})

export type EntryGroup = { readonly exchange: string; readonly symbol: string }
/** `market`: its common name, by which entries of several names are one market. */
export type MarketGroup = EntryGroup & { readonly market: string }
const ENTRIES_A_FETCH = 500
/** SQL literal for statements that take no parameters. */
const quoted = (text: string): string => `E'${text.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`

const tripQueries = (db: Db) => ({
  removeTrips: async (userId: string, groups: readonly EntryGroup[]): Promise<void> =>
    void (await db.execute(sql`
      delete from journal_trips t using jsonb_to_recordset(${JSON.stringify(groups)}::jsonb) g(exchange text, symbol text)
      where t.user_id = ${userId} and t.account_id is null and t.origin = g.exchange and t.symbol = g.symbol`)),
  /** Stores trips and exported notes, unless the user has written a newer note. */
  addTrips: async (userId: string, rows: string): Promise<void> =>
    void (await db.execute(sql`
      with r as materialized (
        select * from jsonb_to_recordset(${rows}::jsonb) r(id uuid, import_id uuid, origin text, currency text, symbol text, side text, opened_at bigint,
          closed_at bigint, size numeric, entry numeric, exit numeric, gross numeric, fees numeric, funding numeric, net numeric, money_reason text,
          body jsonb, source_kind text, risk numeric, r double precision, mae numeric, mfe numeric, mae_part double precision, mfe_part double precision,
          mae_far numeric, mfe_far numeric, mae_part_far double precision, mfe_part_far double precision,
          resolution text, slippage numeric, arrival_slippage numeric, trigger_slippage numeric, note jsonb)
      ), notes as (
        insert into journal_notes (user_id, trip_id, tags, note, rating)
        select ${userId}::uuid, id, array(select jsonb_array_elements_text(note->'tags')), note->>'note', (note->>'rating')::smallint
        from r where note is not null and note <> 'null' on conflict do nothing
      )
      insert into journal_trips (id, user_id, import_id, origin, currency, symbol, side, opened_at, closed_at, size, entry, exit, gross, fees, funding, net,
        money_reason, body, source_kind, risk, r, mae, mfe, mae_part, mfe_part, mae_far, mfe_far, mae_part_far, mfe_part_far, resolution, slippage,
        arrival_slippage, trigger_slippage)
      select id, ${userId}::uuid, import_id, origin, currency, symbol, side, opened_at, closed_at, size, entry, exit, gross, fees, funding, net,
        money_reason, body, source_kind, risk, r.r, mae, mfe, mae_part, mfe_part, mae_far, mfe_far, mae_part_far, mfe_part_far,
        coalesce(resolution, 'none'), slippage, arrival_slippage, trigger_slippage from r`)),
  /**
   * Exported trips also present in an exchange file (same market, side, open and close time, size): the one built from fills stays, with
   * the notes. Uses a sort: a self-join of freshly written rows without statistics timed out at 100,000 trips.
   */
  removeExportedDuplicates: async (userId: string, groups: readonly EntryGroup[]): Promise<void> =>
    void (await db.execute(sql`
      with wanted as materialized (
        select t.id, t.body->>'first' like 'aerie-journal:%' as is_exported, t.origin, t.symbol, t.side, t.opened_at, t.closed_at, t.size from journal_trips t
        join jsonb_to_recordset(${JSON.stringify(groups)}::jsonb) g(exchange text, symbol text) on t.origin = g.exchange and t.symbol = g.symbol
        where t.user_id = ${userId} and t.account_id is null and t.opened_at is not null and t.closed_at is not null
      ), twice as materialized (
        select id as exported, made from (
          select id, is_exported, min(id::text) filter (where not is_exported) over (partition by origin, symbol, side, opened_at, closed_at, size)::uuid as made
          from wanted
        ) same where is_exported and made is not null
      ), notes as (
        insert into journal_notes (user_id, trip_id, tags, note, rating)
        select n.user_id, twice.made, n.tags, n.note, n.rating from twice join journal_notes n on n.user_id = ${userId} and n.trip_id = twice.exported
        on conflict do nothing
      )
      delete from journal_trips where id in (select exported from twice)`)),
  /** Autovacuum updates statistics after a minute; until then list pages over 100,000 new rows are planned for a few and sort all. */
  analyze: async (): Promise<void> => void (await db.execute(sql`analyze journal_entries, journal_trips, journal_notes`)),
  countTrips: (importId: string): Promise<number> => db.$count(journalTrips, eq(journalTrips.importId, importId)),
})
