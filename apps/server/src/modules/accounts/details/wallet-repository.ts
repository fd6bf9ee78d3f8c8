import { and, asc, count, desc, eq, inArray } from 'drizzle-orm'
import type { Db } from '../../../db/client.ts'
import { wallets } from '../../../db/schema/accounts.ts'

export type WalletRow = typeof wallets.$inferSelect

export const walletRepository = (db: Db) => ({
  /** Main first, then by age. */
  list: (userId: string): Promise<WalletRow[]> =>
    db.select().from(wallets).where(eq(wallets.userId, userId)).orderBy(desc(wallets.isMain), asc(wallets.linkedAt), asc(wallets.address)),

  count: async (userId: string): Promise<number> =>
    (await db.select({ count: count() }).from(wallets).where(eq(wallets.userId, userId)))[0]?.count ?? 0,

  /** Of these addresses (lower case), those that are linked, with their owners. */
  among: async (addresses: readonly string[]): Promise<WalletRow[]> =>
    addresses.length === 0
      ? []
      : db
          .select()
          .from(wallets)
          .where(inArray(wallets.address, [...addresses])),

  /** However the address is written: checksums differ in case only. */
  hasLinked: async (userId: string, address: string): Promise<boolean> => {
    const found = await db
      .select({ address: wallets.address })
      .from(wallets)
      .where(and(eq(wallets.userId, userId), eq(wallets.address, address.toLowerCase())))
    return found.length > 0
  },

  mainOf: async (userId: string): Promise<string | undefined> =>
    (
      await db
        .select({ address: wallets.address })
        .from(wallets)
        .where(and(eq(wallets.userId, userId), wallets.isMain))
    )[0]?.address,

  /** Adds a link, unless somebody has the address. @returns whether it was added */
  insert: async (row: { userId: string; address: string; linkedAt: Date }): Promise<boolean> => {
    const added = await db.insert(wallets).values(row).onConflictDoNothing().returning({ address: wallets.address })
    return added.length === 1
  },

  /** @returns the link that was, if there was one */
  delete: async (userId: string, address: string): Promise<WalletRow | undefined> =>
    (
      await db
        .delete(wallets)
        .where(and(eq(wallets.userId, userId), eq(wallets.address, address)))
        .returning()
    )[0],

  clearMain: async (userId: string): Promise<void> => {
    await db
      .update(wallets)
      .set({ isMain: false })
      .where(and(eq(wallets.userId, userId), wallets.isMain))
  },

  setMain: async (userId: string, address: string): Promise<void> => {
    await db
      .update(wallets)
      .set({ isMain: true })
      .where(and(eq(wallets.userId, userId), eq(wallets.address, address)))
  },
})
