import { TOKEN_SCOPES } from '@aerie/wire/endpoint'
import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { userId } from './accounts.ts'
import { bytes, instant, number } from './columns.ts'

export const apiTokens = pgTable(
  'api_tokens',
  {
    id: uuid('id').primaryKey(),
    userId: userId(),
    name: text('name').notNull(),
    hash: bytes('hash').notNull(),
    scopes: text('scopes', { enum: TOKEN_SCOPES }).array().notNull(),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    lastUsedAt: instant('last_used_at'),
  },
  (table) => [
    uniqueIndex('api_tokens_hash_key').on(table.hash),
    index('api_tokens_user_idx').on(table.userId),
    check('api_tokens_have_a_scope', sql`cardinality(${table.scopes}) > 0`),
    check('api_tokens_end_within_a_year', sql`${table.expiresAt} <= ${table.createdAt} + interval '8760 hours'`),
  ],
)

export const EXPORT_STATES = ['waiting', 'running', 'ready', 'failed'] as const

/** The file is in DATA_DIR and is deleted with the row. */
export const accountExports = pgTable(
  'account_exports',
  {
    id: uuid('id').primaryKey(),
    userId: userId(),
    state: text('state', { enum: EXPORT_STATES }).notNull(),
    partsDone: integer('parts_done').notNull().default(0),
    parts: integer('parts'),
    bytes: number('bytes'),
    /** The process writing it, and its lease expiry. */
    holder: uuid('holder'),
    leaseUntil: instant('lease_until'),
    linkHash: bytes('link_hash'),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at'),
  },
  (table) => [
    uniqueIndex('account_exports_one_at_a_time').on(table.userId).where(sql`${table.state} in ('waiting', 'running')`),
    index('account_exports_user_idx').on(table.userId),
    check('account_exports_state_known', sql`${table.state} in ('waiting', 'running', 'ready', 'failed')`),
  ],
)
