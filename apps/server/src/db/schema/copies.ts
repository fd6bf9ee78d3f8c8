import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  customType,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { users } from './accounts.ts'
import { tradingAccounts } from './trading.ts'

const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' })
const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3 })
const microUsdc = (name: string) => bigint(name, { mode: 'bigint' })
const number = (name: string) => bigint(name, { mode: 'number' })
const userId = (name = 'user_id') =>
  uuid(name)
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' })
const accountId = (name = 'account_id') =>
  uuid(name)
    .notNull()
    .references(() => tradingAccounts.id, { onDelete: 'cascade' })

/** Users who let others copy them, under a name of their choice. */
export const copyLeaders = pgTable(
  'copy_leaders',
  {
    userId: userId().primaryKey(),
    /** What others know the leader by. */
    id: uuid('id').notNull(),
    name: text('name').notNull(),
    about: text('about').notNull(),
    /** Whether new copies may begin and present ones go on. */
    isOpen: boolean('is_open').notNull(),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [
    uniqueIndex('copy_leaders_id_key').on(table.id),
    uniqueIndex('copy_leaders_name_key').on(sql`lower(${table.name})`),
    index('copy_leaders_board_idx').on(table.createdAt, table.id),
  ],
)

/** Followers from which their result ranks a leader: with fewer, a second account of the leader could be all of them. */
export const FEWEST_FOLLOWERS = 3

const sumOf = (name: string) => numeric(name).notNull().default('0')

/**
 * What the copies of a leader have brought in one market, for the board. Triggers of `copies` alone write it, in the transaction that
 * changes a copy; a leader whom nobody has copied there has no row.
 */
export const copyStandings = pgTable(
  'copy_standings',
  {
    sourceId: text('source_id').notNull(),
    /** As `copy_leaders.id`. */
    leaderId: uuid('leader_id').notNull(),
    /** Copies that go on. */
    followers: integer('followers').notNull().default(0),
    /** Users who have closed some of what a copy held. */
    closed: integer('closed').notNull().default(0),
    /** Of those copies, in micro-USDC. */
    realised: sumOf('realised'),
    allocated: sumOf('allocated'),
    /** What ranks the leader: realised of what was allocated; below all numbers where too few have closed a trade. */
    result: numeric('result')
      .notNull()
      .generatedAlwaysAs(sql.raw(`case when closed >= ${FEWEST_FOLLOWERS} then realised / allocated else '-Infinity'::numeric end`)),
  },
  (table) => [
    primaryKey({ columns: [table.sourceId, table.leaderId] }),
    index('copy_standings_board_idx').on(table.sourceId, table.result, table.followers, table.leaderId),
  ],
)

/** Who copies whom, from which account into which, and what it has brought. */
export const copies = pgTable(
  'copies',
  {
    id: uuid('id').primaryKey(),
    number: number('number').notNull().generatedAlwaysAsIdentity(),
    /** The follower. */
    userId: userId(),
    accountId: accountId(),
    leaderUserId: userId('leader_user_id'),
    leaderAccountId: accountId('leader_account_id'),
    leaderId: uuid('leader_id').notNull(),
    /** As it was when the copy began. */
    leaderName: text('leader_name').notNull(),
    sourceId: text('source_id').notNull(),
    sourceKind: text('source_kind', { enum: ['live', 'sim', 'replay'] }).notNull(),
    /** Number of the leader's newest event when it began: positions that begin later are copied. */
    leaderSeq: number('leader_seq').notNull(),
    allocation: microUsdc('allocation').notNull(),
    perTradeLimit: microUsdc('per_trade_limit').notNull(),
    dailyLossLimit: microUsdc('daily_loss_limit').notNull(),
    totalLossLimit: microUsdc('total_loss_limit').notNull(),
    maxMoveBps: integer('max_move_bps').notNull(),
    lateS: integer('late_s').notNull(),
    excluded: jsonb('excluded').$type<readonly string[]>().notNull(),
    state: text('state', { enum: ['active', 'paused', 'stopping', 'stopped'] }).notNull(),
    /** Why it does not copy; null while it does. */
    reason: text('reason'),
    /** Number of the UTC day of the market, and the result with which it began. */
    day: integer('day'),
    dayResult: microUsdc('day_result'),
    /** Result of what was closed, less fees, with funding. */
    realised: microUsdc('realised').notNull(),
    fees: microUsdc('fees').notNull(),
    fills: integer('fills').notNull(),
    /** Fills that closed some of what it held, the user's own too. */
    closes: integer('closes').notNull().default(0),
    /** The caller's `Idempotency-Key`, and what was asked under it. */
    requestKey: text('request_key'),
    requestHash: bytes('request_hash'),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [
    uniqueIndex('copies_number_key').on(table.number),
    uniqueIndex('copies_request_key').on(table.userId, table.requestKey),
    uniqueIndex('copies_going_key').on(table.userId, table.leaderUserId).where(sql`${table.state} <> 'stopped'`),
    index('copies_user_idx').on(table.userId, table.number),
    index('copies_leader_idx').on(table.leaderUserId),
    index('copies_standing_idx').on(table.leaderId, table.sourceId),
    index('copies_source_idx').on(table.sourceId).where(sql`${table.state} <> 'stopped'`),
    check('copies_not_oneself', sql`${table.userId} <> ${table.leaderUserId}`),
    check(
      'copies_limits_positive',
      sql`least(${table.allocation}, ${table.perTradeLimit}, ${table.dailyLossLimit}, ${table.totalLossLimit}) > 0`,
    ),
  ],
)

/** What became of each trade of a leader for each copy: one row a signal, for ever. */
export const copyLog = pgTable(
  'copy_log',
  {
    id: number('id').primaryKey().generatedAlwaysAsIdentity(),
    copyId: uuid('copy_id')
      .notNull()
      .references(() => copies.id, { onDelete: 'cascade' }),
    userId: userId(),
    /** Account and number of the leader's event. */
    signal: text('signal').notNull(),
    symbol: text('symbol').notNull(),
    kind: text('kind', { enum: ['position', 'stop', 'close', 'kept'] }).notNull(),
    outcome: text('outcome', { enum: ['copied', 'skipped', 'late', 'refused'] }).notNull(),
    reason: text('reason'),
    /** Sizes and prices as decimal text. */
    body: jsonb('body').$type<Readonly<Record<string, string | null>>>().notNull(),
    /** Market time of the leader's event. */
    at: number('at').notNull(),
    /** From the leader's trade being stored to the follower's, by the server's clock. */
    delayMs: integer('delay_ms').notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('copy_log_once').on(table.copyId, table.signal, table.kind),
    index('copy_log_user_idx').on(table.userId, table.id),
    index('copy_log_copy_idx').on(table.copyId, table.id),
    index('copy_log_unfinished_idx').on(table.copyId).where(sql`${table.body}->'filled' = 'null'`),
  ],
)

/** How far the events of a leader's account have been copied. */
export const copyCursors = pgTable('copy_cursors', { accountId: accountId().primaryKey(), seq: number('seq').notNull() })

/** Positions of leaders, from their beginning: what they are scaled by stays until they end. */
export const copyCycles = pgTable(
  'copy_cycles',
  {
    accountId: accountId(),
    symbol: text('symbol').notNull(),
    fromSeq: number('from_seq').notNull(),
    startedAt: number('started_at').notNull(),
    /** Of the leader when it began. */
    equity: microUsdc('equity').notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.symbol] })],
)

/** An account's positions by whom they belong to, up to one of its events. */
export const copyShares = pgTable('copy_shares', {
  accountId: accountId().primaryKey(),
  seq: number('seq').notNull(),
  body: jsonb('body').notNull(),
})
