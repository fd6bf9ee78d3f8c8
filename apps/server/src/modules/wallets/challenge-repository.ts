import { and, eq, gt, isNull, lte } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { walletChallenges } from '../../db/schema/wallets.ts'

export type ChallengeRow = typeof walletChallenges.$inferSelect

export const challengeRepository = (db: Db) => ({
  insert: async (row: typeof walletChallenges.$inferInsert): Promise<void> => {
    await db.insert(walletChallenges).values(row)
  },
  find: async (nonce: string): Promise<ChallengeRow | undefined> =>
    (await db.select().from(walletChallenges).where(eq(walletChallenges.nonce, nonce)))[0],
  /** Uses a challenge up. @returns whether this was the first use, and in time */
  use: async (nonce: string, at: Date): Promise<boolean> => {
    const used = await db
      .update(walletChallenges)
      .set({ usedAt: at })
      .where(and(eq(walletChallenges.nonce, nonce), isNull(walletChallenges.usedAt), gt(walletChallenges.expiresAt, at)))
      .returning({ nonce: walletChallenges.nonce })
    return used.length === 1
  },
  deleteExpired: async (before: Date): Promise<void> => {
    await db.delete(walletChallenges).where(lte(walletChallenges.expiresAt, before))
  },
})
