import { defined } from '@aerie/core/defined'
import { itemAt } from '@aerie/core/item-at'
import type { ForecastState } from '@aerie/wire/market/forecasts'
import { and, asc, desc, eq, gt, lt, lte, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Db } from '../../platform/db/client.ts'
import { forecastScores, forecasts } from '../../platform/db/schema/forecasts.ts'
import { FORMATS } from './forecast-chain.ts'
import { type ChainRow, type HorizonKey, isHorizon, type RecordRow, sameRecord } from './store.ts'

export const recordRepository = (db: Db) => ({
  countIssued: async (wanted: HorizonKey): Promise<number> =>
    itemAt(await db.select({ n: sql<number>`count(*)::int` }).from(forecasts).where(isHorizon(wanted)), 0).n,
  scoreSums: (wanted: HorizonKey) => scoreSums(db, wanted),
  /** Newest first with `before`, oldest first with `after`. */
  history: ({ state, before, after, limit, ...wanted }: HistoryPage): Promise<RecordRow[]> =>
    db
      .select({ forecast: forecasts, score: forecastScores })
      .from(forecasts)
      .leftJoin(forecastScores, sameRecord)
      .where(
        and(
          isHorizon(wanted),
          state === undefined ? undefined : eq(stateBy(wanted.now), state),
          before === undefined ? undefined : lt(forecasts.issuedAt, before),
          after === undefined ? undefined : gt(forecasts.issuedAt, after),
        ),
      )
      .orderBy(after === undefined ? desc(forecasts.issuedAt) : asc(forecasts.issuedAt))
      .limit(limit),
  counts: (wanted: HorizonKey) => countStates(db, wanted),
  checkPage: (wanted: CheckedPage) => checkPage(db, wanted),
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

type HistoryPage = HorizonKey & {
  readonly state?: ForecastState | undefined
  readonly before?: number | undefined
  readonly after?: number | undefined
  readonly limit: number
}

/** State at the market's clock: in a replay, later scores still count as open. */
const stateBy = (now: number) =>
  sql<ForecastState>`case when ${forecasts.dueAt} <= ${now} then coalesce(${forecastScores.state}, 'open') else 'open' end`

async function countStates(db: Db, wanted: HorizonKey): Promise<Record<ForecastState, number>> {
  const rows = await db
    .select({ state: stateBy(wanted.now), n: sql<number>`count(*)::int` })
    .from(forecasts)
    .leftJoin(forecastScores, sameRecord)
    .where(isHorizon(wanted))
    .groupBy(sql`1`)
  return { open: 0, scored: 0, missing: 0, ...Object.fromEntries(rows.map(({ state, n }) => [state, n])) }
}

type CheckedPage = { readonly chain: ChainRow; readonly afterSeq: number; readonly prevHash: Buffer; readonly limit: number }

export type ChainPage = {
  readonly chain: number
  readonly afterSeq: number
  readonly limit: number
  readonly symbol?: string | undefined
  readonly hours?: number | undefined
}
type PageCheck = { readonly count: number; readonly brokenAt: number | null; readonly last: Buffer | null }

const mean = (column: AnyPgColumn) => sql<number | null>`avg(${column})`
const share = (column: AnyPgColumn) => sql<number | null>`avg(${column}::int)::float8`

async function scoreSums(db: Db, wanted: HorizonKey) {
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
    .where(and(isHorizon(wanted), eq(forecastScores.state, 'scored'), lte(forecasts.dueAt, wanted.now)))
  return defined(row)
}

/** In the database, independent of the code of forecast-chain.ts: sequence, previous hash and recomputed hash. */
async function checkPage(db: Db, { chain, afterSeq, prevHash, limit }: CheckedPage): Promise<PageCheck> {
  const [row] = (
    await db.execute<{ count: number; broken_at: number | null; last: Buffer | null }>(sql`
      select count(*)::int as count, min(place) filter (where not fits)::float8 as broken_at, (array_agg(hash order by place desc))[1] as last
      from (
        select hash, place, seq = place and prev_hash = coalesce(lag(hash) over (order by place), ${prevHash}::bytea)
          and hash = sha256(convert_to(concat_ws(E'\n', ${FORMATS[chain.series]}::text, encode(prev_hash, 'hex'), ${chain.sourceId}::text,
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
  return { count: defined(row).count, brokenAt: defined(row).broken_at, last: defined(row).last }
}
