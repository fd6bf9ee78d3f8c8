import { itemAt, numberAt } from '@aerie/core/item-at'
import { type Candle, tidySum } from '@aerie/core/market/candle'
import { DAY_MS, MINUTE_MS } from '@aerie/core/time'
import type { BaseInterval, ClosedCandle, MarketTick } from '@aerie/market/market-source'
import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import type { Pool, PoolClient } from 'pg'
import * as z from 'zod/mini'
import type { Db } from '../../../platform/db/client.ts'
import { DutyLost, demandTerm, fenceFrom, type Term } from '../../../platform/duties/duty.ts'
import type { StoredCandles, StoredRange } from './candle-reader.ts'

/** Fetched range in seconds: every candle that exists in `[from, to)` is stored. */
export type Span = { readonly symbol: string; readonly interval: BaseInterval; readonly from: number; readonly to: number }

export type CandleStore = StoredCandles & {
  readonly partitions: PartitionKeeper
  /** Upserts candles, then stores the spans, atomically. @throws DutyLost if the term has ended */
  write(candles: readonly ClosedCandle[], spans?: readonly Span[]): Promise<void>
  spans(): Promise<Span[]>
  newest(symbol: string, base: BaseInterval, before: number, limit: number): Promise<Candle[]>
  missing(gap: Span): Promise<number[]>
  /** Stores the newest tick of every symbol as one row: `lastTicks` reads the newest row alone. @throws DutyLost if the term has ended */
  writeTicks(ticks: readonly MarketTick[]): Promise<void>
  /** The newest stored ticks, not after `notAfter` (milliseconds). */
  lastTicks(symbols: readonly string[], notAfter: number): Promise<MarketTick[]>
}

const STEP_S: Readonly<Record<BaseInterval, number>> = { '1m': 60, '1h': 3600 }
const baseOfStep = (seconds: number): BaseInterval => (seconds === 60 ? '1m' : '1h')

/** PostgreSQL array literal; only for numbers and symbols, which need no quoting. */
const array = (values: readonly (number | string)[]): string => `{${values.join(',')}}`

type CandleCells = [time: number, open: number, high: number, low: number, close: number, volume: number]
const toCandle = ([time, open, high, low, close, volume]: CandleCells): Candle => ({ time, open, high, low, close, volume })

export async function sourceNumber(pool: Pool, id: string): Promise<number> {
  const { rows } = await pool.query<{ number: number }>(
    `with made as (insert into market_sources (id) values ($1) on conflict (id) do nothing returning number)
     select number from made union all select number from market_sources where id = $1 limit 1`,
    [id],
  )
  return itemAt(rows, 0).number
}

/** `fence`: the duty whose holder alone may write; none without other processes. */
export async function candleStore(pool: Pool, sourceId: string, fence?: Term): Promise<CandleStore> {
  const source = await sourceNumber(pool, sourceId)
  const partitions = partitionKeeper(pool)
  const target = { pool, partitions, source, fence }
  return {
    partitions,
    range: (query) => readRange(pool, source, query),
    newest: (symbol, base, before, limit) =>
      readRange(pool, source, { symbol, base, step: STEP_S[base], origin: 0, from: undefined, to: before, limit }),
    write: (candles, spans = []) => writeCandles(target, candles, spans),
    spans: () => readSpans(pool, source),
    missing: (gap) => readMissing(pool, source, gap),
    writeTicks: tickWriter(target),
    lastTicks: (symbols, notAfter) => readLastTicks(pool, source, symbols, notAfter),
  }
}

async function ensureFor(partitions: PartitionKeeper, kind: PartitionedKind, times: readonly number[]): Promise<void> {
  if (times.length === 0) return
  const [first, last] = times.reduce(
    ([low, high], time) => [Math.min(low, time), Math.max(high, time)],
    [numberAt(times, 0), numberAt(times, 0)],
  )
  await partitions.ensure(kind, first, last)
}

const COLUMNS = 'open_time::float8, open, high, low, close, volume'

/** Factor on `limit` for the initial search range: holes are rare, and a tight bound keeps the index scan short. */
const SLACK = 1.25

async function readRange(pool: Pool, source: number, query: StoredRange): Promise<Candle[]> {
  const { from = 0, to, limit, step } = query
  const reach = Math.ceil(limit * SLACK) * step
  const near = query.from === undefined ? { from: Math.max(0, to - reach), to } : { from, to: Math.min(to, from + reach) }
  const found = await select(pool, source, query, near)
  const isAll = near.from === from && near.to === to
  return isAll || found.length >= limit ? found : select(pool, source, query, { from, to })
}

type Bounds = { readonly from: number; readonly to: number }

async function select(pool: Pool, source: number, query: StoredRange, bounds: Bounds): Promise<Candle[]> {
  const { symbol, base, step, origin, limit } = query
  const direction = query.from === undefined ? 'desc' : 'asc'
  const merge = step === STEP_S[base] ? 'plain' : 'merged'
  const { rows } = await pool.query<CandleCells>({
    name: `candles-${base}-${merge}-${direction}`,
    rowMode: 'array',
    text: merge === 'plain' ? plainSql(base, direction) : mergedSql(base, direction),
    values: [source, symbol, bounds.from, bounds.to, limit, ...(merge === 'plain' ? [] : [step, origin])],
  })
  if (direction === 'desc') rows.reverse()
  const candles = rows.map(toCandle)
  return merge === 'plain' ? candles : candles.map((candle) => ({ ...candle, volume: tidySum(candle.volume) }))
}

type Direction = 'asc' | 'desc'
/** The interval is inlined, so that the planner sees one partition tree only. */
const plainSql = (base: BaseInterval, direction: Direction): string =>
  `select ${COLUMNS} from candles_${STEP_S[base]}
   where source = $1 and symbol = $2 and open_time >= $3 and open_time < $4 order by open_time ${direction} limit $5`

const mergedSql = (base: BaseInterval, direction: Direction): string =>
  `select (bucket * $6 + $7)::float8, (array_agg(open order by open_time))[1], max(high), min(low), (array_agg(close order by open_time desc))[1], sum(volume)
   from (select *, (open_time - $7::bigint) / $6::bigint as bucket from candles_${STEP_S[base]}
         where source = $1 and symbol = $2 and open_time >= $3 and open_time < $4) base
   group by bucket order by bucket ${direction} limit $5`

/** Last one per key wins: one statement must not update a row twice. */
function distinct(candles: readonly ClosedCandle[]): ClosedCandle[] {
  const byKey = new Map(candles.map((entry) => [`${entry.symbol} ${entry.interval} ${entry.candle.time}`, entry]))
  return byKey.size === candles.length ? [...candles] : [...byKey.values()]
}

const INSERT_CANDLES = `
  insert into candles (source, interval_s, symbol, open_time, open, high, low, close, volume)
  select $1, * from unnest($2::smallint[], $3::text[], $4::bigint[], $5::float8[], $6::float8[], $7::float8[], $8::float8[], $9::float8[])
  on conflict (source, symbol, interval_s, open_time) do update
  set open = excluded.open, high = excluded.high, low = excluded.low, close = excluded.close, volume = excluded.volume
  where (candles.open, candles.high, candles.low, candles.close, candles.volume)
    is distinct from (excluded.open, excluded.high, excluded.low, excluded.close, excluded.volume)`

const UPSERT_SPANS = `
  insert into candle_spans (source, symbol, interval_s, from_s, to_s)
  select $1, * from unnest($2::text[], $3::smallint[], $4::bigint[], $5::bigint[])
  on conflict (source, symbol, interval_s) do update set from_s = excluded.from_s, to_s = excluded.to_s`

/** Losing the last second in a crash is acceptable: spans are written with their candles, and missing ones are fetched again. */
const BEGIN = 'begin; set local synchronous_commit = off'

type Target = {
  readonly pool: Pool
  readonly partitions: PartitionKeeper
  readonly source: number
  readonly fence: Term | undefined
}

async function writeCandles(
  { pool, partitions, source, fence }: Target,
  candles: readonly ClosedCandle[],
  spans: readonly Span[],
): Promise<void> {
  const rows = distinct(candles)
  for (const interval of ['1m', '1h'] as const) {
    const times = rows.filter((row) => row.interval === interval).map((row) => row.candle.time * 1000)
    await ensureFor(partitions, interval, times)
  }
  const client = await pool.connect()
  let failed = true
  try {
    await client.query(BEGIN)
    if (fence !== undefined) await demandTerm(drizzle(client), fence)
    if (rows.length > 0) await insertCandles(client, source, rows)
    if (spans.length > 0) await upsertSpans(client, source, spans)
    await client.query('commit')
    failed = false
  } finally {
    // Closing a failed connection rolls back.
    client.release(failed)
  }
}

async function insertCandles(client: PoolClient, source: number, rows: readonly ClosedCandle[]): Promise<void> {
  const pick = (field: keyof Candle): string => array(rows.map((row) => row.candle[field]))
  await client.query({
    name: 'insert-candles',
    text: INSERT_CANDLES,
    values: [
      source,
      array(rows.map((row) => STEP_S[row.interval])),
      array(rows.map((row) => row.symbol)),
      ...(['time', 'open', 'high', 'low', 'close', 'volume'] as const).map(pick),
    ],
  })
}

async function upsertSpans(client: PoolClient, source: number, spans: readonly Span[]): Promise<void> {
  await client.query({
    name: 'upsert-spans',
    text: UPSERT_SPANS,
    values: [
      source,
      array(spans.map((span) => span.symbol)),
      array(spans.map((span) => STEP_S[span.interval])),
      array(spans.map((span) => span.from)),
      array(spans.map((span) => span.to)),
    ],
  })
}

async function readSpans(pool: Pool, source: number): Promise<Span[]> {
  const { rows } = await pool.query<{ symbol: string; interval_s: number; from_s: number; to_s: number }>(
    'select symbol, interval_s, from_s::float8, to_s::float8 from candle_spans where source = $1',
    [source],
  )
  return rows.map((row) => ({ symbol: row.symbol, interval: baseOfStep(row.interval_s), from: row.from_s, to: row.to_s }))
}

async function readMissing(pool: Pool, source: number, { symbol, interval, from, to }: Span): Promise<number[]> {
  const step = STEP_S[interval]
  const { rows } = await pool.query<[time: number]>({
    name: `missing-${interval}`,
    rowMode: 'array',
    text: `select time::float8 from generate_series($3::bigint, $4::bigint - 1, $5::bigint) time
           where not exists (select from candles_${step} where source = $1 and symbol = $2 and open_time = time)
           order by time`,
    values: [source, symbol, from, to, step],
  })
  return rows.map(([time]) => time)
}

const INSERT_SERIES = `
  with wanted as (select * from unnest($2::text[], $3::text[], $4::text[]) wanted (symbol, venue, quote)),
    made as (
      insert into market_series (source, symbol, venue, quote) select $1, * from wanted
      on conflict (source, symbol, venue, quote) do nothing returning number, symbol, venue, quote
    )
  select * from made
  union all
  select number, symbol, venue, quote from market_series join wanted using (symbol, venue, quote) where source = $1`

const insertPrices = (fence: Term | undefined): string => `
  ${fence === undefined ? '' : `with ${fenceFrom(6)}`}
  insert into market_prices (source, at, series, prices, ages)
  select $1, $2, $3, $4, $5 ${fence === undefined ? '' : 'from fence'}
  on conflict (source, at) do update set series = excluded.series, prices = excluded.prices, ages = excluded.ages`

type Series = Pick<MarketTick, 'symbol' | 'venue' | 'quote'>

function tickWriter({ pool, partitions, source, fence }: Target) {
  const text = insertPrices(fence)
  const numbers = new Map<string, number>()
  const keyOf = ({ symbol, venue, quote }: Series): string => `${symbol} ${quote} ${venue}`
  const number = async (unknown: readonly Series[]): Promise<void> => {
    const columns = (['symbol', 'venue', 'quote'] as const).map((name) => unknown.map((one) => one[name]))
    const { rows } = await pool.query<Series & { number: number }>(INSERT_SERIES, [source, ...columns])
    for (const row of rows) numbers.set(keyOf(row), row.number)
  }
  return async (ticks: readonly MarketTick[]): Promise<void> => {
    const at = Math.floor(ticks.reduce((newest, { asOf }) => Math.max(newest, asOf), 0))
    const kept = ticks.filter(({ asOf }) => asOf > at - PARTITIONED.ticks.keepMs)
    const unknown = kept.filter((tick) => !numbers.has(keyOf(tick)))
    if (unknown.length > 0) await number(unknown)
    await partitions.ensure('ticks', at, at)
    const { rowCount } = await pool.query({
      name: fence === undefined ? 'insert-prices' : 'insert-prices-fenced',
      text,
      values: [
        source,
        at,
        array(kept.map((tick) => numbers.get(keyOf(tick)) ?? Number.NaN)),
        array(kept.map((tick) => tick.price)),
        array(kept.map((tick) => at - Math.floor(tick.asOf))),
        ...(fence === undefined ? [] : [fence.name, fence.term]),
      ],
    })
    if (fence !== undefined && rowCount === 0) throw new DutyLost(fence)
  }
}

async function readLastTicks(pool: Pool, source: number, symbols: readonly string[], notAfter: number): Promise<MarketTick[]> {
  const { rows } = await pool.query<MarketTick>(
    `select symbol, price, (at - age)::float8 as "asOf", venue, quote
     from (select * from market_prices where source = $1 and at <= $3 order by at desc limit 1) newest
     cross join unnest(newest.series, newest.prices, newest.ages) tick (number, price, age)
     join market_series using (number)
     where symbol = any($2)`,
    [source, symbols, notAfter],
  )
  return rows
}

/** A tick is in the first row written after it, and for as long as it is the newest one. */
const WRITTEN_WITHIN_MS = MINUTE_MS

type PricesQuery = {
  readonly source: string
  readonly symbol: string
  readonly from: number
  readonly to: number
  readonly limit: number
}

const priceRows = z.array(z.object({ at: z.number(), price: z.string() }))

/** Stored prices of a symbol in order, from any source; both ends (milliseconds) included. Prices as decimal text. */
export async function storedPrices(db: Db, { source, symbol, from, to, limit }: PricesQuery) {
  const { rows } = await db.execute(sql`
    select distinct on (at) at::float8, price::numeric::text from (
      select p.at - p.ages[place] as at, p.prices[place] as price
      from market_sources s
      join market_series c on c.source = s.number and c.symbol = ${symbol}
      join market_prices p on p.source = s.number and p.at between ${from}::bigint and ${to}::bigint + ${WRITTEN_WITHIN_MS}
      cross join unnest(array_positions(p.series, c.number)) place
      where s.id = ${source}
    ) ticks
    where at between ${from}::bigint and ${to}::bigint
    order by at limit ${limit}`)
  return z.parse(priceRows, rows)
}

/** Table partitioned by calendar periods; `column` is in seconds or milliseconds. */
type Partitioned = {
  readonly table: 'candles_60' | 'candles_3600' | 'market_prices'
  readonly period: 'day' | 'month' | 'year'
  readonly unitsPerMs: number
  /** Retention in market time; null keeps everything. */
  readonly keepMs: number | null
}

/** Minutes are kept for two months, hours forever, ticks for three days. */
const PARTITIONED = {
  '1m': { table: 'candles_60', period: 'month', unitsPerMs: 1e-3, keepMs: 62 * DAY_MS },
  '1h': { table: 'candles_3600', period: 'year', unitsPerMs: 1e-3, keepMs: null },
  ticks: { table: 'market_prices', period: 'day', unitsPerMs: 1, keepMs: 3 * DAY_MS },
} as const satisfies Record<string, Partitioned>
type PartitionedKind = keyof typeof PARTITIONED

const LENGTH = { day: 10, month: 7, year: 4 } as const

function bounds(period: Partitioned['period'], ms: number): { name: string; from: number; to: number } {
  const date = new Date(ms)
  const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()]
  const name = date.toISOString().slice(0, LENGTH[period]).replaceAll('-', '_')
  if (period === 'year') return { name, from: Date.UTC(year, 0), to: Date.UTC(year + 1, 0) }
  if (period === 'month') return { name, from: Date.UTC(year, month), to: Date.UTC(year, month + 1) }
  return { name, from: Date.UTC(year, month, day), to: Date.UTC(year, month, day + 1) }
}

/** Arbitrary, but must never change. */
const PARTITION_LOCK = 4_800_002

async function locked(pool: Pool, work: (client: PoolClient) => Promise<void>): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('begin; set local client_min_messages = warning')
    await client.query('select pg_advisory_xact_lock($1)', [PARTITION_LOCK])
    await work(client)
    await client.query('commit')
    client.release()
  } catch (error) {
    client.release(true)
    throw error
  }
}

function partitionKeeper(pool: Pool) {
  const made = new Set<string>()
  return {
    ensure: async (kind: PartitionedKind, first: number, last: number): Promise<void> => {
      const { table, period, unitsPerMs } = PARTITIONED[kind]
      const missing = new Map<string, { from: number; to: number }>()
      for (let at = bounds(period, first); at.from <= last; at = bounds(period, at.to)) {
        const name = `${table}_${at.name}`
        if (!made.has(name)) missing.set(name, { from: at.from * unitsPerMs, to: at.to * unitsPerMs })
      }
      if (missing.size === 0) return
      await locked(pool, async (client) => {
        for (const [name, { from, to }] of missing) {
          await client.query(`create table if not exists ${name} partition of ${table} for values from (${from}) to (${to})`)
        }
      })
      for (const name of missing.keys()) made.add(name)
    },
    dropOld: async (now: number): Promise<string[]> => {
      const dropped: string[] = []
      for (const { table, period, keepMs } of Object.values(PARTITIONED)) {
        if (keepMs === null) continue
        const oldest = `${table}_${bounds(period, now - keepMs).name}`
        const { rows } = await pool.query<{ name: string }>(
          'select inhrelid::regclass::text as name from pg_inherits where inhparent = $1::regclass',
          [table],
        )
        const old = rows.map(({ name }) => name).filter((name) => name < oldest)
        if (old.length > 0) await locked(pool, async (client) => void (await client.query(`drop table ${old.join(', ')}`)))
        for (const name of old) made.delete(name)
        dropped.push(...old)
      }
      return dropped
    },
  }
}

type PartitionKeeper = ReturnType<typeof partitionKeeper>
