import { itemAt } from '@aerie/core/item-at'
import { and, asc, eq, gt, isNull } from 'drizzle-orm'
import type { Db } from '../../../platform/db/client.ts'
import { testGrants } from '../../../platform/db/schema/chain.ts'

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
