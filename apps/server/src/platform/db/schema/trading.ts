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
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { users } from './accounts.ts'
import { instant } from './columns.ts'

const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' })
/** Clock of the account's market. */
const marketMs = (name: string) => bigint(name, { mode: 'number' })
const microUsdc = (name: string) => bigint(name, { mode: 'bigint' })
const number = (name: string) => bigint(name, { mode: 'number' })

/** One open account per user, kind and market source. A `twin` mirrors live orders on paper and accepts no others. */
export const tradingAccounts = pgTable(
  'trading_accounts',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** `MarketSource.id`: holdings are meaningless in another market. */
    sourceId: text('source_id').notNull(),
    sourceKind: text('source_kind', { enum: ['live', 'sim', 'replay'] }).notNull(),
    kind: text('kind', { enum: ['paper', 'twin'] }).notNull(),
    deposit: microUsdc('deposit').notNull(),
    seq: number('seq').notNull(),
    openedAt: marketMs('opened_at').notNull(),
    closedAt: marketMs('closed_at'),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('trading_accounts_open_key').on(table.userId, table.sourceId, table.kind).where(sql`${table.closedAt} is null`),
    index('trading_accounts_user_idx').on(table.userId, table.createdAt),
    check('trading_accounts_deposit_positive', sql`${table.deposit} > 0`),
  ],
)

/** Users whose accounts trade in slot 0, because they copy or are copied. Others trade in the slot of their id. */
export const tradingMoves = pgTable('trading_moves', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
})

const accountId = () =>
  uuid('account_id')
    .notNull()
    .references(() => tradingAccounts.id, { onDelete: 'cascade' })

/** Event log, immutable (trigger `trading_events_are_final`). */
export const tradingEvents = pgTable(
  'trading_events',
  {
    accountId: accountId(),
    seq: number('seq').notNull(),
    kind: text('kind').notNull(),
    at: marketMs('at').notNull(),
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

/** Used client ids: each is bound to one body permanently. */
export const tradingCommands = pgTable(
  'trading_commands',
  {
    accountId: accountId(),
    clientId: text('client_id').notNull(),
    hash: bytes('hash').notNull(),
    answer: jsonb('answer').notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.clientId] })],
)

/** Liquidations, stops that traded and the like, until they are listed in the bell. Stored with the events that they are about. */
export const tradingNews = pgTable(
  'trading_news',
  { accountId: accountId(), key: text('key').notNull(), body: jsonb('body').notNull() },
  (table) => [primaryKey({ columns: [table.accountId, table.key] })],
)

export const tradingSnapshots = pgTable('trading_snapshots', {
  accountId: accountId().primaryKey(),
  seq: number('seq').notNull(),
  version: smallint('version').notNull(),
  state: jsonb('state').notNull(),
})

export const tradingOrders = pgTable(
  'trading_orders',
  {
    accountId: accountId(),
    clientId: text('client_id').notNull(),
    orderId: uuid('order_id').notNull(),
    /** Seq of the event that accepted or rejected it; sort order. */
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

export const tradingPositions = pgTable(
  'trading_positions',
  { accountId: accountId(), symbol: text('symbol').notNull(), body: jsonb('body').notNull() },
  (table) => [primaryKey({ columns: [table.accountId, table.symbol] })],
)

/** Ledger balances in micro-USDC, projected from the events. They sum to zero per account. */
export const tradingBalances = pgTable(
  'trading_balances',
  { accountId: accountId(), name: text('name').notNull(), amount: microUsdc('amount').notNull() },
  (table) => [primaryKey({ columns: [table.accountId, table.name] })],
)

/** Funding premium samples of the last hours, so that a restart keeps the running hour. */
export const fundingPremiums = pgTable(
  'funding_premiums',
  { sourceId: text('source_id').notNull(), symbol: text('symbol').notNull(), hours: jsonb('hours').notNull() },
  (table) => [primaryKey({ columns: [table.sourceId, table.symbol] })],
)
