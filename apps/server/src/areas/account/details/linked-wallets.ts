import { and, asc, count, desc, eq, inArray } from 'drizzle-orm'
import type { Db } from '../../../platform/db/client.ts'
import { wallets } from '../../../platform/db/schema/accounts.ts'
import { AppError } from '../../../platform/http/app-error.ts'
import { entitlementStore } from '../entitlement/entitlement-store.ts'

/** Limited because each wallet costs a chain read. */
export const MAX_WALLETS = 20

export type LinkedWallet = WalletRow
type Link = { readonly userId: string; readonly address: string; readonly at: Date }

export const linkedWallets = (db: Db) => {
  const wallets = walletRepository(db)
  return {
    list: wallets.list,
    mainOf: wallets.mainOf,
    hasLinked: wallets.hasLinked,
    /** @param addresses in lower case */
    among: wallets.among,
    /** @param addresses in lower case */
    linkedAmong: async (addresses: readonly string[]): Promise<ReadonlySet<string>> =>
      new Set((await wallets.among(addresses)).map(({ address }) => address)),

    link: async ({ userId, address, at }: Link): Promise<void> => {
      if (await wallets.hasLinked(userId, address)) return
      if ((await wallets.count(userId)) >= MAX_WALLETS)
        throw new AppError('rule_broken', { detail: `You can link ${MAX_WALLETS} wallets. Unlink one first.`, facts: { max: MAX_WALLETS } })
      const isAdded = await wallets.insert({ userId, address, linkedAt: at })
      if (!isAdded) throw new AppError('conflict', { detail: 'This wallet is already linked to another account.' })
    },

    /** No other wallet becomes main. @throws AppError not_found */
    unlink: async ({ userId, address, at }: Link): Promise<void> => {
      const gone = await wallets.delete(userId, address)
      if (gone === undefined) throw new AppError('not_found', { detail: 'This wallet is not linked to your account.' })
      if (gone.isMain) await entitlementStore(db).setTier(userId, { isGold: false, vested: '0' }, at)
      await entitlementStore(db).forgetPayment(userId, address, at)
    },

    /** The tier of the previous main wallet ends. @returns whether it changed. @throws AppError wallet_not_linked */
    choose: async (userId: string, address: string | null, at: Date): Promise<boolean> => {
      if (address !== null && !(await wallets.hasLinked(userId, address))) throw new AppError('wallet_not_linked')
      if (((await wallets.mainOf(userId)) ?? null) === address) return false
      await wallets.clearMain(userId)
      if (address !== null) await wallets.setMain(userId, address)
      await entitlementStore(db).setTier(userId, { isGold: false, vested: '0' }, at)
      return true
    },
  }
}

type Listener = (userId: string) => Promise<void>

export const walletWatch = () => {
  const listeners = new Set<Listener>()
  return {
    changed: async (userId: string): Promise<void> => void (await Promise.all([...listeners].map((listener) => listener(userId)))),
    onChanged: (listener: Listener): void => void listeners.add(listener),
  }
}

export type WalletWatch = ReturnType<typeof walletWatch>

type WalletRow = typeof wallets.$inferSelect

const walletRepository = (db: Db) => ({
  list: (userId: string): Promise<WalletRow[]> =>
    db.select().from(wallets).where(eq(wallets.userId, userId)).orderBy(desc(wallets.isMain), asc(wallets.linkedAt), asc(wallets.address)),

  count: async (userId: string): Promise<number> =>
    (await db.select({ count: count() }).from(wallets).where(eq(wallets.userId, userId)))[0]?.count ?? 0,

  among: async (addresses: readonly string[]): Promise<WalletRow[]> =>
    addresses.length === 0
      ? []
      : db
          .select()
          .from(wallets)
          .where(inArray(wallets.address, [...addresses])),

  /** Case-insensitive: checksums differ in case only. */
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

  insert: async (row: { userId: string; address: string; linkedAt: Date }): Promise<boolean> => {
    const added = await db.insert(wallets).values(row).onConflictDoNothing().returning({ address: wallets.address })
    return added.length === 1
  },

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
