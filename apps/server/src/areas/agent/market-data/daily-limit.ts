import { type Clock, DAY_MS } from '@aerie/core/time'
import { and, eq, lt, sql } from 'drizzle-orm'
import type { Db } from '../../../platform/db/client.ts'
import { apiUsage } from '../../../platform/db/schema/api-usage.ts'
import { type Caller, entitlements } from '../../account/index.ts'

const KEPT_DAYS = 90

/** `isTaken` false: rejected and not counted. */
export type DayUse = {
  readonly isTaken: boolean
  readonly limit: number
  readonly remaining: number
  /** To the next UTC midnight. */
  readonly resetSeconds: number
}

export const dailyLimit = ({ db, clock }: { readonly db: Db; readonly clock: Clock }) => {
  const usage = usageRepository(db)
  const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10)
  return {
    take: async ({ user, accountStatus }: Pick<Caller, 'user' | 'accountStatus'>): Promise<DayUse> => {
      const now = clock.now()
      const limit = entitlements(accountStatus).dailyCalls
      const calls = await usage.take({ userId: user.user_id, day: dayOf(now), limit })
      const resetSeconds = Math.ceil((DAY_MS - (now % DAY_MS)) / 1000)
      return { isTaken: calls !== undefined, limit, remaining: Math.max(0, limit - (calls ?? limit)), resetSeconds }
    },
    sweep: () => usage.deleteBefore(dayOf(clock.now() - KEPT_DAYS * DAY_MS)),
  }
}

export type DailyLimit = ReturnType<typeof dailyLimit>

type Call = { readonly userId: string; readonly day: string; readonly limit: number }

const usageRepository = (db: Db) => ({
  /** Counts a call atomically within the limit. @returns calls so far, or undefined if not counted */
  take: async ({ userId, day, limit }: Call): Promise<number | undefined> => {
    // The insert would count a day's first call even if none is allowed.
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
