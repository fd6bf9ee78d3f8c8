import { type Clock, DAY_MS } from '@aerie/core/time'
import type { Db } from '../../db/client.ts'
import { entitlements } from '../accounts/entitlement/entitlements.ts'
import type { Caller } from '../accounts/sessions/session-service.ts'
import { usageRepository } from './usage-repository.ts'

/** Counted days are kept this long. */
const KEPT_DAYS = 90

/** The state of a caller's day after a call. `isTaken` false: refused and not counted. */
export type DayUse = {
  readonly isTaken: boolean
  readonly limit: number
  readonly remaining: number
  /** To the next UTC midnight. */
  readonly resetSeconds: number
}

/** The daily limit of the market-data calls: exact however many come at once, for a UTC day. */
export const dailyLimit = ({ db, clock }: { readonly db: Db; readonly clock: Clock }) => {
  const usage = usageRepository(db)
  const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10)
  return {
    take: async ({ user, standing }: Pick<Caller, 'user' | 'standing'>): Promise<DayUse> => {
      const now = clock.now()
      const limit = entitlements(standing).dailyCalls
      const calls = await usage.take({ userId: user.user_id, day: dayOf(now), limit })
      const resetSeconds = Math.ceil((DAY_MS - (now % DAY_MS)) / 1000)
      return { isTaken: calls !== undefined, limit, remaining: Math.max(0, limit - (calls ?? limit)), resetSeconds }
    },
    sweep: () => usage.deleteBefore(dayOf(clock.now() - KEPT_DAYS * DAY_MS)),
  }
}

export type DailyLimit = ReturnType<typeof dailyLimit>
