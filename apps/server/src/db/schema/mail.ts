import { sql } from 'drizzle-orm'
import { bigint, index, integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

/** Mail that waits to be sent. A row is deleted once its mail is out or given up: bodies hold one-time codes. */
export const mailOutbox = pgTable(
  'mail_outbox',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    to: text('to').notNull(),
    subject: text('subject').notNull(),
    body: text('body').notNull(),
    /** Further headers, such as `List-Unsubscribe`. */
    headers: jsonb('headers').$type<Readonly<Record<string, string>>>(),
    /** Of whoever queued it and wants to be told how it ended. */
    reference: text('reference'),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().default(sql`now()`),
    /** After this the mail is of no use (its code is dead) and is dropped. */
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
    attempts: integer('attempts').notNull().default(0),
    nextAttemptAt: timestamp('next_attempt_at', { withTimezone: true }).notNull(),
  },
  (table) => [index('mail_outbox_next_attempt_idx').on(table.nextAttemptAt)],
)
