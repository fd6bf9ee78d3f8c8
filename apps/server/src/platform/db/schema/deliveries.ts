import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { userId } from './accounts.ts'
import { alertFirings } from './alerts.ts'
import { bytes, instant, number } from './columns.ts'

/** Outbox: one row per firing, channel and receiver, written with the firing. */
export const deliveries = pgTable(
  'deliveries',
  {
    id: uuid('id').primaryKey(),
    number: number('number').notNull().generatedAlwaysAsIdentity(),
    userId: userId(),
    firingId: uuid('firing_id')
      .notNull()
      .references(() => alertFirings.id, { onDelete: 'cascade' }),
    channel: text('channel', { enum: ['app', 'email', 'telegram', 'push', 'webhook'] }).notNull(),
    /** Webhook or browser id; the user id for channels with a single receiver. */
    receiverId: uuid('receiver_id').notNull(),
    target: text('target').notNull(),
    state: text('state', { enum: ['waiting', 'held', 'sent', 'dead', 'skipped'] }).notNull(),
    attempts: integer('attempts').notNull().default(0),
    /** Due time; while claimed, the end of the worker's lease. Null: never. */
    nextAt: instant('next_at'),
    /** By the database's clock: until then one process has it. */
    leaseUntil: instant('lease_until'),
    /** Committed before each attempt and cleared after it; if already set, an earlier worker crashed during the attempt. */
    isBegun: boolean('is_begun').notNull().default(false),
    mayRepeat: boolean('may_repeat').notNull().default(false),
    problem: text('problem'),
    receipt: text('receipt'),
    createdAt: instant('created_at').notNull(),
    sentAt: instant('sent_at'),
  },
  (table) => [
    uniqueIndex('deliveries_event_key').on(table.firingId, table.channel, table.receiverId),
    uniqueIndex('deliveries_number_key').on(table.number),
    index('deliveries_user_idx').on(table.userId, table.number),
    index('deliveries_due_idx').on(table.nextAt).where(sql`${table.state} in ('waiting', 'held')`),
    check('deliveries_state_known', sql`${table.state} in ('waiting', 'held', 'sent', 'dead', 'skipped')`),
  ],
)

export const webhooks = pgTable(
  'webhooks',
  {
    id: uuid('id').primaryKey(),
    userId: userId(),
    url: text('url').notNull(),
    name: text('name'),
    secret: bytes('secret').notNull(),
    /** Previous secret, also used for signing until then. */
    oldSecret: bytes('old_secret'),
    rotatesUntil: instant('rotates_until'),
    isEnabled: boolean('is_enabled').notNull().default(true),
    problem: text('problem'),
    createdAt: instant('created_at').notNull(),
    sentAt: instant('sent_at'),
  },
  (table) => [index('webhooks_user_idx').on(table.userId)],
)

/** Push subscriptions. Endpoint and keys allow sending messages, so both are sealed. */
export const pushDevices = pgTable(
  'push_devices',
  {
    id: uuid('id').primaryKey(),
    userId: userId(),
    endpointHash: bytes('endpoint_hash').notNull(),
    subscription: bytes('subscription').notNull(),
    name: text('name').notNull(),
    createdAt: instant('created_at').notNull(),
    sentAt: instant('sent_at'),
  },
  (table) => [uniqueIndex('push_devices_endpoint_key').on(table.endpointHash), index('push_devices_user_idx').on(table.userId)],
)

export const telegramChats = pgTable('telegram_chats', {
  userId: userId().primaryKey(),
  chatId: number('chat_id').notNull(),
  name: text('name').notNull(),
  linkedAt: instant('linked_at').notNull(),
  problem: text('problem'),
})

export const telegramLinks = pgTable('telegram_links', {
  hash: bytes('hash').primaryKey(),
  userId: userId(),
  expiresAt: instant('expires_at').notNull(),
})

export const deliveryValues = pgTable('delivery_values', { name: text('name').primaryKey(), value: bytes('value').notNull() })
