import { and, arrayOverlaps, asc, count, desc, eq, gt, gte, inArray, lte, sql } from 'drizzle-orm'
import type { Db } from '../../../platform/db/client.ts'
import { chainEvents } from '../../../platform/db/schema/chain.ts'

export type EventRow = typeof chainEvents.$inferSelect
type Range = { readonly from: number; readonly to: number }
export type EventQuery = {
  readonly contract: EventRow['contract']
  readonly names: readonly string[]
  readonly accounts?: readonly string[]
  readonly isSettled?: boolean
}
type Page = { readonly limit: number; readonly offset: number }

export const eventRepository = (db: Db) => ({
  /** Existing rows are only marked as settled. @returns rows that are new or became settled */
  upsertEvents: async (rows: readonly (typeof chainEvents.$inferInsert)[]): Promise<EventRow[]> => {
    if (rows.length === 0) return []
    return db
      .insert(chainEvents)
      .values([...rows])
      .onConflictDoUpdate({
        target: [chainEvents.stream, chainEvents.blockHash, chainEvents.transaction, chainEvents.logIndex],
        set: { isSettled: true },
        setWhere: sql`excluded.is_settled and not ${chainEvents.isSettled}`,
      })
      .returning()
  },
  eventsWithin: (stream: number, { from, to }: Range): Promise<EventRow[]> =>
    db
      .select()
      .from(chainEvents)
      .where(and(eq(chainEvents.stream, stream), gte(chainEvents.block, from), lte(chainEvents.block, to))),
  deleteEventsAbove: (stream: number, block: number): Promise<EventRow[]> =>
    db
      .delete(chainEvents)
      .where(and(eq(chainEvents.stream, stream), gt(chainEvents.block, block)))
      .returning(),
  deleteEvent: async ({ stream, blockHash, transaction, logIndex }: EventRow): Promise<void> => {
    await db
      .delete(chainEvents)
      .where(
        and(
          eq(chainEvents.stream, stream),
          eq(chainEvents.blockHash, blockHash),
          eq(chainEvents.transaction, transaction),
          eq(chainEvents.logIndex, logIndex),
        ),
      )
  },

  eventPage: async (stream: number, query: EventQuery, { limit, offset }: Page): Promise<{ events: EventRow[]; total: number }> => {
    const matches = whereOf(stream, query)
    const newest = [desc(chainEvents.block), desc(chainEvents.logIndex)]
    const events = await db
      .select()
      .from(chainEvents)
      .where(matches)
      .orderBy(...newest)
      .limit(limit)
      .offset(offset)
    const [row] = await db.select({ total: count() }).from(chainEvents).where(matches)
    return { events, total: row?.total ?? 0 }
  },
  allEvents: (stream: number, query: EventQuery): Promise<EventRow[]> =>
    db.select().from(chainEvents).where(whereOf(stream, query)).orderBy(asc(chainEvents.block), asc(chainEvents.logIndex)),
})

const whereOf = (stream: number, { contract, names, accounts, isSettled }: EventQuery) =>
  and(
    eq(chainEvents.stream, stream),
    eq(chainEvents.contract, contract),
    inArray(chainEvents.name, [...names]),
    accounts === undefined ? undefined : arrayOverlaps(chainEvents.accounts, [...accounts]),
    isSettled === undefined ? undefined : eq(chainEvents.isSettled, isSettled),
  )
