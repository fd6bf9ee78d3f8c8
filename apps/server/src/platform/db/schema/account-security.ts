import { sql } from 'drizzle-orm'
import { boolean, check, index, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { userId } from './accounts.ts'
import { bytes, instant, number } from './columns.ts'

/** TOTP secret, sealed per user. No code is required until it is confirmed. */
export const otpSecrets = pgTable(
  'otp_secrets',
  {
    userId: userId().primaryKey(),
    sealed: bytes('sealed').notNull(),
    createdAt: instant('created_at').notNull(),
    confirmedAt: instant('confirmed_at'),
    /** Time step of the last accepted code; codes up to and including it are used up. */
    lastCounter: number('last_counter').notNull().default(-1),
  },
  (table) => [check('otp_secrets_counter_known', sql`${table.lastCounter} >= -1`)],
)

export const recoveryCodes = pgTable(
  'recovery_codes',
  { hash: bytes('hash').primaryKey(), userId: userId(), createdAt: instant('created_at').notNull() },
  (table) => [index('recovery_codes_user_idx').on(table.userId)],
)

export const passkeys = pgTable(
  'passkeys',
  {
    id: uuid('id').primaryKey(),
    userId: userId(),
    name: text('name').notNull(),
    credentialId: text('credential_id').notNull(),
    publicKey: bytes('public_key').notNull(),
    /** Signature counter reported by the authenticator; always 0 if it does not count. */
    counter: number('counter').notNull(),
    transports: jsonb('transports').$type<string[]>().notNull(),
    /** Relying party host; the passkey signs for no other. */
    host: text('host').notNull(),
    isBackedUp: boolean('is_backed_up').notNull(),
    createdAt: instant('created_at').notNull(),
    lastUsedAt: instant('last_used_at'),
  },
  (table) => [
    uniqueIndex('passkeys_credential_key').on(table.credentialId),
    index('passkeys_user_idx').on(table.userId),
    check('passkeys_counter_not_negative', sql`${table.counter} >= 0`),
  ],
)

export const CHALLENGE_PURPOSES = ['register', 'login', 'reauthenticate'] as const

/** Single-use challenge, bound to a purpose and a browser or session, valid for minutes. */
export const passkeyChallenges = pgTable(
  'passkey_challenges',
  {
    hash: bytes('hash').primaryKey(),
    purpose: text('purpose', { enum: CHALLENGE_PURPOSES }).notNull(),
    /** Hash of the session's id, or of the nonce in the login browser's cookie. */
    holderHash: bytes('holder_hash').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [
    index('passkey_challenges_expires_idx').on(table.expiresAt),
    check('passkey_challenges_purpose_known', sql`${table.purpose} in ('register', 'login', 'reauthenticate')`),
  ],
)
