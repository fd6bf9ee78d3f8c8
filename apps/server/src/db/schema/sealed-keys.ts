import { customType, pgTable, text } from 'drizzle-orm/pg-core'

const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

/** Keys that outlive a rotation of SECRET_KEY, sealed by it. Whether one opens also tells whether SECRET_KEY is that of this data. */
export const sealedKeys = pgTable('sealed_keys', { name: text('name').primaryKey(), sealed: bytes('sealed').notNull() })
