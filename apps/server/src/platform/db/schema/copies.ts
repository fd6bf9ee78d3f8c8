import { sql } from 'drizzle-orm'
import { bigint, boolean, check, index, integer, jsonb, numeric, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { userId } from './accounts.ts'
import { bytes, instant, number } from './columns.ts'
import { tradingAccounts } from './trading.ts'

const microUsdc = (name: string) => bigint(name, { mode: 'bigint' })
const accountId = (name = 'account_id') =>
  uuid(name)
    .notNull()
    .references(() => tradingAccounts.id, { onDelete: 'cascade' })

export const copyLeaders = pgTable(
  'copy_leaders',
  {
    userId: userId().primaryKey(),
    id: uuid('id').notNull(),
    name: text('name').notNull(),
    about: text('about').notNull(),
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

/** Minimum followers for a ranking: with fewer, they could all be second accounts of the leader. */
export const FEWEST_FOLLOWERS = 3

const sumOf = (name: string) => numeric(name).notNull().default('0')

/** For the leaderboard. Written only by triggers of `copies` in the same transaction; no row if never copied. */
export const copyStandings = pgTable(
  'copy_standings',
  {
    sourceId: text('source_id').notNull(),
    leaderId: uuid('leader_id').notNull(),
    followers: integer('followers').notNull().default(0),
    /** Followers who have closed at least part of a copied position. */
    closed: integer('closed').notNull().default(0),
    /** Of those copies, in micro-USDC. */
    realised: sumOf('realised'),
    allocated: sumOf('allocated'),
    /** Ranking: realised over allocated; minus infinity while too few followers have closed a trade. */
    result: numeric('result')
      .notNull()
      .generatedAlwaysAs(sql.raw(`case when closed >= ${FEWEST_FOLLOWERS} then realised / allocated else '-Infinity'::numeric end`)),
  },
  (table) => [
    primaryKey({ columns: [table.sourceId, table.leaderId] }),
    index('copy_standings_board_idx').on(table.sourceId, table.result, table.followers, table.leaderId),
  ],
)

export const copies = pgTable(
  'copies',
  {
    id: uuid('id').primaryKey(),
    number: number('number').notNull().generatedAlwaysAsIdentity(),
    userId: userId(),
    accountId: accountId(),
    leaderUserId: userId('leader_user_id'),
    leaderAccountId: accountId('leader_account_id'),
    leaderId: uuid('leader_id').notNull(),
    leaderName: text('leader_name').notNull(),
    sourceId: text('source_id').notNull(),
    sourceKind: text('source_kind', { enum: ['live', 'sim', 'replay'] }).notNull(),
    /** Leader's newest event when the copy began: only later positions are copied. */
    leaderSeq: number('leader_seq').notNull(),
    allocation: microUsdc('allocation').notNull(),
    perTradeLimit: microUsdc('per_trade_limit').notNull(),
    dailyLossLimit: microUsdc('daily_loss_limit').notNull(),
    totalLossLimit: microUsdc('total_loss_limit').notNull(),
    maxMoveBps: integer('max_move_bps').notNull(),
    lateS: integer('late_s').notNull(),
    excluded: jsonb('excluded').$type<readonly string[]>().notNull(),
    state: text('state', { enum: ['active', 'paused', 'stopping', 'stopped'] }).notNull(),
    reason: text('reason'),
    /** UTC day number of the market, and the result at its start. */
    day: integer('day'),
    dayResult: microUsdc('day_result'),
    /** Result of closed trades, net of fees, including funding. */
    realised: microUsdc('realised').notNull(),
    fees: microUsdc('fees').notNull(),
    fills: integer('fills').notNull(),
    /** Fills that reduced its positions, including the user's own. */
    closes: integer('closes').notNull().default(0),
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

/** Outcome of each leader trade per copy: one permanent row per signal. */
export const copyLog = pgTable(
  'copy_log',
  {
    id: number('id').primaryKey().generatedAlwaysAsIdentity(),
    copyId: uuid('copy_id')
      .notNull()
      .references(() => copies.id, { onDelete: 'cascade' }),
    userId: userId(),
    signal: text('signal').notNull(),
    symbol: text('symbol').notNull(),
    kind: text('kind', { enum: ['position', 'stop', 'close', 'kept'] }).notNull(),
    outcome: text('outcome', { enum: ['copied', 'skipped', 'late', 'refused'] }).notNull(),
    reason: text('reason'),
    body: jsonb('body').$type<Readonly<Record<string, string | null>>>().notNull(),
    at: number('at').notNull(),
    /** From storing the leader's trade to storing the follower's, by the server's clock. */
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

export const copyCursors = pgTable('copy_cursors', { accountId: accountId().primaryKey(), seq: number('seq').notNull() })

/** Positions of leaders since their opening: their scale stays fixed until they close. */
export const copyCycles = pgTable(
  'copy_cycles',
  {
    accountId: accountId(),
    symbol: text('symbol').notNull(),
    fromSeq: number('from_seq').notNull(),
    startedAt: number('started_at').notNull(),
    equity: microUsdc('equity').notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.symbol] })],
)

export const copyShares = pgTable('copy_shares', {
  accountId: accountId().primaryKey(),
  seq: number('seq').notNull(),
  body: jsonb('body').notNull(),
})
