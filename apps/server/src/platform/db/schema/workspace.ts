import { sql } from 'drizzle-orm'
import { check, jsonb, pgSequence, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { userId } from './accounts.ts'
import { instant, number } from './columns.ts'

/** Version numbers for saves, never reused, even after a document was deleted. */
export const documentVersions = pgSequence('workspace_document_versions')

export const workspaceDocuments = pgTable(
  'workspace_documents',
  {
    userId: userId(),
    kind: text('kind').notNull(),
    name: text('name').notNull(),
    /** Of the newest save; a save names its base version. */
    version: number('version').notNull(),
    body: jsonb('body').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.kind, table.name] }),
    check('workspace_documents_version_positive', sql`${table.version} > 0`),
  ],
)
