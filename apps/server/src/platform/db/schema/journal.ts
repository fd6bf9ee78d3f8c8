import { sql } from 'drizzle-orm'
import {
  check,
  doublePrecision,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { userId } from './accounts.ts'
import { bytes, instant, number } from './columns.ts'
import { tradingAccounts } from './trading.ts'

/** Market clock; for imports, the file's times. */
const marketMs = number
const accountId = () => uuid('account_id').references(() => tradingAccounts.id, { onDelete: 'cascade' })

/** Read position in a paper account's events, and the head of its entry facts chain. */
export const journalAccounts = pgTable('journal_accounts', {
  accountId: accountId().primaryKey(),
  seq: number('seq').notNull(),
  number: number('number').notNull(),
  head: bytes('head').notNull(),
})

export const journalImports = pgTable(
  'journal_imports',
  {
    id: uuid('id').primaryKey(),
    userId: userId(),
    state: text('state', {
      enum: ['mapping_needed', 'date_order_needed', 'zone_needed', 'hedge_needed', 'ready', 'done', 'undone'],
    }).notNull(),
    name: text('name').notNull(),
    body: jsonb('body').notNull(),
    /** gzip; null once imported, as the entries are stored instead. */
    content: bytes('content'),
    createdAt: instant('created_at').notNull().defaultNow(),
    doneAt: instant('done_at'),
  },
  (table) => [index('journal_imports_user_idx').on(table.userId, table.createdAt)],
)

/** Keyed by the exchange's trade number or by row, which prevents duplicates. */
export const journalEntries = pgTable(
  'journal_entries',
  {
    userId: userId(),
    key: text('key').notNull(),
    importId: uuid('import_id')
      .notNull()
      .references(() => journalImports.id, { onDelete: 'cascade' }),
    exchange: text('exchange').notNull(),
    symbol: text('symbol').notNull(),
    at: marketMs('at').notNull(),
    place: integer('place').notNull(),
    body: jsonb('body').notNull(),
  },
  (table) => [
    // Hashed: keys have about sixty characters, and an index of 100,000 was as large as the rest of the table.
    uniqueIndex('journal_entries_key').on(table.userId, sql`(md5(${table.key})::uuid)`),
    index('journal_entries_group_idx').on(table.userId, table.symbol, table.at),
    index('journal_entries_import_idx').on(table.importId),
    // Fills with the number of their order (StoredEntry), by which orders of another file are matched.
    index('journal_entries_order_idx').on(table.userId, sql`(${table.body}->>8)`).where(sql`(${table.body}->>8) is not null`),
  ],
)

/** Part of a history that has been read, by the reader of its exchange (areas/journal/connections). */
export type StoredCursor = Readonly<Record<string, string | number | boolean>>

/** Read-only access to an account of an exchange, which fills its import. The key is sealed for the connection (sealed-box.ts). */
export const journalConnections = pgTable(
  'journal_connections',
  {
    id: uuid('id').primaryKey(),
    userId: userId(),
    exchange: text('exchange').notNull(),
    /** Name of the account as for files; empty: none. */
    source: text('source').notNull(),
    importId: uuid('import_id')
      .notNull()
      .references(() => journalImports.id, { onDelete: 'cascade' }),
    /** Null for an address, and once the exchange has rejected the key. */
    sealed: bytes('sealed'),
    keyEnds: text('key_ends'),
    address: text('address'),
    state: text('state', { enum: ['checking', 'filling', 'up_to_date', 'rate_limited', 'retrying', 'key_rejected'] }).notNull(),
    error: text('error'),
    /** By name of the part. */
    cursors: jsonb('cursors').$type<Readonly<Record<string, StoredCursor>>>().notNull(),
    progressDone: integer('progress_done').notNull().default(0),
    progressTotal: integer('progress_total').notNull().default(0),
    covers: jsonb('covers').$type<readonly string[]>().notNull(),
    failures: integer('failures').notNull().default(0),
    /** Incremented when everything must be read again. */
    reading: integer('reading').notNull().default(0),
    /** Nothing is read before this time. */
    dueAt: instant('due_at').notNull(),
    syncedTo: marketMs('synced_to'),
    syncedAt: instant('synced_at'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('journal_connections_account_key').on(table.userId, table.exchange, table.source),
    uniqueIndex('journal_connections_import_key').on(table.importId),
    index('journal_connections_due_idx').on(table.dueAt).where(sql`${table.state} <> 'key_rejected'`),
  ],
)

/** Paper: immutable once closed (trigger `journal_trips_are_final`). Imports: rebuilt whenever a file is added or removed. */
export const journalTrips = pgTable(
  'journal_trips',
  {
    id: uuid('id').primaryKey(),
    userId: userId(),
    accountId: accountId(),
    importId: uuid('import_id').references(() => journalImports.id, { onDelete: 'cascade' }),
    origin: text('origin').notNull(),
    sourceKind: text('source_kind', { enum: ['live', 'sim', 'replay'] }),
    currency: text('currency').notNull(),
    symbol: text('symbol').notNull(),
    side: text('side', { enum: ['long', 'short'] }).notNull(),
    openedAt: marketMs('opened_at'),
    closedAt: marketMs('closed_at'),
    firstSeq: number('first_seq'),
    lastSeq: number('last_seq'),
    size: numeric('size').notNull(),
    entry: numeric('entry').notNull(),
    exit: numeric('exit'),
    gross: numeric('gross'),
    fees: numeric('fees'),
    funding: numeric('funding').notNull(),
    net: numeric('net'),
    risk: numeric('risk'),
    r: doublePrecision('r'),
    mae: numeric('mae'),
    mfe: numeric('mfe'),
    maePart: doublePrecision('mae_part'),
    mfePart: doublePrecision('mfe_part'),
    /** Far ends of a range, imports only; null: none or unknown. */
    maeFar: numeric('mae_far'),
    mfeFar: numeric('mfe_far'),
    maePartFar: doublePrecision('mae_part_far'),
    mfePartFar: doublePrecision('mfe_part_far'),
    resolution: text('resolution', { enum: ['tick', 'minute', 'fills', 'none'] }).notNull(),
    slippage: numeric('slippage'),
    arrivalSlippage: numeric('arrival_slippage'),
    triggerSlippage: numeric('trigger_slippage'),
    moneyReason: text('money_reason', { enum: ['fee_coin', 'not_told', 'account_reset'] }),
    body: jsonb('body').notNull(),
    sortAt: number('sort_at').notNull().generatedAlwaysAs(sql`coalesce(closed_at, 9007199254740991)`),
  },
  (table) => [
    index('journal_trips_user_idx').on(table.userId, table.sortAt, table.id),
    index('journal_trips_open_idx').on(table.accountId).where(sql`${table.closedAt} is null`),
    // Deleting an import cascades to its trips; without this index it would scan those of all users.
    index('journal_trips_import_idx').on(table.importId).where(sql`${table.importId} is not null`),
    index('journal_trips_group_idx').on(table.userId, table.origin, table.symbol).where(sql`${table.accountId} is null`),
    check('journal_trips_of_one', sql`num_nonnulls(${table.accountId}, ${table.importId}) = 1`),
    check('journal_trips_mae_below', sql`${table.mae} <= 0 and ${table.mfe} >= 0`),
    check('journal_trips_far_beyond', sql`${table.maeFar} <= ${table.mae} and ${table.mfeFar} >= ${table.mfe}`),
  ],
)

/** Facts known when a paper position was opened, immutable (trigger `journal_facts_are_final`). */
export const journalFacts = pgTable(
  'journal_facts',
  {
    tripId: uuid('trip_id').primaryKey(),
    accountId: accountId().notNull(),
    number: number('number').notNull(),
    /** Hashed fields, named as in entry-facts.ts. */
    body: jsonb('body').notNull(),
    previousHash: bytes('previous_hash').notNull(),
    hash: bytes('hash').notNull(),
  },
  (table) => [uniqueIndex('journal_facts_number_key').on(table.accountId, table.number)],
)

/** Notes survive a rebuild, and undoing and repeating an import. */
export const journalNotes = pgTable(
  'journal_notes',
  {
    userId: userId(),
    tripId: uuid('trip_id').notNull(),
    tags: text('tags').array().notNull(),
    note: text('note').notNull(),
    rating: smallint('rating'),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.tripId] }), check('journal_notes_rating', sql`${table.rating} between 1 and 5`)],
)
