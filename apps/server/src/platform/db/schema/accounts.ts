import { SUBSCRIPTIONS } from '@aerie/wire/account/accounts'
import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, numeric, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { bytes, instant, number } from './columns.ts'

export const users = pgTable(
  'users',
  {
    id: uuid('id').primaryKey(),
    email: text('email').notNull(),
    passwordHash: text('password_hash').notNull(),
    firstName: text('first_name').notNull(),
    lastName: text('last_name').notNull(),
    isActive: boolean('is_active').notNull().default(true),
    isConfirmed: boolean('is_confirmed').notNull().default(false),
    /** Several different sign-ups requested it before confirmation: the code alone does not determine whose password applies. */
    isContested: boolean('is_contested').notNull().default(false),
    isVip: boolean('is_vip').notNull().default(false),
    /** Effective plan: IPC while granted or paid for, else claw. */
    subscription: text('subscription', { enum: SUBSCRIPTIONS }).notNull().default('claw'),
    grantedSubscription: text('granted_subscription', { enum: SUBSCRIPTIONS }).notNull().default('claw'),
    /** End of the IPC period paid by a linked wallet, by final payments only; and which wallet. */
    ipcPaidUntil: instant('ipc_paid_until'),
    ipcPaidBy: text('ipc_paid_by'),
    goldTierHolder: boolean('gold_tier_holder').notNull().default(false),
    dashboardTier: text('dashboard_tier').notNull().default('none'),
    /** Whole product tokens, 18 decimals. */
    vestedAmount: numeric('vested_amount', { precision: 78, scale: 18 }).notNull().default('0'),
    telegramId: text('telegram_id'),
    /** IANA name, for times in mails; null: UTC. */
    timeZone: text('time_zone'),
    dailyCallsOverride: integer('daily_calls_override'),
    /** Null: no deletion scheduled. */
    deletionDueAt: instant('deletion_due_at'),
    /** Set when deleted; only the id remains, for immutable records. */
    deletedAt: instant('deleted_at'),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [
    uniqueIndex('users_email_key').on(table.email),
    index('users_updated_idx').on(table.updatedAt),
    index('users_deletion_due_idx').on(table.deletionDueAt).where(sql`${table.deletionDueAt} is not null`),
    check('users_email_lower_case', sql`${table.email} = lower(${table.email})`),
    check('users_subscription_known', sql`${table.subscription} in ('claw', 'IPC')`),
    check('users_granted_subscription_known', sql`${table.grantedSubscription} in ('claw', 'IPC')`),
    check('users_payment_whole', sql`(${table.ipcPaidUntil} is null) = (${table.ipcPaidBy} is null)`),
    check('users_deleted_cannot_log_in', sql`${table.deletedAt} is null or not ${table.isActive}`),
    check('users_daily_calls_not_negative', sql`${table.dailyCallsOverride} >= 0`),
  ],
)

/** Owner of a row, which is deleted with the user. */
export const userId = (name = 'user_id') =>
  uuid(name)
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' })

export const sessions = pgTable(
  'sessions',
  {
    id: uuid('id').primaryKey(),
    userId: userId(),
    address: text('address').notNull(),
    userAgent: text('user_agent').notNull(),
    createdAt: instant('created_at').notNull(),
    refreshedAt: instant('refreshed_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    /** Last re-authentication; null: session predates this column. */
    reauthenticatedAt: instant('reauthenticated_at'),
    revokedAt: instant('revoked_at'),
    revokedFor: text('revoked_for'),
    newAt: instant('new_at'),
    noticedAt: instant('noticed_at'),
  },
  (table) => [
    index('sessions_user_idx').on(table.userId),
    index('sessions_revoked_idx').on(table.revokedAt).where(sql`${table.revokedAt} is not null`),
    index('sessions_expires_idx').on(table.expiresAt),
    index('sessions_new_idx').on(table.newAt).where(sql`${table.noticedAt} is null`),
  ],
)

/** Hashed refresh tokens, rotated on use; replaced ones are kept to detect reuse. */
export const refreshTokens = pgTable(
  'refresh_tokens',
  {
    hash: bytes('hash').primaryKey(),
    sessionId: uuid('session_id')
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    replacedAt: instant('replaced_at'),
  },
  (table) => [index('refresh_tokens_session_idx').on(table.sessionId)],
)

export const CODE_PURPOSES = ['verify', 'reset'] as const

/** Keyed hashes only. A `verify` code is bound to its sign-up and browser (docs/decisions/0035). */
export const oneTimeCodes = pgTable(
  'one_time_codes',
  {
    id: number('id').primaryKey().generatedAlwaysAsIdentity(),
    userId: userId(),
    purpose: text('purpose', { enum: CODE_PURPOSES }).notNull(),
    hash: bytes('hash').notNull(),
    passwordHash: text('password_hash'),
    firstName: text('first_name'),
    lastName: text('last_name'),
    browserHash: bytes('browser_hash'),
    tries: integer('tries').notNull().default(0),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [
    index('one_time_codes_user_idx').on(table.userId, table.purpose),
    index('one_time_codes_expires_idx').on(table.expiresAt),
    check('one_time_codes_purpose_known', sql`${table.purpose} in ('verify', 'reset')`),
  ],
)

/** Wallets proven by signature. An address belongs to one user; a user may have one main wallet. */
export const wallets = pgTable(
  'wallets',
  {
    userId: userId(),
    address: text('address').notNull(),
    isMain: boolean('is_main').notNull().default(false),
    linkedAt: instant('linked_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.address] }),
    index('wallets_user_idx').on(table.userId),
    uniqueIndex('wallets_one_main_key').on(table.userId).where(sql`${table.isMain}`),
    check('wallets_address_form', sql`${table.address} ~ '^0x[0-9a-f]{40}$'`),
  ],
)

/** Attempts per window and key. Stored in the database so that a restart does not reset them. */
export const rateLimits = pgTable(
  'rate_limits',
  {
    key: text('key').primaryKey(),
    used: integer('used').notNull(),
    resetsAt: instant('resets_at').notNull(),
  },
  (table) => [index('rate_limits_resets_idx').on(table.resetsAt)],
)
