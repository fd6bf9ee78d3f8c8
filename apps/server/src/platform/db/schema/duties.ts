import { index, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

/** Processes on this database. `seen_at` is the database's time of the last heartbeat; rows older than a day are deleted. */
export const nodes = pgTable(
  'nodes',
  {
    /** The holder in `duties`. */
    id: text('id').primaryKey(),
    role: text('role', { enum: ['all', 'web', 'worker'] }).notNull(),
    version: text('version').notNull(),
    host: text('host').notNull(),
    startedAt: timestamp('started_at', { withTimezone: true }).notNull().defaultNow(),
    seenAt: timestamp('seen_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [index('nodes_seen_idx').on(table.seenAt)],
)
