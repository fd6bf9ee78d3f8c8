import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  foreignKey,
  index,
  integer,
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

const block = (name: string) => bigint(name, { mode: 'number' })
const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3 })

/**
 * One for each set of contracts on a chain that this database has read. Blocks up to `settled` have been read when nothing
 * could undo them any more; from there up to `seen` what was read may still be undone.
 */
export const chainStreams = pgTable(
  'chain_streams',
  {
    id: smallint('id').primaryKey().generatedAlwaysAsIdentity(),
    /** Chain, instance of a local chain, and contracts. */
    key: text('key').notNull(),
    /** The first block to read. */
    fromBlock: block('from_block').notNull(),
    /** `from_block - 1` before the first. */
    settled: block('settled').notNull(),
    seen: block('seen').notNull(),
  },
  (table) => [uniqueIndex('chain_streams_key').on(table.key), check('chain_streams_in_order', sql`${table.settled} <= ${table.seen}`)],
)

/** Hashes of blocks at which a read ended: where the chain has another there, what was read above it has been undone. */
export const chainCheckpoints = pgTable(
  'chain_checkpoints',
  {
    stream: smallint('stream')
      .notNull()
      .references(() => chainStreams.id, { onDelete: 'cascade' }),
    block: block('block').notNull(),
    hash: text('hash').notNull(),
  },
  (table) => [primaryKey({ columns: [table.stream, table.block] })],
)

/** What the contracts have said, once for each log of each block. Rows of a block that was undone are deleted. */
export const chainEvents = pgTable(
  'chain_events',
  {
    stream: smallint('stream').notNull(),
    block: block('block').notNull(),
    blockHash: text('block_hash').notNull(),
    transaction: text('transaction').notNull(),
    logIndex: integer('log_index').notNull(),
    /** Time of the block. */
    at: instant('at').notNull(),
    contract: text('contract', { enum: ['token', 'staking', 'vesting', 'subscriptions'] }).notNull(),
    name: text('name').notNull(),
    /** Lower case: whom it concerns. */
    accounts: text('accounts').array().notNull(),
    /** By the names of the ABI; whole numbers as decimal text. */
    args: jsonb('args').$type<Readonly<Record<string, string | boolean>>>().notNull(),
    /** In a block that can no longer be undone. */
    isSettled: boolean('is_settled').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.stream, table.blockHash, table.transaction, table.logIndex] }),
    foreignKey({ columns: [table.stream], foreignColumns: [chainStreams.id] }).onDelete('cascade'),
    index('chain_events_order_idx').on(table.stream, table.block, table.logIndex),
    index('chain_events_name_idx').on(table.stream, table.contract, table.name, table.block),
    index('chain_events_accounts_idx').using('gin', table.accounts),
  ],
)

/** Test funds that were given on the local chain, by the caller's Idempotency-Key; the nonces make a repeat the same transactions. */
export const testGrants = pgTable(
  'test_grants',
  {
    stream: smallint('stream')
      .notNull()
      .references(() => chainStreams.id, { onDelete: 'cascade' }),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    key: text('key').notNull(),
    /** Lower case. */
    account: text('account').notNull(),
    /** The steward's nonce of the first of its transactions. */
    nonce: integer('nonce').notNull(),
    /** Null until all are mined and saved; empty where the wallet refused them. */
    transactions: text('transactions').array(),
    askedAt: instant('asked_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.stream, table.userId, table.key] }),
    index('test_grants_asked_idx').on(table.userId, table.askedAt),
  ],
)
