import { and, eq } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { savedCharts } from '../../db/schema/charts.ts'

type Owner = { readonly userId: string; readonly symbol: string }
type Save = Owner & { readonly settings: unknown; readonly at: Date }

const isOf = ({ userId, symbol }: Owner) => and(eq(savedCharts.userId, userId), eq(savedCharts.symbol, symbol))

/** Saved charts. Each write is one statement that does nothing when another save came first. */
export const chartRepository = (db: Db) => ({
  find: async (owner: Owner) => (await db.select().from(savedCharts).where(isOf(owner)))[0],
  /** The first save. @returns whether there was none before */
  insert: async ({ at, ...row }: Save): Promise<boolean> => {
    const inserted = await db
      .insert(savedCharts)
      .values({ ...row, version: 1, updatedAt: at })
      .onConflictDoNothing()
      .returning({ version: savedCharts.version })
    return inserted.length === 1
  },
  /** Replaces `version` by the next. @returns whether it was still the newest */
  update: async ({ version, settings, at, ...owner }: Save & { readonly version: number }): Promise<boolean> => {
    const updated = await db
      .update(savedCharts)
      .set({ settings, version: version + 1, updatedAt: at })
      .where(and(isOf(owner), eq(savedCharts.version, version)))
      .returning({ version: savedCharts.version })
    return updated.length === 1
  },
})
