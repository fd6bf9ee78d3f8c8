import { customType, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { users } from './accounts.ts'

const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' })
const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3 })

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
})
