import type { SUBSCRIPTIONS, User } from '@aerie/wire/account/accounts'
import { and, eq, isNull, lt, lte, notExists, sql } from 'drizzle-orm'
import type { Db } from '../../../platform/db/client.ts'
import { lockingUser } from '../../../platform/db/locking-user.ts'
import { oneTimeCodes, users, wallets } from '../../../platform/db/schema/accounts.ts'
import { AppError } from '../../../platform/http/app-error.ts'
import { type AccountStatus, entitlements } from '../entitlement/entitlements.ts'

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

export type UserRow = typeof users.$inferSelect
export type Subscription = (typeof SUBSCRIPTIONS)[number]

/** The API represents a missing wallet as the text `null`. */
export const NO_WALLET = 'null'

export const accountStatusOf = (row: UserRow): AccountStatus => ({
  subscription: row.subscription,
  isGoldTierHolder: row.goldTierHolder,
  isVip: row.isVip,
  dailyCallsOverride: row.dailyCallsOverride,
})

/** User as exposed in tokens and responses; must never include the password hash. */
export const userOf = (row: UserRow, wallet: string | null): User => ({
  user_id: row.id,
  email: row.email,
  first_name: row.firstName,
  last_name: row.lastName,
  created_at: row.createdAt.toISOString(),
  updated_at: row.updatedAt.toISOString(),
  daily_api_call_limit: entitlements(accountStatusOf(row)).dailyCalls,
  gold_tier_holder: row.goldTierHolder,
  dashboard_tier: row.dashboardTier,
  is_active: row.isActive,
  is_confirmed: row.isConfirmed,
  is_vip: row.isVip,
  subscription: row.subscription,
  telegram_id: row.telegramId,
  wallet_address: wallet ?? NO_WALLET,
  vested_amount: shortDecimal(row.vestedAmount),
})

/** PostgreSQL pads a numeric to its scale: converts `12.500000000000000000` to `12.5`. */
const shortDecimal = (text: string): string => (text.includes('.') ? text.replace(/\.?0+$/, '') : text)
