import { sql } from 'drizzle-orm'
import { bigint, check, index, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'

/** What was given with a command, and what it came to: no secret among it. */
export type OperatorParameters = Readonly<Record<string, string | number | boolean | null>>

/**
 * What the operator has changed from the command line. Rows are final and outlive the users they are about: `user_id` refers to nobody
 * once an account is gone.
 */
export const operatorLog = pgTable(
  'operator_log',
  {
    number: bigint('number', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    at: timestamp('at', { withTimezone: true, precision: 3 }).notNull(),
    /** The operating system's name of who ran the command. */
    systemUser: text('system_user').notNull(),
    /** Who it was by their own word (`--by`); null where they did not say. */
    byName: text('by_name'),
    /** Its words, such as `admin vip grant`. */
    command: text('command').notNull(),
    /** Null where it was about nobody. */
    userId: uuid('user_id'),
    userEmail: text('user_email'),
    parameters: jsonb('parameters').$type<OperatorParameters>().notNull(),
  },
  (table) => [
    index('operator_log_user_idx').on(table.userEmail, table.number),
    check('operator_log_user_whole', sql`(${table.userId} is null) = (${table.userEmail} is null)`),
  ],
)
