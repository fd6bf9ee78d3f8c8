import { jsonb, pgTable } from 'drizzle-orm/pg-core'
import { userId } from './accounts.ts'
import { instant } from './columns.ts'

export const tradePersonas = pgTable('trade_personas', {
  userId: userId().primaryKey(),
  answers: jsonb('answers').notNull(),
  answeredAt: instant('answered_at').notNull(),
})
