import { type Clock, elapsedMs, SECOND_MS } from '@aerie/core/time'
import { listenerSet } from '@aerie/runtime/listener-set'
import { ticker } from '@aerie/runtime/ticker'
import { boundedCache } from '../../../platform/bounded-cache.ts'
import type { Database } from '../../../platform/db/client.ts'
import { newLoginRepository } from './new-login-repository.ts'

const POLL_MS = 2 * SECOND_MS
/** Transactions commit after their timestamp: polls overlap by this much. */
const OVERLAP_MS = 30 * SECOND_MS
/** An early eviction only repeats a notification, which windows deduplicate. */
const MAX_NOTIFIED = 50_000

export const newLoginWatch = ({ db, clock }: { db: Database; clock: Clock }) => {
  const listeners = listenerSet<[userId: string, sessionId: string]>()
  const notified = boundedCache<true>({ maxEntries: MAX_NOTIFIED, maxAgeMs: 2 * OVERLAP_MS, now: () => elapsedMs(clock) })
  const poll = async (): Promise<void> => {
    const now = clock.now()
    const found = await newLoginRepository(db).between(new Date(now - OVERLAP_MS), new Date(now + OVERLAP_MS))
    for (const { id, userId } of found) {
      if (notified.get(id)) continue
      notified.set(id, true)
      listeners.emit(userId, id)
    }
  }
  const polling = ticker(POLL_MS, poll)
  return {
    poll,
    onNew: listeners.subscribe,
    seen: listeners.emit,
    start: polling.start,
    stop: polling.stop,
  }
}

export type NewLoginWatch = ReturnType<typeof newLoginWatch>
