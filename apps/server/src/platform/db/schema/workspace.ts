import { sql } from 'drizzle-orm'
import { bigint, check, jsonb, pgSequence, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { users } from './accounts.ts'

/** Version numbers for saves, never reused, even after a document was deleted. */
export const documentVersions = pgSequence('workspace_document_versions')

export const workspaceDocuments = pgTable(
  'workspace_documents',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    kind: text('kind').notNull(),
    name: text('name').notNull(),
    /** Of the newest save; a save names its base version. */
    version: bigint('version', { mode: 'number' }).notNull(),
    body: jsonb('body').notNull(),
    updatedAt: timestamp('updated_at', { withTimezone: true, precision: 3 }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.kind, table.name] }),
    check('workspace_documents_version_positive', sql`${table.version} > 0`),
  ],
)
