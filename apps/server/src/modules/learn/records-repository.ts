import { ONLY_DOCUMENT } from '@aerie/wire/workspace/document'
import { watchlists } from '@aerie/wire/workspace/workspace'
import { and, count, desc, eq, isNotNull, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { Db } from '../../db/client.ts'
import { wallets } from '../../db/schema/accounts.ts'
import { alerts } from '../../db/schema/alerts.ts'
import { journalNotes } from '../../db/schema/journal.ts'
import { workspaceDocuments } from '../../db/schema/workspace.ts'

/** Newest charts and notes that are looked at. */
const CHARTS = 20
const NOTES = 50

const documents = workspaceDocuments

/** What users keep, counted: the tasks of lessons ask for no more. */
export const recordsRepository = (db: Db) => ({
  /** Drawings on the charts that were saved last. */
  drawings: async (userId: string): Promise<number> => {
    const { rows } = await db.execute<{ n: number }>(sql`
      select coalesce(sum(n), 0)::int as n from (
        select jsonb_array_length(case when jsonb_typeof(body->'drawings') = 'array' then body->'drawings' else '[]' end) as n
        from workspace_documents where user_id = ${userId}::uuid and kind = 'chart' order by updated_at desc limit ${CHARTS}
      ) charts`)
    return rows[0]?.n ?? 0
  },
  alertKinds: async (userId: string): Promise<string[]> =>
    (await db.selectDistinct({ kind: alerts.kind }).from(alerts).where(eq(alerts.userId, userId))).map(({ kind }) => kind),
  /** Coins on the watchlist that has the most of them; what no coin is called does not count. */
  watched: async (userId: string, isCoin: (symbol: string) => boolean): Promise<number> => {
    const isIt = and(eq(documents.userId, userId), eq(documents.kind, 'watchlists'), eq(documents.name, ONLY_DOCUMENT))
    const parsed = z.safeParse(watchlists, (await db.select({ body: documents.body }).from(documents).where(isIt))[0]?.body)
    return parsed.success ? Math.max(0, ...parsed.data.lists.map(({ symbols }) => symbols.filter(isCoin).length)) : 0
  },
  wallets: async (userId: string): Promise<number> =>
    (await db.select({ n: count() }).from(wallets).where(eq(wallets.userId, userId)))[0]?.n ?? 0,
  /** Characters of the newest notes on trades that have a rating. */
  ratedNotes: async (userId: string): Promise<number[]> => {
    const rows = await db
      .select({ characters: sql<number>`char_length(btrim(regexp_replace(${journalNotes.note}, '[[:space:]]+', ' ', 'g')))` })
      .from(journalNotes)
      .where(and(eq(journalNotes.userId, userId), isNotNull(journalNotes.rating)))
      .orderBy(desc(journalNotes.updatedAt))
      .limit(NOTES)
    return rows.map(({ characters }) => characters)
  },
})
