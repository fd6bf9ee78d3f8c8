import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  date,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { userId } from './accounts.ts'
import { instant, number } from './columns.ts'
import { forecasts } from './forecasts.ts'

export const MESSAGE_KINDS = ['question', 'reply', 'feedback'] as const

/** `id` is client-generated and unique per owner only. Deleted conversations are kept for a while for undo. */
export const agentConversations = pgTable(
  'agent_conversations',
  {
    number: number('number').primaryKey().generatedAlwaysAsIdentity(),
    userId: userId(),
    id: uuid('id').notNull(),
    name: text('name').notNull(),
    createdAt: instant('created_at').notNull(),
    removedAt: instant('removed_at'),
    /** The process that answers; another one takes over once the lease (the database's clock) has ended with it still set. */
    answeringBy: text('answering_by'),
    answeringUntil: instant('answering_until'),
    /** Stop asked for through a process that does not answer it. */
    isStopAsked: boolean('is_stop_asked').notNull().default(false),
  },
  (table) => [
    uniqueIndex('agent_conversations_own_key').on(table.userId, table.id),
    index('agent_conversations_answering_idx').on(table.answeringUntil).where(sql`${table.answeringBy} is not null`),
    index('agent_conversations_removed_idx').on(table.removedAt).where(sql`${table.removedAt} is not null`),
  ],
)

export const agentMessages = pgTable(
  'agent_messages',
  {
    seq: number('seq').primaryKey().generatedAlwaysAsIdentity(),
    conversation: number('conversation')
      .notNull()
      .references(() => agentConversations.number, { onDelete: 'cascade' }),
    id: uuid('id').notNull(),
    kind: text('kind', { enum: MESSAGE_KINDS }).notNull(),
    content: text('content').notNull(),
    createdAt: instant('created_at').notNull(),
    tries: smallint('tries').notNull().default(0),
    replyTo: uuid('reply_to'),
    engine: text('engine', { enum: ['built-in', 'llm'] }),
    ended: text('ended', { enum: ['stopped', 'failed'] }),
    language: text('language'),
    /** As `chatMessage` in the API. */
    toolCalls: jsonb('tool_calls'),
    figures: jsonb('figures'),
    proposals: jsonb('proposals'),
    suggestions: jsonb('suggestions'),
    /** For replies: `ownResult` in the API. */
    own: jsonb('own'),
    zone: text('zone'),
  },
  (table) => [
    uniqueIndex('agent_messages_id_key').on(table.conversation, table.id),
    uniqueIndex('agent_messages_one_reply_key').on(table.conversation, table.replyTo),
    index('agent_messages_order_idx').on(table.conversation, table.seq),
    check('agent_messages_kind_known', sql`${table.kind} in ('question', 'reply', 'feedback')`),
    check('agent_messages_replies_only', sql`(${table.kind} = 'reply') = (${table.replyTo} is not null)`),
  ],
)

export const agentUsage = pgTable(
  'agent_usage',
  {
    userId: userId(),
    day: date('day', { mode: 'string' }).notNull(),
    messages: integer('messages').notNull().default(0),
    tokens: integer('tokens').notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.userId, table.day] }), index('agent_usage_day_idx').on(table.day)],
)

/** Concurrency slots for language model answers. A slot not released becomes free on expiry. */
export const agentSlots = pgTable(
  'agent_places',
  { userId: userId(), place: smallint('place').notNull(), holder: uuid('holder').notNull(), expiresAt: instant('expires_at').notNull() },
  (table) => [primaryKey({ columns: [table.userId, table.place] })],
)

/** Forecasts the agent quoted to a user, immutable (trigger `agent_claims_are_final`). */
export const agentClaims = pgTable(
  'agent_claims',
  {
    userId: userId(),
    chain: smallint('chain').notNull(),
    seq: number('seq').notNull(),
    saidAt: instant('said_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.chain, table.seq] }),
    foreignKey({ columns: [table.chain, table.seq], foreignColumns: [forecasts.chain, forecasts.seq] }),
    index('agent_claims_said_idx').on(table.userId, table.saidAt),
  ],
)
