import { itemAt } from '@aerie/core/item-at'
import { and, arrayOverlaps, asc, count, desc, eq, gt, gte, inArray, isNull, lt, lte, sql } from 'drizzle-orm'
import type { Db } from '../../../platform/db/client.ts'
import { chainCheckpoints, chainEvents, chainStreams, testGrants } from '../../../platform/db/schema/chain.ts'

export type EventRow = typeof chainEvents.$inferSelect
type Range = { readonly from: number; readonly to: number }
type EventQuery = {
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

export type StreamRow = typeof chainStreams.$inferSelect
type Checkpoint = { readonly block: number; readonly hash: string }

export const streamRepository = (db: Db) => ({
  /** Finds or creates a stream. Selects first: a conflicting insert would consume an id. */
  openStream: async (key: string, fromBlock: number): Promise<StreamRow> => {
    const isOfKey = eq(chainStreams.key, key)
    const [found] = await db.select().from(chainStreams).where(isOfKey)
    if (found !== undefined) return found
    const start = { key, fromBlock, settled: fromBlock - 1, seen: fromBlock - 1 }
    await db.insert(chainStreams).values(start).onConflictDoNothing()
    return itemAt(await db.select().from(chainStreams).where(isOfKey), 0)
  },
  hasStream: async (key: string): Promise<boolean> =>
    (await db.select({ id: chainStreams.id }).from(chainStreams).where(eq(chainStreams.key, key))).length > 0,
  setHeights: async (id: number, heights: { settled: number; seen: number }): Promise<void> => {
    await db.update(chainStreams).set(heights).where(eq(chainStreams.id, id))
  },

  checkpointAt: async (stream: number, block: number): Promise<Checkpoint | undefined> =>
    (
      await db
        .select()
        .from(chainCheckpoints)
        .where(and(eq(chainCheckpoints.stream, stream), eq(chainCheckpoints.block, block)))
    )[0],
  checkpointsBelow: (stream: number, block: number): Promise<Checkpoint[]> =>
    db
      .select({ block: chainCheckpoints.block, hash: chainCheckpoints.hash })
      .from(chainCheckpoints)
      .where(and(eq(chainCheckpoints.stream, stream), lt(chainCheckpoints.block, block)))
      .orderBy(desc(chainCheckpoints.block)),
  saveCheckpoint: async (stream: number, { block, hash }: Checkpoint): Promise<void> => {
    await db
      .insert(chainCheckpoints)
      .values({ stream, block, hash })
      .onConflictDoUpdate({ target: [chainCheckpoints.stream, chainCheckpoints.block], set: { hash } })
  },
  dropCheckpointsAbove: async (stream: number, block: number): Promise<void> => {
    await db.delete(chainCheckpoints).where(and(eq(chainCheckpoints.stream, stream), gt(chainCheckpoints.block, block)))
  },
  /** Drops those between `settled` and `seen`, and keeps the newest `keep` up to `settled`. */
  thinCheckpoints: async (stream: number, { settled, seen, keep }: { settled: number; seen: number; keep: number }): Promise<void> => {
    const isOf = eq(chainCheckpoints.stream, stream)
    const kept = db
      .select({ block: chainCheckpoints.block })
      .from(chainCheckpoints)
      .where(and(isOf, lte(chainCheckpoints.block, settled)))
      .orderBy(desc(chainCheckpoints.block))
      .limit(keep)
    await db.delete(chainCheckpoints).where(and(isOf, lt(chainCheckpoints.block, seen), sql`${chainCheckpoints.block} not in ${kept}`))
  },
})

export type GrantRow = typeof testGrants.$inferSelect

export const grantRepository = (db: Db) => ({
  find: async (stream: number, { userId, key }: { userId: string; key: string }): Promise<GrantRow | undefined> =>
    (
      await db
        .select()
        .from(testGrants)
        .where(and(eq(testGrants.stream, stream), eq(testGrants.userId, userId), eq(testGrants.key, key)))
    )[0],
  unfinished: (stream: number): Promise<GrantRow[]> =>
    db
      .select()
      .from(testGrants)
      .where(and(eq(testGrants.stream, stream), isNull(testGrants.transactions)))
      .orderBy(asc(testGrants.nonce)),
  since: (stream: number, userId: string, after: Date): Promise<GrantRow[]> =>
    db
      .select()
      .from(testGrants)
      .where(and(eq(testGrants.stream, stream), eq(testGrants.userId, userId), gt(testGrants.askedAt, after)))
      .orderBy(asc(testGrants.askedAt)),
  insert: async (row: typeof testGrants.$inferInsert): Promise<GrantRow> => itemAt(await db.insert(testGrants).values(row).returning(), 0),
  finish: async ({ stream, userId, key }: GrantRow, transactions: readonly string[]): Promise<void> => {
    await db
      .update(testGrants)
      .set({ transactions: [...transactions] })
      .where(and(eq(testGrants.stream, stream), eq(testGrants.userId, userId), eq(testGrants.key, key)))
  },
})

export type StoredEvent = Pick<
  EventRow,
  'block' | 'blockHash' | 'transaction' | 'logIndex' | 'at' | 'contract' | 'name' | 'accounts' | 'args' | 'isSettled'
>

export const chainHistory = (db: Db, stream: () => number | undefined) => ({
  page: async (query: EventQuery, page: { limit: number; offset: number }): Promise<{ events: StoredEvent[]; total: number }> => {
    const id = stream()
    return id === undefined ? { events: [], total: 0 } : eventRepository(db).eventPage(id, query, page)
  },
  all: async (query: EventQuery): Promise<StoredEvent[]> => {
    const id = stream()
    return id === undefined ? [] : eventRepository(db).allEvents(id, query)
  },
})
