import { sql } from 'drizzle-orm'
import { boolean, check, foreignKey, index, integer, jsonb, pgTable, primaryKey, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { userId } from './accounts.ts'
import { instant, number } from './columns.ts'

const block = number

/** One row per set of contracts read. Blocks up to `settled` are final; blocks from there up to `seen` may still be reorganised. */
export const chainStreams = pgTable(
  'chain_streams',
  {
    id: smallint('id').primaryKey().generatedAlwaysAsIdentity(),
    key: text('key').notNull(),
    fromBlock: block('from_block').notNull(),
    /** `from_block - 1` before the first. */
    settled: block('settled').notNull(),
    seen: block('seen').notNull(),
  },
  (table) => [uniqueIndex('chain_streams_key').on(table.key), check('chain_streams_in_order', sql`${table.settled} <= ${table.seen}`)],
)

/** Block hashes at the end of each read: a mismatch means everything read above was reorganised. */
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

/** Contract events, one row per log and block. Rows of reorganised blocks are deleted. */
export const chainEvents = pgTable(
  'chain_events',
  {
    stream: smallint('stream').notNull(),
    block: block('block').notNull(),
    blockHash: text('block_hash').notNull(),
    transaction: text('transaction').notNull(),
    logIndex: integer('log_index').notNull(),
    at: instant('at').notNull(),
    contract: text('contract', { enum: ['token', 'staking', 'vesting', 'subscriptions'] }).notNull(),
    name: text('name').notNull(),
    accounts: text('accounts').array().notNull(),
    /** Named as in the ABI; integers as decimal text. */
    args: jsonb('args').$type<Readonly<Record<string, string | boolean>>>().notNull(),
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

/** Test funds granted on the local chain, by Idempotency-Key; the stored nonces make a retry send the same transactions. */
export const testGrants = pgTable(
  'test_grants',
  {
    stream: smallint('stream')
      .notNull()
      .references(() => chainStreams.id, { onDelete: 'cascade' }),
    userId: userId(),
    key: text('key').notNull(),
    account: text('account').notNull(),
    nonce: integer('nonce').notNull(),
    /** Null until all are mined and saved; empty if the wallet rejected them. */
    transactions: text('transactions').array(),
    askedAt: instant('asked_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.stream, table.userId, table.key] }),
    index('test_grants_asked_idx').on(table.userId, table.askedAt),
  ],
)
