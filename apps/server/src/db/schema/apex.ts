import type { SignedIntent } from '@aerie/apex/order-form'
import type { ApexOrder } from '@aerie/apex/replies'
import { sql } from 'drizzle-orm'
import { customType, index, jsonb, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { users } from './accounts.ts'

const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' })
const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3 })

/** Where a live order's twin is, or why there is none. */
export type StoredTwin = { readonly account: string; readonly market: 'live' | 'sim' | 'replay' } | { readonly reason: string }

/** Keys of ApeX Omni, each part sealed for its user and its field (sealed-box.ts). They read and cancel; they cannot place. */
export const apexKeys = pgTable('apex_keys', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** Which sealing key it was sealed with. */
  keyId: text('key_id').notNull(),
  apiKey: bytes('api_key').notNull(),
  secret: bytes('secret').notNull(),
  passphrase: bytes('passphrase').notNull(),
  /** Last four characters of the API key, to tell keys apart. */
  keyEnds: text('key_ends').notNull(),
  account: text('account').notNull(),
  address: text('address').notNull(),
  checkedAt: instant('checked_at').notNull(),
  createdAt: instant('created_at').notNull(),
  /** Who says that it cannot withdraw; null for keys that were saved before anybody was asked. */
  rights: text('rights', { enum: ['stated', 'confirmed'] }),
})

/**
 * Orders for ApeX Omni: stored before anything is sent, one client id with one body for ever. `prepared`: checked, not signed;
 * `signed`: the signature is here and nothing was sent; `sent`: it may be on the book; the rest is what became of it.
 */
export const apexOrders = pgTable(
  'apex_orders',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    clientId: text('client_id').notNull(),
    /** SHA-256 of what was asked. */
    hash: bytes('hash').notNull(),
    /** Number of the account at ApeX that it was prepared for. */
    account: text('account').notNull(),
    /** What is signed and sent, as it was prepared. */
    intent: jsonb('intent').$type<SignedIntent>().notNull(),
    state: text('state', { enum: ['prepared', 'signed', 'sent', 'accepted', 'refused', 'unknown'] }).notNull(),
    /** ApeX's code or ours, and words, of a refusal or of what is not known. */
    code: text('code'),
    reason: text('reason'),
    /** The order as ApeX last told it. */
    told: jsonb('told').$type<ApexOrder>(),
    /** The same order on paper: where, or why there is none. */
    twin: jsonb('twin').$type<StoredTwin>(),
    preparedAt: instant('prepared_at').notNull(),
    sentAt: instant('sent_at'),
    /** When its outcome became known. */
    judgedAt: instant('judged_at'),
    /** When it was last asked for. */
    askedAt: instant('asked_at'),
    /** Nothing changes any more: ended, and all of it settled, or refused. */
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
