import { type DocumentKind, ONLY_DOCUMENT } from '@aerie/wire/workspace/document'
import { watchlists } from '@aerie/wire/workspace/workspace'
import { and, asc, count, eq, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { Db } from '../../platform/db/client.ts'
import { workspaceDocuments } from '../../platform/db/schema/workspace.ts'

export type DocumentCollection = { readonly userId: string; readonly kind: DocumentKind }
export type DocumentKey = DocumentCollection & { readonly name: string }
type Save = DocumentKey & { readonly body: unknown; readonly at: Date }

const isIn = ({ userId, kind }: DocumentCollection) => and(eq(workspaceDocuments.userId, userId), eq(workspaceDocuments.kind, kind))
const isAt = (key: DocumentKey) => and(isIn(key), eq(workspaceDocuments.name, key.name))
const nextVersion = sql`nextval('workspace_document_versions')`
const asJson = (body: unknown) => sql`${JSON.stringify(body)}::jsonb`

export const documentRepository = (db: Db) => ({
  find: async (key: DocumentKey) => (await db.select().from(workspaceDocuments).where(isAt(key)))[0],
  list: (collection: DocumentCollection) => {
    const { name, version, updatedAt } = workspaceDocuments
    return db.select({ name, version, updatedAt }).from(workspaceDocuments).where(isIn(collection)).orderBy(asc(name))
  },
  count: async (collection: DocumentCollection): Promise<number> =>
    (await db.select({ n: count() }).from(workspaceDocuments).where(isIn(collection)))[0]?.n ?? 0,
  /** Compares independently of field order. */
  hasBody: async (key: DocumentKey, body: unknown): Promise<boolean> => {
    const same = and(isAt(key), eq(workspaceDocuments.body, asJson(body)))
    return (await db.select({ name: workspaceDocuments.name }).from(workspaceDocuments).where(same)).length === 1
  },
  insert: async ({ at, body, ...key }: Save): Promise<number> => {
    const row = { ...key, body: asJson(body), version: nextVersion, updatedAt: at }
    return versionOf(await db.insert(workspaceDocuments).values(row).returning({ version: workspaceDocuments.version }))
  },
  update: async ({ at, body, ...key }: Save): Promise<number> => {
    const row = { body: asJson(body), version: nextVersion, updatedAt: at }
    return versionOf(await db.update(workspaceDocuments).set(row).where(isAt(key)).returning({ version: workspaceDocuments.version }))
  },
  /** Drawings on the charts that were saved last. */
  drawingsOn: async (userId: string, charts: number): Promise<number> => {
    const { rows } = await db.execute<{ n: number }>(sql`
      select coalesce(sum(n), 0)::int as n from (
        select jsonb_array_length(case when jsonb_typeof(body->'drawings') = 'array' then body->'drawings' else '[]' end) as n
        from workspace_documents where user_id = ${userId}::uuid and kind = 'chart' order by updated_at desc limit ${charts}
      ) charts`)
    return rows[0]?.n ?? 0
  },
  watchlistsOf: async (userId: string): Promise<string[][]> => {
    const isIt = isAt({ userId, kind: 'watchlists', name: ONLY_DOCUMENT })
    const parsed = z.safeParse(
      watchlists,
      (await db.select({ body: workspaceDocuments.body }).from(workspaceDocuments).where(isIt))[0]?.body,
    )
    return parsed.success ? parsed.data.lists.map(({ symbols }) => [...symbols]) : []
  },
  remove: async (key: DocumentKey): Promise<boolean> =>
    (await db.delete(workspaceDocuments).where(isAt(key)).returning({ name: workspaceDocuments.name })).length === 1,
})

function versionOf([row]: readonly { readonly version: number }[]): number {
  if (row === undefined) throw new Error('A document was neither made nor changed.')
  return row.version
}
