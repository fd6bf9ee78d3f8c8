import type { AlertTerms, FiringTerms } from '@aerie/wire/alerts/alert-rows'
import { sql } from 'drizzle-orm'
import { boolean, check, doublePrecision, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { userId } from './accounts.ts'
import { bytes, instant, number } from './columns.ts'

export const alerts = pgTable(
  'alerts',
  {
    id: uuid('id').primaryKey(),
    number: number('number').notNull().generatedAlwaysAsIdentity(),
    userId: userId(),
    kind: text('kind').notNull(),
    symbol: text('symbol'),
    terms: jsonb('terms').$type<AlertTerms>().notNull(),
    state: text('state', { enum: ['active', 'paused', 'done', 'expired'] }).notNull(),
    /** Last stored evaluator `Phase`, and the market it refers to. */
    phase: text('phase').notNull(),
    sourceId: text('source_id'),
    /** Market time up to which it was judged: creation, last change or last stored phase. For filled orders: creation or last change. */
    judgedAt: number('judged_at'),
    firedAt: number('fired_at'),
    firings: integer('firings').notNull().default(0),
    /** Incremented on changes to the condition; decisions about an older version are not written. */
    version: integer('version').notNull().default(1),
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

export const alertFirings = pgTable(
  'alert_firings',
  {
    id: uuid('id').primaryKey(),
    seq: number('seq').notNull().generatedAlwaysAsIdentity(),
    userId: userId(),
    /** The user's id for account events, which have no alert. */
    alertId: uuid('alert_id').notNull(),
    /** Identifies the event: number of the crossing, the fill, or the unstaked amount. */
    eventKey: text('event_key').notNull(),
    terms: jsonb('terms').$type<FiringTerms>().notNull(),
    title: text('title').notNull(),
    text: text('text').notNull(),
    /** Market clock. */
    at: number('at').notNull(),
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

/** Market time up to which all alerts of a source have been judged and their phases stored. */
export const alertMarks = pgTable('alert_marks', {
  sourceId: text('source_id').primaryKey(),
  at: number('at').notNull(),
})
