import { and, eq, inArray } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { wallets } from '../../db/schema/accounts.ts'

export const walletRepository = (db: Db) => ({
  /** However the address is written: checksums differ in case only. */
  hasLinked: async (userId: string, address: string): Promise<boolean> => {
    const found = await db
      .select({ address: wallets.address })
      .from(wallets)
      .where(and(eq(wallets.userId, userId), eq(wallets.address, address.toLowerCase())))
    return found.length > 0
  },

  /** Of these addresses (lower case), those that anybody has linked. */
  linkedAmong: async (addresses: readonly string[]): Promise<ReadonlySet<string>> => {
    if (addresses.length === 0) return new Set()
    const found = await db
      .select({ address: wallets.address })
      .from(wallets)
      .where(inArray(wallets.address, [...addresses]))
    return new Set(found.map(({ address }) => address))
  },

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
