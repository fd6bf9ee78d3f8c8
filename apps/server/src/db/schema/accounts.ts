import { SUBSCRIPTIONS } from '@aerie/wire/account/accounts'
import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  customType,
  index,
  integer,
  numeric,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'

const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' })
const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3 })

/** One row for each e-mail address (kept in lower case), confirmed or not. */
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
    /** Several different sign-ups asked for it before it was confirmed: a code alone does not say whose password it gets. */
    isContested: boolean('is_contested').notNull().default(false),
    isVip: boolean('is_vip').notNull().default(false),
    /** What holds now: IPC while one is granted or paid for, else claw. */
    subscription: text('subscription', { enum: SUBSCRIPTIONS }).notNull().default('claw'),
    /** By the operator, without an end. */
    grantedSubscription: text('granted_subscription', { enum: SUBSCRIPTIONS }).notNull().default('claw'),
    /** Until when a linked wallet has paid for IPC, by payments that cannot be undone; and which one. */
    ipcPaidUntil: instant('ipc_paid_until'),
    ipcPaidBy: text('ipc_paid_by'),
    goldTierHolder: boolean('gold_tier_holder').notNull().default(false),
    dashboardTier: text('dashboard_tier').notNull().default('none'),
    /** Whole product tokens, 18 decimals. */
    vestedAmount: numeric('vested_amount', { precision: 78, scale: 18 }).notNull().default('0'),
    telegramId: text('telegram_id'),
    /** IANA name, for moments in mails; null: UTC. */
    timeZone: text('time_zone'),
    /** Calls a day set by the operator; null: what the entitlements say. */
    dailyCallsOverride: integer('daily_calls_override'),
    /** When it will be deleted, while that can be taken back; null: it stays. */
    deletionDueAt: instant('deletion_due_at'),
    /** The account is gone: only its number is left, for what must not change. */
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

/** One row for each login; the access tokens and refresh tokens made from it name it. Revoked means dead. */
export const sessions = pgTable(
  'sessions',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The socket's address at login, never a forwarded one. */
    address: text('address').notNull(),
    userAgent: text('user_agent').notNull(),
    createdAt: instant('created_at').notNull(),
    refreshedAt: instant('refreshed_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    /** When its user last proved who they are; null: opened before this was kept. */
    reauthenticatedAt: instant('reauthenticated_at'),
    revokedAt: instant('revoked_at'),
    revokedFor: text('revoked_for'),
    /** When its login was found to be from a new device or network; null: from a known one. */
    newAt: instant('new_at'),
    /** When its user said in another session to have seen that. */
    noticedAt: instant('noticed_at'),
  },
  (table) => [
    index('sessions_user_idx').on(table.userId),
    index('sessions_revoked_idx').on(table.revokedAt).where(sql`${table.revokedAt} is not null`),
    index('sessions_expires_idx').on(table.expiresAt),
    index('sessions_new_idx').on(table.newAt).where(sql`${table.noticedAt} is null`),
  ],
)

/** Refresh tokens by their hash. Each is replaced when used; the replaced ones stay, so that a second use is noticed. */
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

/**
 * One-time codes, keyed hashes only. A `verify` code carries the sign-up it was mailed for and which browser made that, so that
 * whoever enters it never gets the password of somebody else who signed up with the same address (docs/decisions/0035).
 */
export const oneTimeCodes = pgTable(
  'one_time_codes',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
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

/** Wallets whose owner has signed for them. An address belongs to one user; one of a user's wallets may be the main one. */
export const wallets = pgTable(
  'wallets',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** 0x and 40 hex digits, lower case. */
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

/** Tries within a window, by what they are counted under. Here and not in memory: a restart must not hand out new tries. */
export const rateLimits = pgTable(
  'rate_limits',
  {
    key: text('key').primaryKey(),
    used: integer('used').notNull(),
    resetsAt: instant('resets_at').notNull(),
  },
  (table) => [index('rate_limits_resets_idx').on(table.resetsAt)],
)
