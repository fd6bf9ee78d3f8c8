import { date, index, integer, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core'
import { users } from './accounts.ts'

/** Calls of info, price and historical that were taken, a user and a UTC day. Refused ones are not counted. */
export const apiUsage = pgTable(
  'api_usage',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    day: date('day', { mode: 'string' }).notNull(),
    calls: integer('calls').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.day] }), index('api_usage_day_idx').on(table.day)],
)
