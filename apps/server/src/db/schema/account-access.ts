import { TOKEN_SCOPES } from '@aerie/wire/account-tokens'
import { sql } from 'drizzle-orm'
import { check, customType, index, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { users } from './accounts.ts'

const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' })
const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3 })

/** Tokens of a user's own programs, by their hash. A revoked one is deleted. */
export const apiTokens = pgTable(
  'api_tokens',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
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
