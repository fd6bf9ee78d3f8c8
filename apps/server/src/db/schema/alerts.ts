import type { AlertTerms } from '@aerie/wire/alerts/alert-rows'
import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  customType,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { users } from './accounts.ts'

const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' })
const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3 })
const userId = () =>
  uuid('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' })

/** What users have watched. */
export const alerts = pgTable(
  'alerts',
  {
    id: uuid('id').primaryKey(),
    /** Their order; what pages of the list continue from. */
    number: bigint('number', { mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    userId: userId(),
    kind: text('kind').notNull(),
    symbol: text('symbol'),
    terms: jsonb('terms').$type<AlertTerms>().notNull(),
    state: text('state', { enum: ['active', 'paused', 'done', 'expired'] }).notNull(),
    /** As `Phase` of the evaluator: where it stood when it was last kept, and in which market. */
    phase: text('phase').notNull(),
    sourceId: text('source_id'),
    /** Market time up to which it was judged: since its creation, its last change or its last kept phase. */
    judgedAt: bigint('judged_at', { mode: 'number' }),
    /** Market time of its newest firing. */
    firedAt: bigint('fired_at', { mode: 'number' }),
    firings: integer('firings').notNull().default(0),
    /** Raised by each change of what is watched: what was decided by an older version is not written. */
    version: integer('version').notNull().default(1),
    /** The caller's `Idempotency-Key`, and what was asked under it. */
    requestKey: text('request_key'),
    requestHash: bytes('request_hash'),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [
    uniqueIndex('alerts_number_key').on(table.number),
    uniqueIndex('alerts_request_key').on(table.userId, table.requestKey),
    index('alerts_user_idx').on(table.userId, table.number),
    index('alerts_active_idx').on(table.id).where(sql`${table.state} = 'active'`),
    check('alerts_state_known', sql`${table.state} in ('active', 'paused', 'done', 'expired')`),
  ],
)

/** What a user has said of alerts as a whole, and of how they are delivered. No row: as the defaults say. */
export const alertSettings = pgTable('alert_settings', {
  userId: userId().primaryKey(),
  isPaused: boolean('is_paused').notNull().default(false),
  quietFrom: text('quiet_from'),
  quietTo: text('quiet_to'),
  timezone: text('timezone'),
  mailDigest: text('mail_digest', { enum: ['each', 'hourly', 'daily'] })
    .notNull()
    .default('each'),
  isMailWanted: boolean('is_mail_wanted').notNull().default(true),
})

/** Each firing once: an alert and an event make one. What fired stays when its alert is deleted. */
export const alertFirings = pgTable(
  'alert_firings',
  {
    id: uuid('id').primaryKey(),
    seq: bigint('seq', { mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    userId: userId(),
    alertId: uuid('alert_id').notNull(),
    /** What happened, by name: the number of the crossing, the fill, the unstaked amount. */
    eventKey: text('event_key').notNull(),
    terms: jsonb('terms').$type<AlertTerms>().notNull(),
    title: text('title').notNull(),
    text: text('text').notNull(),
    /** By the market's clock. */
    at: bigint('at', { mode: 'number' }).notNull(),
    seenAt: instant('seen_at').notNull(),
    isLate: boolean('is_late').notNull(),
    value: doublePrecision('value'),
    threshold: doublePrecision('threshold'),
    sourceId: text('source_id'),
    sourceKind: text('source_kind', { enum: ['live', 'sim', 'replay'] }),
    readAt: instant('read_at'),
  },
  (table) => [
    uniqueIndex('alert_firings_event_key').on(table.alertId, table.eventKey),
    uniqueIndex('alert_firings_seq_key').on(table.seq),
    index('alert_firings_user_idx').on(table.userId, table.seq),
    index('alert_firings_unread_idx').on(table.userId).where(sql`${table.readAt} is null`),
  ],
)

/** Up to which market time all alerts of a source have been judged, and their phases kept. */
export const alertMarks = pgTable('alert_marks', {
  sourceId: text('source_id').primaryKey(),
  at: bigint('at', { mode: 'number' }).notNull(),
})
