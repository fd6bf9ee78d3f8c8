import { sql } from 'drizzle-orm'
import { check, integer, jsonb, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { users } from './accounts.ts'

/** What a user has made of the chart of a coin: settings and drawings as `chartSettings` of the wire. */
export const savedCharts = pgTable(
  'saved_charts',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    symbol: text('symbol').notNull(),
    /** Rises by one with each save; a save names the version it was made from. */
    version: integer('version').notNull(),
    settings: jsonb('settings').notNull(),
    updatedAt: timestamp('updated_at', { withTimezone: true, precision: 3 }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.symbol] }), check('saved_charts_version_positive', sql`${table.version} > 0`)],
)
