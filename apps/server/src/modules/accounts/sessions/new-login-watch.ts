import { type Clock, elapsedMs, SECOND_MS } from '@aerie/core/time'
import { listenerSet } from '@aerie/runtime/listener-set'
import { ticker } from '@aerie/runtime/ticker'
import { boundedCache } from '../../../bounded-cache.ts'
import type { Database } from '../../../db/client.ts'
import { newLoginRepository } from './new-login-repository.ts'

const POLL_MS = 2 * SECOND_MS
/** A transaction commits after its clock reading: looks back this much. */
const OVERLAP_MS = 30 * SECOND_MS
/** Forgotten too early, a login is told once more, which its windows know. */
const MAX_TOLD = 50_000

/** Tells of each login from a new device or network, once it is stored, whichever process it was at. */
export const newLoginWatch = ({ db, clock }: { db: Database; clock: Clock }) => {
  const listeners = listenerSet<[userId: string, sessionId: string]>()
  const told = boundedCache<true>({ maxEntries: MAX_TOLD, maxAgeMs: 2 * OVERLAP_MS, now: () => elapsedMs(clock) })
  const poll = async (): Promise<void> => {
    const now = clock.now()
    const found = await newLoginRepository(db).between(new Date(now - OVERLAP_MS), new Date(now + OVERLAP_MS))
    for (const { id, userId } of found) {
      if (told.get(id)) continue
      told.set(id, true)
      listeners.tell(userId, id)
    }
  }
  const polling = ticker(POLL_MS, poll)
  return {
    poll,
    /** Hears of each new login, and again of one that was marked as seen. */
    onNew: listeners.subscribe,
    /** Call it once a mark is stored: the other windows look again. */
    seen: listeners.tell,
    start: polling.start,
    stop: polling.stop,
  }
}

export type NewLoginWatch = ReturnType<typeof newLoginWatch>
