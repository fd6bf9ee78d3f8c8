import { itemAt } from '@aerie/core/item-at'
import { and, desc, eq, gt, lt, lte, sql } from 'drizzle-orm'
import type { Db } from '../../../platform/db/client.ts'
import { chainCheckpoints, chainStreams } from '../../../platform/db/schema/chain.ts'

export type StreamRow = typeof chainStreams.$inferSelect
export type Checkpoint = { readonly block: number; readonly hash: string }

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
