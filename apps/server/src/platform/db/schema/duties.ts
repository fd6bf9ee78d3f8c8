import { bigint, boolean, index, pgTable, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'

/** Leases. Taking one increments its term; each transaction checks the term, so a process that has lost it cannot write. */
export const duties = pgTable(
  'duties',
  {
    name: text('name').primaryKey(),
    holder: text('holder').notNull(),
    term: bigint('term', { mode: 'number' }).notNull(),
    until: timestamp('until', { withTimezone: true }).notNull(),
  },
  // Makes `term` a key column, so that the fence (platform/duties) keeps takeovers out but not renewals.
  (table) => [uniqueIndex('duties_term_key').on(table.name, table.term)],
)

/** Processes on this database. `seen_at` is the database's time of the last heartbeat; rows older than a day are deleted. */
export const nodes = pgTable(
  'nodes',
  {
    /** The holder in `duties`. */
    id: text('id').primaryKey(),
    role: text('role', { enum: ['all', 'web', 'worker'] }).notNull(),
    version: text('version').notNull(),
    host: text('host').notNull(),
    /** Whether the bus connects it with the others. */
    isReachable: boolean('is_reachable').notNull().default(true),
    startedAt: timestamp('started_at', { withTimezone: true }).notNull().defaultNow(),
    seenAt: timestamp('seen_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [index('nodes_seen_idx').on(table.seenAt)],
)
