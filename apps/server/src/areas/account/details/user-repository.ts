import { and, eq, isNull, lt, lte, notExists, sql } from 'drizzle-orm'
import type { Db } from '../../../platform/db/client.ts'
import { lockingUser } from '../../../platform/db/locking-user.ts'
import { oneTimeCodes, users, wallets } from '../../../platform/db/schema/accounts.ts'
import { AppError } from '../../../platform/http/app-error.ts'
import type { UserRow } from './user-row.ts'

export type UserWithWallet = { readonly user: UserRow; readonly wallet: string | null }
type NewUser = Pick<UserRow, 'id' | 'email' | 'passwordHash' | 'firstName' | 'lastName'> & { readonly at: Date }
type Changes = Partial<
  Pick<
    UserRow,
    | 'passwordHash'
    | 'firstName'
    | 'lastName'
    | 'timeZone'
    | 'isActive'
    | 'isConfirmed'
    | 'isContested'
    | 'isVip'
    | 'telegramId'
    | 'dailyCallsOverride'
    | 'deletionDueAt'
  >
>

const withMainWallet = (db: Db) =>
  db
    .select({ user: users, wallet: wallets.address })
    .from(users)
    .leftJoin(wallets, and(eq(wallets.userId, users.id), wallets.isMain))

export const userRepository = (db: Db) => ({
  findByEmail: async (email: string): Promise<UserWithWallet | undefined> => (await withMainWallet(db).where(eq(users.email, email)))[0],

  findById: async (id: string): Promise<UserWithWallet | undefined> => (await withMainWallet(db).where(eq(users.id, id)))[0],

  /** Locks the row until the transaction ends, which serializes sign-ups, codes and resets for one address. */
  lockByEmail: async (email: string): Promise<UserRow | undefined> =>
    (await db.select().from(users).where(eq(users.email, email)).for('update'))[0],

  insert: async ({ at, ...row }: NewUser): Promise<boolean> => {
    const added = await db
      .insert(users)
      .values({ ...row, createdAt: at, updatedAt: at })
      .onConflictDoNothing({ target: users.email })
      .returning({ id: users.id })
    return added.length === 1
  },

  update: async (id: string, changes: Changes, at: Date): Promise<void> => {
    await db
      .update(users)
      .set({ ...changes, updatedAt: at })
      .where(eq(users.id, id))
  },

  dueForDeletion: async (at: Date): Promise<string[]> =>
    (
      await db
        .select({ id: users.id })
        .from(users)
        .where(and(lte(users.deletionDueAt, at), isNull(users.deletedAt)))
    ).map(({ id }) => id),

  list: (): Promise<UserWithWallet[]> => withMainWallet(db).orderBy(users.createdAt),

  deleteAbandoned: async (before: Date): Promise<void> => {
    const codes = db
      .select({ one: sql`1` })
      .from(oneTimeCodes)
      .where(and(eq(oneTimeCodes.userId, users.id), lt(sql`${before.toISOString()}::timestamptz`, oneTimeCodes.createdAt)))
    await db.delete(users).where(and(eq(users.isConfirmed, false), lt(users.updatedAt, before), notExists(codes)))
  },
})

export const lockingOwnUser = <T>(db: Db, userId: string, work: (tx: Db, user: UserRow) => Promise<T>): Promise<T> =>
  lockingUser(db, userId, async (tx) => {
    const found = await userRepository(tx).findById(userId)
    if (found === undefined) throw new AppError('unauthenticated')
    return work(tx, found.user)
  })
