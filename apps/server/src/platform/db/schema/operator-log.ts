import { sql } from 'drizzle-orm'
import { check, index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant, number } from './columns.ts'

export type OperatorParameters = Readonly<Record<string, string | number | boolean | null>>

/** Changes made from the command line. Rows are immutable and outlive the users concerned, so `user_id` may dangle. */
export const operatorLog = pgTable(
  'operator_log',
  {
    number: number('number').primaryKey().generatedAlwaysAsIdentity(),
    at: instant('at').notNull(),
    systemUser: text('system_user').notNull(),
    /** Self-declared (`--by`); null if omitted. */
    byName: text('by_name'),
    command: text('command').notNull(),
    userId: uuid('user_id'),
    userEmail: text('user_email'),
    parameters: jsonb('parameters').$type<OperatorParameters>().notNull(),
  },
  (table) => [
    index('operator_log_user_idx').on(table.userEmail, table.number),
    check('operator_log_user_whole', sql`(${table.userId} is null) = (${table.userEmail} is null)`),
  ],
)
