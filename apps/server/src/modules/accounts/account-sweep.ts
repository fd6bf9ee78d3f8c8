import { type Clock, DAY_MS } from '@aerie/core/time'
import { lte } from 'drizzle-orm'
import type { Database } from '../../db/client.ts'
import { oneTimeCodes } from '../../db/schema/accounts.ts'
import { userRepository } from './details/user-repository.ts'
import type { Limits } from './entitlement/limits.ts'
import { passkeyRepository } from './second-factor/passkey-repository.ts'
import { sessionRepository } from './sessions/session-repository.ts'

const ENDED_SESSIONS_KEPT_MS = 30 * DAY_MS
const ABANDONED_AFTER_MS = 7 * DAY_MS

type Deps = { readonly db: Database; readonly clock: Clock; readonly limits: Limits }

/** Removes what time has made useless: counts, codes, sessions that ended long ago, sign-ups that nobody confirmed. */
export const accountSweep =
  ({ db, clock, limits }: Deps) =>
  async (): Promise<void> => {
    const ago = (ms: number) => new Date(clock.now() - ms)
    await limits.sweep()
    await db.delete(oneTimeCodes).where(lte(oneTimeCodes.expiresAt, ago(0)))
    await passkeyRepository(db).sweepChallenges(ago(0))
    await sessionRepository(db).deleteEndedBefore(ago(ENDED_SESSIONS_KEPT_MS))
    await userRepository(db).deleteAbandoned(ago(ABANDONED_AFTER_MS))
  }
