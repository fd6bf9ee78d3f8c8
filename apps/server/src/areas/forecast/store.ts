import { itemAt } from '@aerie/core/item-at'
import { and, asc, eq, gt, isNull, lte, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/client.ts'
import { forecastChains, forecastScores, forecasts } from '../../platform/db/schema/forecasts.ts'
import { GENESIS } from './forecast-chain.ts'

export type ChainRow = typeof forecastChains.$inferSelect
export type ForecastRow = typeof forecasts.$inferSelect
export type ScoreRow = typeof forecastScores.$inferSelect
export type RecordRow = { readonly forecast: ForecastRow; readonly score: ScoreRow | null }

export type HorizonKey = { readonly chain: number; readonly symbol: string; readonly hours: number; readonly now: number }

export const sameRecord = and(eq(forecastScores.chain, forecasts.chain), eq(forecastScores.seq, forecasts.seq))
export const isHorizon = ({ chain, symbol, hours, now }: HorizonKey) =>
  and(eq(forecasts.chain, chain), eq(forecasts.symbol, symbol), eq(forecasts.hours, hours), lte(forecasts.issuedAt, now))

export const forecastRepository = (db: Db) => ({
  findChain: async (sourceId: string): Promise<ChainRow | undefined> =>
    (await db.select().from(forecastChains).where(eq(forecastChains.sourceId, sourceId)))[0],
  /** Creates the chain if needed and locks it until the transaction ends. */
  lockChain: async (sourceId: string, sourceKind: ChainRow['sourceKind']): Promise<ChainRow> => {
    await db.insert(forecastChains).values({ sourceId, sourceKind, head: GENESIS }).onConflictDoNothing()
    return itemAt(await db.select().from(forecastChains).where(eq(forecastChains.sourceId, sourceId)).for('update'), 0)
  },
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
