import type { SignedIntent } from '@aerie/apex/order-form'
import type { ApexOrder } from '@aerie/apex/replies'
import { sql } from 'drizzle-orm'
import { index, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { userId } from './accounts.ts'
import { bytes, instant } from './columns.ts'

export type StoredTwin = { readonly account: string; readonly market: 'live' | 'sim' | 'replay' } | { readonly reason: string }

/** ApeX Omni keys, each field sealed for its user (sealed-box.ts). They can read and cancel but not place orders. */
export const apexKeys = pgTable('apex_keys', {
  userId: userId().primaryKey(),
  keyId: text('key_id').notNull(),
  apiKey: bytes('api_key').notNull(),
  secret: bytes('secret').notNull(),
  passphrase: bytes('passphrase').notNull(),
  keyEnds: text('key_ends').notNull(),
  account: text('account').notNull(),
  address: text('address').notNull(),
  checkedAt: instant('checked_at').notNull(),
  createdAt: instant('created_at').notNull(),
  /** Who vouches that it cannot withdraw; null for keys saved before this was asked. */
  rights: text('rights', { enum: ['stated', 'confirmed'] }),
})

/** Stored before anything is sent. `prepared`: checked, unsigned; `signed`: not sent; `sent`: possibly on the book. */
export const apexOrders = pgTable(
  'apex_orders',
  {
    userId: userId(),
    clientId: text('client_id').notNull(),
    hash: bytes('hash').notNull(),
    account: text('account').notNull(),
    intent: jsonb('intent').$type<SignedIntent>().notNull(),
    state: text('state', { enum: ['prepared', 'signed', 'sent', 'accepted', 'refused', 'unknown'] }).notNull(),
    code: text('code'),
    reason: text('reason'),
    reported: jsonb('told').$type<ApexOrder>(),
    twin: jsonb('twin').$type<StoredTwin>(),
    preparedAt: instant('prepared_at').notNull(),
    sentAt: instant('sent_at'),
    judgedAt: instant('judged_at'),
    askedAt: instant('asked_at'),
    /** Final: ended and fully settled, or rejected. */
    endedAt: instant('ended_at'),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.clientId] }),
    index('apex_orders_newest_idx').on(table.userId, table.preparedAt),
    index('apex_orders_open_idx')
      .on(table.askedAt)
      .where(sql`${table.state} in ('signed', 'sent', 'unknown', 'accepted') and ${table.endedAt} is null`),
  ],
)
