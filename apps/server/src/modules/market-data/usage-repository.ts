import { and, eq, lt, sql } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { apiUsage } from '../../db/schema/api-usage.ts'

type Call = { readonly userId: string; readonly day: string; readonly limit: number }

/** Calls a user has made on a UTC day (`2026-01-31`). */
export const usageRepository = (db: Db) => ({
  /** Counts one call unless the day's limit is reached, in one statement. @returns calls so far, or undefined: not counted */
  take: async ({ userId, day, limit }: Call): Promise<number | undefined> => {
    // An insert would count the first call of a day even where none is allowed.
    if (limit < 1) return undefined
    const [row] = await db
      .insert(apiUsage)
      .values({ userId, day, calls: 1 })
      .onConflictDoUpdate({
        target: [apiUsage.userId, apiUsage.day],
        set: { calls: sql`${apiUsage.calls} + 1` },
        setWhere: lt(apiUsage.calls, limit),
      })
      .returning({ calls: apiUsage.calls })
    return row?.calls
  },
  callsOn: async (userId: string, day: string): Promise<number> => {
    const [row] = await db
      .select({ calls: apiUsage.calls })
      .from(apiUsage)
      .where(and(eq(apiUsage.userId, userId), eq(apiUsage.day, day)))
    return row?.calls ?? 0
  },
  deleteBefore: async (day: string): Promise<void> => {
    await db.delete(apiUsage).where(lt(apiUsage.day, day))
  },
})
