import { and, desc, eq, gt, isNull, lt, ne, or } from 'drizzle-orm'
import type { Db } from '../../../platform/db/client.ts'
import { refreshTokens, sessions, users, wallets } from '../../../platform/db/schema/accounts.ts'
import type { UserWithWallet } from '../details/user-repository.ts'

export type SessionRow = typeof sessions.$inferSelect
type TokenRow = typeof refreshTokens.$inferSelect
export type LiveSession = UserWithWallet & { readonly session: SessionRow }
export type RevokedFor =
  | 'logout'
  | 'refresh-reuse'
  | 'password-reset'
  | 'password-change'
  | 'revoked'
  | 'deactivated'
  | 'deletion'
  | 'operator'

type Which = { readonly id: string; readonly userId?: string } | { readonly userId: string; readonly except?: string }

const chosenBy = (which: Which) => {
  const ofUser = which.userId === undefined ? undefined : eq(sessions.userId, which.userId)
  if ('id' in which) return and(eq(sessions.id, which.id), ofUser)
  return and(ofUser, which.except === undefined ? undefined : ne(sessions.id, which.except))
}

export const sessionRepository = (db: Db) => ({
  insert: async (row: Omit<SessionRow, 'revokedAt' | 'revokedFor' | 'newAt' | 'noticedAt'>): Promise<void> => {
    await db.insert(sessions).values(row)
  },

  findLive: async (id: string, at: Date): Promise<LiveSession | undefined> => {
    const [row] = await db
      .select({ session: sessions, user: users, wallet: wallets.address })
      .from(sessions)
      .innerJoin(users, eq(users.id, sessions.userId))
      .leftJoin(wallets, and(eq(wallets.userId, users.id), wallets.isMain))
      .where(and(eq(sessions.id, id), isNull(sessions.revokedAt), gt(sessions.expiresAt, at), users.isActive, users.isConfirmed))
    return row
  },

  hasLoggedInFrom: async (email: string, address: string): Promise<boolean> => {
    const found = await db
      .select({ id: sessions.id })
      .from(sessions)
      .innerJoin(users, eq(users.id, sessions.userId))
      .where(and(eq(users.email, email), eq(sessions.address, address)))
      .limit(1)
    return found.length > 0
  },

  touch: async (id: string, at: Date): Promise<void> => {
    await db.update(sessions).set({ refreshedAt: at }).where(eq(sessions.id, id))
  },

  revoke: async (which: Which, reason: RevokedFor, at: Date): Promise<string[]> => {
    const ended = await db
      .update(sessions)
      .set({ revokedAt: at, revokedFor: reason })
      .where(and(chosenBy(which), isNull(sessions.revokedAt)))
      .returning({ id: sessions.id })
    return ended.map(({ id }) => id)
  },

  revokedSince: async (at: Date): Promise<string[]> =>
    (await db.select({ id: sessions.id }).from(sessions).where(gt(sessions.revokedAt, at))).map(({ id }) => id),

  /** Ended sessions are kept for a while for the owner's list. Also deletes their tokens. */
  deleteEndedBefore: async (at: Date): Promise<void> => {
    await db.delete(sessions).where(or(lt(sessions.revokedAt, at), lt(sessions.expiresAt, at)))
  },

  insertToken: async (row: Omit<TokenRow, 'replacedAt'>): Promise<void> => {
    await db.insert(refreshTokens).values(row).onConflictDoNothing()
  },

  /** Locks the token's row until the transaction ends, which serializes refreshes. */
  lockToken: async (hash: Buffer): Promise<TokenRow | undefined> =>
    (await db.select().from(refreshTokens).where(eq(refreshTokens.hash, hash)).for('update'))[0],

  findToken: async (hash: Buffer): Promise<TokenRow | undefined> =>
    (await db.select().from(refreshTokens).where(eq(refreshTokens.hash, hash)))[0],

  markReplaced: async (hash: Buffer, at: Date): Promise<void> => {
    await db.update(refreshTokens).set({ replacedAt: at }).where(eq(refreshTokens.hash, hash))
  },
})

/** More sessions mean an automated client, which can end all others at once. */
const MOST_LISTED = 200
/** Beyond this many visitors, a new one cannot be recognised reliably. */
const MOST_VISITORS = 1_000

export const ownSessionRepository = (db: Db) => ({
  reauthenticatedAt: async (id: string): Promise<Date | undefined> => {
    const [row] = await db
      .select({ at: sessions.reauthenticatedAt })
      .from(sessions)
      .where(and(eq(sessions.id, id), isNull(sessions.revokedAt)))
    return row?.at ?? undefined
  },

  reauthenticate: async (id: string, at: Date): Promise<void> => {
    await db.update(sessions).set({ reauthenticatedAt: at }).where(eq(sessions.id, id))
  },

  visitorsBefore: (userId: string, except: string): Promise<Pick<SessionRow, 'address' | 'userAgent'>[]> =>
    db
      .selectDistinct({ address: sessions.address, userAgent: sessions.userAgent })
      .from(sessions)
      .where(and(eq(sessions.userId, userId), ne(sessions.id, except)))
      .limit(MOST_VISITORS),

  listLive: (userId: string, { at, refreshedSince }: { at: Date; refreshedSince: Date }): Promise<SessionRow[]> =>
    db
      .select()
      .from(sessions)
      .where(
        and(eq(sessions.userId, userId), isNull(sessions.revokedAt), gt(sessions.expiresAt, at), gt(sessions.refreshedAt, refreshedSince)),
      )
      .orderBy(desc(sessions.refreshedAt), desc(sessions.id))
      .limit(MOST_LISTED),
})
