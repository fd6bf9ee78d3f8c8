import { type Clock, elapsedMs, SECOND_MS } from '@aerie/core/time'
import { listenerSet } from '@aerie/runtime/listener-set'
import { ticker } from '@aerie/runtime/ticker'
import { boundedCache } from '../../../platform/bounded-cache.ts'
import type { Db } from '../../../platform/db/client.ts'
import { entitlementStore } from '../entitlement/entitlement-store.ts'

const POLL_MS = 5 * SECOND_MS
/** Transactions commit after their timestamp: polls overlap by this much. */
const OVERLAP_MS = 30 * SECOND_MS

const MAX_REPORTED = 50_000

type Deps = { readonly db: Db; readonly clock: Clock; readonly forgetUser: (userId: string) => void }
/** Reports changed entitlements: immediately for this process, within seconds for others. */
export const accountStatusWatch = ({ db, clock, forgetUser }: Deps) => {
  const listeners = listenerSet<[userId: string]>()
  const reported = boundedCache<number>({ maxEntries: MAX_REPORTED, maxAgeMs: 2 * OVERLAP_MS, now: () => elapsedMs(clock) })
  let from = clock.now()

  const changed = (userId: string, at: number = clock.now()): void => {
    reported.set(userId, at)
    forgetUser(userId)
    listeners.emit(userId)
  }
  const poll = async (): Promise<void> => {
    const now = clock.now()
    // The clock may have been set back.
    const rows = await entitlementStore(db).changedSince(new Date(Math.min(from, now) - OVERLAP_MS))
    from = now
    for (const { id, at } of rows) if (at.getTime() > (reported.get(id) ?? 0)) changed(id, at.getTime())
  }
  const polling = ticker(POLL_MS, poll)
  return {
    changed,
    poll,
    onChanged: listeners.subscribe,
    start: polling.start,
    stop: polling.stop,
  }
}
