import { date, index, integer, pgTable, primaryKey } from 'drizzle-orm/pg-core'
import { userId } from './accounts.ts'

/** Accepted calls of info, price and historical per user and UTC day. */
export const apiUsage = pgTable(
  'api_usage',
  {
    userId: userId(),
    day: date('day', { mode: 'string' }).notNull(),
    calls: integer('calls').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.day] }), index('api_usage_day_idx').on(table.day)],
)
