import { and, count, desc, eq, gt, isNull, lt, or } from 'drizzle-orm'
import type { Db } from '../../../platform/db/client.ts'
import { apiTokens } from '../../../platform/db/schema/account-access.ts'
import { users, wallets } from '../../../platform/db/schema/accounts.ts'

type TokenRow = typeof apiTokens.$inferSelect

export const apiTokenRepository = (db: Db) => ({
  list: (userId: string): Promise<TokenRow[]> =>
    db.select().from(apiTokens).where(eq(apiTokens.userId, userId)).orderBy(desc(apiTokens.createdAt), desc(apiTokens.id)),

  count: async (userId: string): Promise<number> =>
    (await db.select({ n: count() }).from(apiTokens).where(eq(apiTokens.userId, userId)))[0]?.n ?? 0,

  insert: async (row: Omit<TokenRow, 'lastUsedAt'>): Promise<void> => {
    await db.insert(apiTokens).values(row)
  },

  delete: async (userId: string, id: string): Promise<string | undefined> => {
    const gone = await db
      .delete(apiTokens)
      .where(and(eq(apiTokens.id, id), eq(apiTokens.userId, userId)))
      .returning({ name: apiTokens.name })
    return gone[0]?.name
  },

  deleteAllOf: async (userId: string): Promise<void> => {
    await db.delete(apiTokens).where(eq(apiTokens.userId, userId))
  },

  findLive: async (hash: Buffer, at: Date) => {
    const [row] = await db
      .select({ token: apiTokens, user: users, wallet: wallets.address })
      .from(apiTokens)
      .innerJoin(users, eq(users.id, apiTokens.userId))
      .leftJoin(wallets, and(eq(wallets.userId, users.id), wallets.isMain))
      .where(and(eq(apiTokens.hash, hash), gt(apiTokens.expiresAt, at), users.isActive, users.isConfirmed))
    return row
  },

  touch: async (id: string, at: Date, since: Date): Promise<void> => {
    await db
      .update(apiTokens)
      .set({ lastUsedAt: at })
      .where(and(eq(apiTokens.id, id), or(isNull(apiTokens.lastUsedAt), lt(apiTokens.lastUsedAt, since))))
  },
})
