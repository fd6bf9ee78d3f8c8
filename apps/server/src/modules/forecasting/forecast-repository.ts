import { and, asc, desc, eq, gt, isNull, lt, lte, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Db } from '../../db/client.ts'
import { forecastChains, forecastScores, forecasts } from '../../db/schema/forecasts.ts'
import { GENESIS } from './forecast-chain.ts'

export type ChainRow = typeof forecastChains.$inferSelect
export type ForecastRow = typeof forecasts.$inferSelect
export type ScoreRow = typeof forecastScores.$inferSelect
/** A forecast with its score, where it has one. */
export type RecordRow = { readonly forecast: ForecastRow; readonly score: ScoreRow | null }

type OfHorizon = { readonly chain: number; readonly symbol: string; readonly hours: number; readonly now: number }

const sameRecord = and(eq(forecastScores.chain, forecasts.chain), eq(forecastScores.seq, forecasts.seq))
const ofHorizon = ({ chain, symbol, hours, now }: OfHorizon) =>
  and(eq(forecasts.chain, chain), eq(forecasts.symbol, symbol), eq(forecasts.hours, hours), lte(forecasts.issuedAt, now))

const mean = (column: AnyPgColumn) => sql<number | null>`avg(${column})`
const share = (column: AnyPgColumn) => sql<number | null>`avg(${column}::int)::float8`

export const forecastRepository = (db: Db) => ({
  findChain: async (sourceId: string): Promise<ChainRow | undefined> =>
    (await db.select().from(forecastChains).where(eq(forecastChains.sourceId, sourceId)))[0],
  /** The chain of a source, made at the first use and locked until the transaction ends: who issues next waits here. */
  lockChain: async (sourceId: string, sourceKind: ChainRow['sourceKind']): Promise<ChainRow> => {
    await db.insert(forecastChains).values({ sourceId, sourceKind, head: GENESIS }).onConflictDoNothing()
    return (await db.select().from(forecastChains).where(eq(forecastChains.sourceId, sourceId)).for('update'))[0]!
  },
  /** Which of a coin's horizons have a forecast from `issuedAt` already. */
  issuedHours: async (chain: number, symbol: string, issuedAt: number): Promise<Set<number>> => {
    const rows = await db
      .select({ hours: forecasts.hours })
      .from(forecasts)
      .where(and(eq(forecasts.chain, chain), eq(forecasts.symbol, symbol), eq(forecasts.issuedAt, issuedAt)))
    return new Set(rows.map(({ hours }) => hours))
  },
  append: async (chain: number, rows: readonly ForecastRow[]): Promise<void> => {
    const last = rows.at(-1)
    if (last === undefined) return
    await db.insert(forecasts).values([...rows])
    await db.update(forecastChains).set({ length: last.seq, head: last.hash }).where(eq(forecastChains.number, chain))
  },
  /** All horizons of the coin's newest forecast that the market's clock has reached, by hours. */
  newest: async (chain: number, symbol: string, now: number): Promise<ForecastRow[]> => {
    const newest = db
      .select({ at: sql`max(${forecasts.issuedAt})` })
      .from(forecasts)
      .where(ofHorizon({ chain, symbol, hours: 1, now }))
    return db
      .select()
      .from(forecasts)
      .where(and(eq(forecasts.chain, chain), eq(forecasts.symbol, symbol), eq(forecasts.issuedAt, newest)))
      .orderBy(asc(forecasts.hours))
  },
  /** Forecasts that were due after `after` and by `now` and have no score, the oldest first. */
  due: (chain: number, span: { readonly after: number; readonly now: number; readonly limit: number }): Promise<ForecastRow[]> =>
    db
      .select({ forecast: forecasts })
      .from(forecasts)
      .leftJoin(forecastScores, sameRecord)
      .where(and(eq(forecasts.chain, chain), gt(forecasts.dueAt, span.after), lte(forecasts.dueAt, span.now), isNull(forecastScores.seq)))
      .orderBy(asc(forecasts.dueAt), asc(forecasts.seq))
      .limit(span.limit)
      .then((rows) => rows.map(({ forecast }) => forecast)),
  /** How many were written: a score that is there already stays as it is. */
  insertScores: async (rows: readonly ScoreRow[]): Promise<number> => {
    if (rows.length === 0) return 0
    const written = await db
      .insert(forecastScores)
      .values([...rows])
      .onConflictDoNothing()
      .returning({ seq: forecastScores.seq })
    return written.length
  },
  countIssued: async (wanted: OfHorizon): Promise<number> =>
    (await db.select({ n: sql<number>`count(*)::int` }).from(forecasts).where(ofHorizon(wanted)))[0]!.n,
  /** All sums of a scorecard, over what was due by the market's clock. */
  scoreSums: async (wanted: OfHorizon) => {
    const [row] = await db
      .select({
        scored: sql<number>`count(*)::int`,
        since: sql<number | null>`min(${forecasts.issuedAt})::float8`,
        until: sql<number | null>`max(${forecasts.issuedAt})::float8`,
        model: sql<string | null>`max(${forecasts.model})`,
        in50: share(forecastScores.isIn50),
        in80: share(forecastScores.isIn80),
        in95: share(forecastScores.isIn95),
        crps: mean(forecastScores.crps),
        tail: mean(forecastScores.tailPinball),
        median: mean(forecastScores.medianError),
        width: mean(forecastScores.width80),
        baseCrps: mean(forecastScores.baselineCrps),
        baseTail: mean(forecastScores.baselineTailPinball),
        baseMedian: mean(forecastScores.baselineMedianError),
        baseWidth: mean(forecastScores.baselineWidth80),
        pits: sql<number[] | null>`array_agg(${forecastScores.pit})`,
      })
      .from(forecasts)
      .innerJoin(forecastScores, sameRecord)
      .where(and(ofHorizon(wanted), eq(forecastScores.state, 'scored'), lte(forecasts.dueAt, wanted.now)))
    return row!
  },
  /** Newest first, issued before `before`. */
  history: (wanted: OfHorizon, before: number, limit: number): Promise<RecordRow[]> =>
    db
      .select({ forecast: forecasts, score: forecastScores })
      .from(forecasts)
      .leftJoin(forecastScores, sameRecord)
      .where(and(ofHorizon(wanted), lt(forecasts.issuedAt, before)))
      .orderBy(desc(forecasts.issuedAt))
      .limit(limit),
  /**
   * Checks a page of the chain in the database: each record's place, the hash before it, and its own hash made anew over
   * the text of forecast-chain.ts. Beside the server's event loop, and without its code.
   */
  checkPage: async ({
    chain,
    afterSeq,
    prevHash,
    limit,
  }: CheckedPage): Promise<{ count: number; brokenAt: number | null; last: Buffer | null }> => {
    const [row] = (
      await db.execute<{ count: number; broken_at: number | null; last: Buffer | null }>(sql`
        select count(*)::int as count, min(place) filter (where not fits)::float8 as broken_at, (array_agg(hash order by place desc))[1] as last
        from (
          select hash, place, seq = place and prev_hash = coalesce(lag(hash) over (order by place), ${prevHash}::bytea)
            and hash = sha256(convert_to(concat_ws(E'\n', 'aerie-forecast-1', encode(prev_hash, 'hex'), ${chain.sourceId}::text,
              ${chain.sourceKind}::text, seq, symbol, hours, issued_at, due_at, made_at, model, candles, quote,
              encode(float8send(anchor), 'hex'),
              (select string_agg(encode(float8send(value), 'hex'), ',' order by at) from unnest(quantiles) with ordinality as q (value, at)),
              (select string_agg(encode(float8send(value), 'hex'), ',' order by at) from unnest(baseline) with ordinality as b (value, at))
            ), 'UTF8')) as fits
          from (
            select *, ${afterSeq}::bigint + row_number() over (order by seq) as place
            from forecasts where chain = ${chain.number} and seq > ${afterSeq} order by seq limit ${limit}
          ) page
        ) checked`)
    ).rows
    return { count: row!.count, brokenAt: row!.broken_at, last: row!.last }
  },
  /** A page of the record in its own order, from the whole chain or of some coin and horizon. */
  page: (wanted: ChainPage): Promise<RecordRow[]> =>
    db
      .select({ forecast: forecasts, score: forecastScores })
      .from(forecasts)
      .leftJoin(forecastScores, sameRecord)
      .where(
        and(
          eq(forecasts.chain, wanted.chain),
          gt(forecasts.seq, wanted.afterSeq),
          wanted.symbol === undefined ? undefined : eq(forecasts.symbol, wanted.symbol),
          wanted.hours === undefined ? undefined : eq(forecasts.hours, wanted.hours),
        ),
      )
      .orderBy(asc(forecasts.seq))
      .limit(wanted.limit),
})

type CheckedPage = { readonly chain: ChainRow; readonly afterSeq: number; readonly prevHash: Buffer; readonly limit: number }

export type ChainPage = {
  readonly chain: number
  readonly afterSeq: number
  readonly limit: number
  readonly symbol?: string | undefined
  readonly hours?: number | undefined
}
