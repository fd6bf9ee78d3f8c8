import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import { number } from './columns.ts'

/** Outgoing mail. Rows are deleted once sent or abandoned: bodies contain one-time codes. */
export const mailOutbox = pgTable(
  'mail_outbox',
  {
    id: number('id').primaryKey().generatedAlwaysAsIdentity(),
    to: text('to').notNull(),
    subject: text('subject').notNull(),
    body: text('body').notNull(),
    headers: jsonb('headers').$type<Readonly<Record<string, string>>>(),
    reference: text('reference'),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().default(sql`now()`),
    /** After this the mail is useless (its code has expired) and is dropped. */
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
    attempts: integer('attempts').notNull().default(0),
    nextAttemptAt: timestamp('next_attempt_at', { withTimezone: true }).notNull(),
    /** By the database's clock: until then one process has it. */
    leaseUntil: timestamp('lease_until', { withTimezone: true }),
  },
  (table) => [index('mail_outbox_next_attempt_idx').on(table.nextAttemptAt)],
)
