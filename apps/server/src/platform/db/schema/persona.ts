import { jsonb, pgTable, timestamp, uuid } from 'drizzle-orm/pg-core'
import { users } from './accounts.ts'

export const tradePersonas = pgTable('trade_personas', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  answers: jsonb('answers').notNull(),
  answeredAt: timestamp('answered_at', { withTimezone: true, precision: 3 }).notNull(),
})
