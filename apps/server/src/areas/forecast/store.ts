import { itemAt } from '@aerie/core/item-at'
import type { ForecastSeries } from '@aerie/wire/market/forecasts'
import type { SourceKind } from '@aerie/wire/market/market'
import { and, asc, eq, gt, isNull, lte, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/client.ts'
import { forecastChains, forecastFans, forecastScores, forecasts } from '../../platform/db/schema/forecasts.ts'
import { GENESIS } from './forecast-chain.ts'

export type ChainRow = typeof forecastChains.$inferSelect
export type FanRow = typeof forecastFans.$inferSelect
export type ForecastRow = typeof forecasts.$inferSelect
export type ScoreRow = typeof forecastScores.$inferSelect
export type RecordRow = { readonly forecast: ForecastRow; readonly score: ScoreRow | null }

export type ForecastSource = { readonly id: string; readonly kind: SourceKind }

export type HorizonKey = { readonly chain: number; readonly symbol: string; readonly hours: number; readonly now: number }

export const sameRecord = and(eq(forecastScores.chain, forecasts.chain), eq(forecastScores.seq, forecasts.seq))
export const isHorizon = ({ chain, symbol, hours, now }: HorizonKey) =>
  and(eq(forecasts.chain, chain), eq(forecasts.symbol, symbol), eq(forecasts.hours, hours), lte(forecasts.issuedAt, now))

const isChain = (sourceId: string, series: ForecastSeries) => and(eq(forecastChains.sourceId, sourceId), eq(forecastChains.series, series))

export const forecastRepository = (db: Db) => ({
  findChain: async (sourceId: string, series: ForecastSeries): Promise<ChainRow | undefined> =>
    (await db.select().from(forecastChains).where(isChain(sourceId, series)))[0],
  /** Creates the chain if needed and locks it until the transaction ends. */
  lockChain: async ({ id, kind }: ForecastSource, series: ForecastSeries): Promise<ChainRow> => {
    await db.insert(forecastChains).values({ sourceId: id, sourceKind: kind, series, head: GENESIS }).onConflictDoNothing()
    return itemAt(await db.select().from(forecastChains).where(isChain(id, series)).for('update'), 0)
  },
  /** Also an older one: in a replay that starts again, the fan of the first run lies in the future. */
  setFans: async (rows: readonly FanRow[]): Promise<void> => {
    for (const { chain, symbol, ...fan } of rows)
      await db
        .insert(forecastFans)
        .values({ chain, symbol, ...fan })
        .onConflictDoUpdate({ target: [forecastFans.chain, forecastFans.symbol], set: fan })
  },
  fan: async (chain: number, symbol: string): Promise<FanRow | undefined> =>
    (
      await db
        .select()
        .from(forecastFans)
        .where(and(eq(forecastFans.chain, chain), eq(forecastFans.symbol, symbol)))
    )[0],
  issued: async ({ chain, symbol, hours }: Omit<HorizonKey, 'now'>, issuedAt: number): Promise<ForecastRow | undefined> =>
    (
      await db
        .select()
        .from(forecasts)
        .where(and(eq(forecasts.chain, chain), eq(forecasts.symbol, symbol), eq(forecasts.hours, hours), eq(forecasts.issuedAt, issuedAt)))
    )[0],
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
  newest: async (chain: number, symbol: string, now: number): Promise<ForecastRow[]> => {
    const newest = db
      .select({ at: sql`max(${forecasts.issuedAt})` })
      .from(forecasts)
      .where(isHorizon({ chain, symbol, hours: 1, now }))
    return db
      .select()
      .from(forecasts)
      .where(and(eq(forecasts.chain, chain), eq(forecasts.symbol, symbol), eq(forecasts.issuedAt, newest)))
      .orderBy(asc(forecasts.hours))
  },
  due: (chain: number, span: { readonly after: number; readonly now: number; readonly limit: number }): Promise<ForecastRow[]> =>
    db
      .select({ forecast: forecasts })
      .from(forecasts)
      .leftJoin(forecastScores, sameRecord)
      .where(and(eq(forecasts.chain, chain), gt(forecasts.dueAt, span.after), lte(forecasts.dueAt, span.now), isNull(forecastScores.seq)))
      .orderBy(asc(forecasts.dueAt), asc(forecasts.seq))
      .limit(span.limit)
      .then((rows) => rows.map(({ forecast }) => forecast)),
  insertScores: async (rows: readonly ScoreRow[]): Promise<number> => {
    if (rows.length === 0) return 0
    const written = await db
      .insert(forecastScores)
      .values([...rows])
      .onConflictDoNothing()
      .returning({ seq: forecastScores.seq })
    return written.length
  },
})
