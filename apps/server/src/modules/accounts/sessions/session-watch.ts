import { type Clock, elapsedMs, SECOND_MS } from '@aerie/core/time'
import { listenerSet } from '@aerie/runtime/listener-set'
import { ticker } from '@aerie/runtime/ticker'
import { boundedCache } from '../../../bounded-cache.ts'
import type { Database } from '../../../db/client.ts'
import { type LiveSession, sessionRepository } from './session-repository.ts'

/** What is known of a live session is asked again after this. */
export const SESSION_CACHE_MS = 5 * SECOND_MS
/** How often the sessions that another process (the operator's command line) has ended are looked up. */
const POLL_MS = 2 * SECOND_MS
/** A transaction commits after its clock reading: looks back this much further than the last poll. */
const POLL_OVERLAP_MS = 30 * SECOND_MS
const MAX_CACHED = 20_000
/** Forgotten too early, an end is told of once more, which does nothing. */
const MAX_TOLD = 50_000

/** Knows which sessions live: from memory for five seconds at most, and never one that this process has seen end. */
export const sessionWatch = ({ db, clock }: { db: Database; clock: Clock }) => {
  const now = () => clock.now()
  const elapsed = () => elapsedMs(clock)
  const cache = boundedCache<LiveSession>({ maxEntries: MAX_CACHED, maxAgeMs: SESSION_CACHE_MS, now: elapsed })
  const listeners = listenerSet<[sessionId: string]>()
  /** Rises with every end: a look-up that was under way meanwhile may be of before, and is not kept. */
  let ends = 0
  /** Ends already told of. */
  const told = boundedCache<true>({ maxEntries: MAX_TOLD, maxAgeMs: 2 * POLL_OVERLAP_MS, now: elapsed })

  const announce = (ids: readonly string[]): void => {
    if (ids.length === 0) return
    ends += 1
    for (const id of ids) {
      cache.delete(id)
      if (told.get(id)) continue
      told.set(id, true)
      listeners.tell(id)
    }
  }

  const find = async (id: string): Promise<LiveSession | undefined> => {
    const known = cache.get(id)
    const at = now()
    if (known !== undefined && known.session.expiresAt.getTime() > at) return known
    const endsBefore = ends
    const session = await sessionRepository(db).findLive(id, new Date(at))
    if (session === undefined || ends !== endsBefore) {
      cache.delete(id)
      return session
    }
    cache.set(id, session)
    return session
  }

  const poll = async (): Promise<void> => {
    announce(await sessionRepository(db).revokedSince(new Date(now() - POLL_OVERLAP_MS)))
  }
  const polling = ticker(POLL_MS, poll)

  return {
    find,
    announce,
    poll,
    onRevoked: listeners.subscribe,
    forgetUser: (userId: string): void => {
      ends += 1
      cache.deleteWhere(({ user }) => user.id === userId)
    },
    start: polling.start,
    stop: polling.stop,
  }
}
