import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  customType,
  index,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { users } from './accounts.ts'

const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' })
/** By the clock of the account's market. */
const marketMs = (name: string) => bigint(name, { mode: 'number' })
const microUsdc = (name: string) => bigint(name, { mode: 'bigint' })
const number = (name: string) => bigint(name, { mode: 'number' })

/**
 * What one process at a time does. Whoever takes a duty raises its term; each transaction of the duty checks the term, so that one who
 * has lost it without noticing writes nothing more. By the database's clock alone.
 */
export const duties = pgTable('duties', {
  name: text('name').primaryKey(),
  holder: text('holder').notNull(),
  term: number('term').notNull(),
  until: timestamp('until', { withTimezone: true }).notNull(),
})

/** Accounts that trade, one open of each kind a user and market source. A `twin` follows live orders on paper; nobody else trades in it. */
export const tradingAccounts = pgTable(
  'trading_accounts',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** As `MarketSource.id`: what it holds has no meaning in another market. */
    sourceId: text('source_id').notNull(),
    sourceKind: text('source_kind', { enum: ['live', 'sim', 'replay'] }).notNull(),
    kind: text('kind', { enum: ['paper', 'twin'] }).notNull(),
    deposit: microUsdc('deposit').notNull(),
    /** Of its newest event. */
    seq: number('seq').notNull(),
    openedAt: marketMs('opened_at').notNull(),
    /** When a reset closed it; null while it is open. */
    closedAt: marketMs('closed_at'),
    createdAt: timestamp('created_at', { withTimezone: true, precision: 3 }).notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('trading_accounts_open_key').on(table.userId, table.sourceId, table.kind).where(sql`${table.closedAt} is null`),
    index('trading_accounts_user_idx').on(table.userId, table.createdAt),
    check('trading_accounts_deposit_positive', sql`${table.deposit} > 0`),
  ],
)

const accountId = () =>
  uuid('account_id')
    .notNull()
    .references(() => tradingAccounts.id, { onDelete: 'cascade' })

/** Everything that happened to an account, for ever (trigger `trading_events_are_final`). */
export const tradingEvents = pgTable(
  'trading_events',
  {
    accountId: accountId(),
    seq: number('seq').notNull(),
    kind: text('kind').notNull(),
    at: marketMs('at').notNull(),
    /** Of the payload's form. */
    version: smallint('version').notNull(),
    payload: jsonb('payload').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.seq] }),
    index('trading_fills_idx').on(table.accountId, table.seq).where(sql`${table.kind} = 'filled'`),
    index('trading_postings_idx')
      .on(table.accountId, table.seq)
      .where(sql`${table.kind} in ('deposited', 'filled', 'marginMoved', 'funded', 'insured')`),
    check('trading_events_numbered', sql`${table.seq} > 0`),
  ],
)

/** Client ids that were used: one id, one body, for ever. */
export const tradingCommands = pgTable(
  'trading_commands',
  {
    accountId: accountId(),
    clientId: text('client_id').notNull(),
    /** SHA-256 of what was asked. */
    hash: bytes('hash').notNull(),
    /** Orders that it made, by their client ids; and why it was refused where it made none. */
    answer: jsonb('answer').notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.clientId] })],
)

/** The state of an account after some event, so that not all need be read. */
export const tradingSnapshots = pgTable('trading_snapshots', {
  accountId: accountId().primaryKey(),
  seq: number('seq').notNull(),
  version: smallint('version').notNull(),
  state: jsonb('state').notNull(),
})

/** Orders as they stand: a reading of the events, written with them. */
export const tradingOrders = pgTable(
  'trading_orders',
  {
    accountId: accountId(),
    clientId: text('client_id').notNull(),
    orderId: uuid('order_id').notNull(),
    /** Seq of the event that accepted or rejected it: their order. */
    number: number('number').notNull(),
    symbol: text('symbol').notNull(),
    isDone: boolean('is_done').notNull(),
    body: jsonb('body').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.clientId] }),
    uniqueIndex('trading_orders_id_key').on(table.orderId),
    uniqueIndex('trading_orders_number_key').on(table.accountId, table.number),
    index('trading_orders_open_idx').on(table.accountId).where(sql`not ${table.isDone}`),
  ],
)

/** Open positions: a reading of the events, written with them. */
export const tradingPositions = pgTable(
  'trading_positions',
  { accountId: accountId(), symbol: text('symbol').notNull(), body: jsonb('body').notNull() },
  (table) => [primaryKey({ columns: [table.accountId, table.symbol] })],
)

/** Balances of the ledger, micro-USDC: a reading of the events, written with them. Of each account they sum to zero. */
export const tradingBalances = pgTable(
  'trading_balances',
  { accountId: accountId(), name: text('name').notNull(), amount: microUsdc('amount').notNull() },
  (table) => [primaryKey({ columns: [table.accountId, table.name] })],
)

/** Sampled funding premiums of a source's last hours, so that a restart does not lose the running one. */
export const fundingPremiums = pgTable(
  'funding_premiums',
  { sourceId: text('source_id').notNull(), symbol: text('symbol').notNull(), hours: jsonb('hours').notNull() },
  (table) => [primaryKey({ columns: [table.sourceId, table.symbol] })],
)
