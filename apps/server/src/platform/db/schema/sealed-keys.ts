import { pgTable, text } from 'drizzle-orm/pg-core'
import { bytes } from './columns.ts'

/** Keys that survive a rotation of SECRET_KEY, sealed with it. Failing to open one means SECRET_KEY does not match the data. */
export const sealedKeys = pgTable('sealed_keys', { name: text('name').primaryKey(), sealed: bytes('sealed').notNull() })
