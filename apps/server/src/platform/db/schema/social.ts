import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  boolean,
  check,
  doublePrecision,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { userId, users } from './accounts.ts'
import { bytes, instant, number } from './columns.ts'

/** Milliseconds of the market's clock. */
const marketMs = number
const author = () =>
  uuid('author')
    .notNull()
    .references((): AnyPgColumn => socialAuthors.id)

/** Users who have used Social, under their public id. Outlives the account. */
export const socialAuthors = pgTable('social_authors', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id),
  id: uuid('id').notNull().unique(),
  isSuspended: boolean('is_suspended').notNull().default(false),
  createdAt: instant('created_at').notNull(),
})

/** Chosen names; `folded` is the uniqueness key. */
export const socialNames = pgTable(
  'social_names',
  { userId: userId().primaryKey(), name: text('name').notNull(), folded: text('folded').notNull() },
  (table) => [uniqueIndex('social_names_folded_key').on(table.folded)],
)

export const ideaChains = pgTable(
  'idea_chains',
  {
    number: smallint('number').primaryKey().generatedAlwaysAsIdentity(),
    sourceId: text('source_id').notNull(),
    sourceKind: text('source_kind', { enum: ['live', 'sim', 'replay'] }).notNull(),
    length: number('length').notNull().default(0),
    /** Hash of the newest record; 32 zero bytes before the first. */
    head: bytes('head').notNull(),
  },
  (table) => [
    uniqueIndex('idea_chains_source_key').on(table.sourceId),
    check('idea_chains_kind_known', sql`${table.sourceKind} in ('live', 'sim', 'replay')`),
  ],
)

/** Immutable (trigger `ideas_are_final`). The text is stored separately because it can be removed. */
export const ideas = pgTable(
  'ideas',
  {
    chain: smallint('chain')
      .notNull()
      .references(() => ideaChains.number),
    seq: number('seq').notNull(),
    id: uuid('id').notNull().unique(),
    author: author(),
    symbol: text('symbol').notNull(),
    side: text('side', { enum: ['long', 'short'] }).notNull(),
    entry: doublePrecision('entry').notNull(),
    target: doublePrecision('target').notNull(),
    stop: doublePrecision('stop').notNull(),
    quote: text('quote', { enum: ['USD', 'USDT', 'USDC'] }).notNull(),
    /** Per side, as a fraction. */
    feeRate: doublePrecision('fee_rate').notNull(),
    priceAsOf: marketMs('price_as_of').notNull(),
    postedAt: marketMs('posted_at').notNull(),
    startsAt: marketMs('starts_at').notNull(),
    dueAt: marketMs('due_at').notNull(),
    stepS: integer('step_s').notNull(),
    /** Server clock. */
    madeAt: number('made_at').notNull(),
    /** SHA-256 of the salt and the text. */
    textHash: bytes('text_hash').notNull(),
    prevHash: bytes('prev_hash').notNull(),
    hash: bytes('hash').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.chain, table.seq] }),
    index('ideas_author_idx').on(table.author, table.chain, table.seq),
    index('ideas_symbol_idx').on(table.chain, table.symbol, table.seq),
    index('ideas_due_idx').on(table.chain, table.dueAt),
    check('ideas_side_known', sql`${table.side} in ('long', 'short')`),
    check(
      'ideas_prices_apart',
      sql`case ${table.side} when 'long' then ${table.stop} < ${table.entry} and ${table.entry} < ${table.target} else ${table.target} < ${table.entry} and ${table.entry} < ${table.stop} end and least(${table.stop}, ${table.target}) > 0`,
    ),
    check('ideas_in_order', sql`${table.postedAt} <= ${table.startsAt} and ${table.startsAt} < ${table.dueAt}`),
  ],
)

const ideaId = () =>
  uuid('idea')
    .notNull()
    .references(() => ideas.id)

/** Removing a text also clears its salt, so that the text cannot be guessed from the hash. */
export const ideaTexts = pgTable(
  'idea_texts',
  {
    idea: ideaId().primaryKey(),
    userId: userId(),
    text: text('text').notNull(),
    salt: bytes('salt').notNull(),
    state: text('state', { enum: ['shown', 'deleted', 'hidden'] }).notNull(),
    requestKey: text('request_key'),
    requestHash: bytes('request_hash'),
  },
  (table) => [
    uniqueIndex('idea_texts_request_key').on(table.userId, table.requestKey),
    check('idea_texts_state_known', sql`${table.state} in ('shown', 'deleted', 'hidden')`),
  ],
)

/** Later additions by the author; removed with the text, never changed. */
export const ideaAddenda = pgTable(
  'idea_addenda',
  {
    number: number('number').primaryKey().generatedAlwaysAsIdentity(),
    idea: ideaId(),
    userId: userId(),
    text: text('text').notNull(),
    at: marketMs('at').notNull(),
  },
  (table) => [index('idea_addenda_idea_idx').on(table.idea, table.number), index('idea_addenda_user_idx').on(table.userId)],
)

/** Outcomes, immutable (trigger `idea_scores_are_final`). */
export const ideaScores = pgTable(
  'idea_scores',
  {
    chain: smallint('chain').notNull(),
    seq: number('seq').notNull(),
    author: author(),
    outcome: text('outcome', { enum: ['target', 'stop', 'horizon', 'missing'] }).notNull(),
    /** Null with all fields below if candles are missing. */
    exit: doublePrecision('exit'),
    exitAt: marketMs('exit_at'),
    isBoth: boolean('is_both'),
    r: doublePrecision('r'),
    netR: doublePrecision('net_r'),
    holdR: doublePrecision('hold_r'),
    /** Market clock. */
    scoredAt: marketMs('scored_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.chain, table.seq] }),
    foreignKey({ columns: [table.chain, table.seq], foreignColumns: [ideas.chain, ideas.seq] }),
    index('idea_scores_author_idx').on(table.author),
    check('idea_scores_known', sql`${table.outcome} in ('target', 'stop', 'horizon', 'missing')`),
    check(
      'idea_scores_whole',
      sql`(${table.outcome} = 'missing') = (${table.r} is null) and (${table.r} is null) = (${table.netR} is null) and (${table.r} is null) = (${table.exit} is null)`,
    ),
  ],
)

export const ideaStandings = pgTable(
  'idea_standings',
  {
    chain: smallint('chain')
      .notNull()
      .references(() => ideaChains.number),
    author: author(),
    scored: integer('scored').notNull(),
    n: integer('n').notNull(),
    mean: doublePrecision('mean'),
    low: doublePrecision('low'),
    high: doublePrecision('high'),
    excess: doublePrecision('excess'),
    isRanked: boolean('is_ranked').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.chain, table.author] }),
    index('idea_standings_author_idx').on(table.author),
    index('idea_standings_rank_idx').on(table.chain, table.low.desc(), table.author).where(sql`${table.isRanked}`),
  ],
)

export const ideaLikes = pgTable('idea_likes', { userId: userId(), idea: ideaId() }, (table) => [
  primaryKey({ columns: [table.userId, table.idea] }),
  index('idea_likes_idea_idx').on(table.idea),
])

export const ideaComments = pgTable(
  'idea_comments',
  {
    id: uuid('id').primaryKey(),
    number: number('number').notNull().generatedAlwaysAsIdentity(),
    idea: ideaId(),
    userId: userId(),
    parent: uuid('parent'),
    text: text('text').notNull(),
    state: text('state', { enum: ['shown', 'deleted', 'hidden'] }).notNull(),
    at: instant('at').notNull(),
  },
  (table) => [
    uniqueIndex('idea_comments_number_key').on(table.number),
    index('idea_comments_idea_idx').on(table.idea, table.number),
    index('idea_comments_user_idx').on(table.userId),
    check('idea_comments_state_known', sql`${table.state} in ('shown', 'deleted', 'hidden')`),
  ],
)

export const socialFollows = pgTable('social_follows', { userId: userId(), author: author() }, (table) => [
  primaryKey({ columns: [table.userId, table.author] }),
  index('social_follows_told_idx').on(table.author, table.userId),
])

/** `mute`: hidden from the user; `block`: also cannot interact with the user. */
export const socialViews = pgTable(
  'social_views',
  { userId: userId(), author: author(), view: text('view', { enum: ['mute', 'block'] }).notNull() },
  (table) => [
    primaryKey({ columns: [table.userId, table.author] }),
    index('social_views_author_idx').on(table.author),
    check('social_views_known', sql`${table.view} in ('mute', 'block')`),
  ],
)

/** Notifications, one per idea and event. A repeated one gets a new number and continues from the read count. */
export const socialNews = pgTable(
  'social_news',
  {
    number: number('number').primaryKey().generatedAlwaysAsIdentity(),
    userId: userId(),
    idea: ideaId(),
    event: text('event', { enum: ['scored', 'commented', 'posted'] }).notNull(),
    count: integer('count').notNull(),
    at: instant('at').notNull(),
    readAt: instant('read_at'),
  },
  (table) => [
    uniqueIndex('social_news_once').on(table.userId, table.idea, table.event),
    index('social_news_user_idx').on(table.userId, table.number),
    index('social_news_idea_idx').on(table.idea, table.event),
    index('social_news_at_idx').on(table.at),
    check('social_news_known', sql`${table.event} in ('scored', 'commented', 'posted') and ${table.count} > 0`),
  ],
)

/** New ideas whose followers are still to be notified: written with the idea, deleted when done. */
export const socialPosts = pgTable('social_posts', {
  idea: ideaId().primaryKey(),
  at: instant('at').notNull(),
  /** Last notified follower in id order; null before the first. */
  toldUpTo: uuid('told_up_to'),
})

export const socialReports = pgTable(
  'social_reports',
  {
    number: number('number').primaryKey().generatedAlwaysAsIdentity(),
    userId: userId(),
    kind: text('kind', { enum: ['idea', 'comment'] }).notNull(),
    target: uuid('target').notNull(),
    reason: text('reason', { enum: ['spam', 'abuse', 'scam', 'other'] }).notNull(),
    note: text('note'),
    at: instant('at').notNull(),
    resolvedAt: instant('resolved_at'),
  },
  (table) => [
    uniqueIndex('social_reports_once').on(table.userId, table.target),
    index('social_reports_open_idx').on(table.number).where(sql`${table.resolvedAt} is null`),
  ],
)
