import { type Clock, SECOND_MS } from '@aerie/core/time'
import type { Database } from '../../db/client.ts'
import { type LiveSession, sessionRepository } from './session-repository.ts'

/** What is known of a live session is asked again after this. */
export const SESSION_CACHE_MS = 5 * SECOND_MS
/** How often the sessions that another process (the operator's command line) has ended are looked up. */
const POLL_MS = 2 * SECOND_MS
/** A transaction commits after its clock reading: looks back this much further than the last poll. */
const POLL_OVERLAP_MS = 30 * SECOND_MS
const MAX_CACHED = 20_000

type Listener = (sessionId: string) => void

/** Knows which sessions live: from memory for five seconds at most, and never one that this process has seen end. */
export const sessionWatch = ({ db, clock }: { db: Database; clock: Clock }) => {
  const cache = new Map<string, { readonly session: LiveSession; readonly readAt: number }>()
  const listeners = new Set<Listener>()
  /** Rises with every end: a look-up that was under way meanwhile may be of before, and is not kept. */
  let ends = 0
  let timer: NodeJS.Timeout | undefined
  /** Ends already told of, and when to forget them. */
  const told = new Map<string, number>()

  const announce = (ids: readonly string[]): void => {
    if (ids.length === 0) return
    ends += 1
    const forgetAt = clock.now() + 2 * POLL_OVERLAP_MS
    for (const id of ids) {
      cache.delete(id)
      if (told.has(id)) continue
      told.set(id, forgetAt)
      for (const listener of listeners) listener(id)
    }
  }

  const find = async (id: string): Promise<LiveSession | undefined> => {
    const known = cache.get(id)
    const now = clock.now()
    if (known !== undefined && now - known.readAt < SESSION_CACHE_MS && known.session.session.expiresAt.getTime() > now)
      return known.session
    const endsBefore = ends
    const session = await sessionRepository(db).findLive(id, new Date(now))
    if (session === undefined || ends !== endsBefore) {
      cache.delete(id)
      return session
    }
    if (cache.size >= MAX_CACHED) cache.clear()
    cache.set(id, { session, readAt: now })
    return session
  }

  const poll = async (): Promise<void> => {
    const now = clock.now()
    for (const [id, forgetAt] of told) if (forgetAt <= now) told.delete(id)
    announce(await sessionRepository(db).revokedSince(new Date(now - POLL_OVERLAP_MS)))
  }

  return {
    find,
    announce,
    poll,
    onRevoked: (listener: Listener): (() => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    forgetUser: (userId: string): void => {
      ends += 1
      for (const [id, { session }] of cache) if (session.user.id === userId) cache.delete(id)
    },
    start: (onError: (error: unknown) => void): void => {
      timer ??= setInterval(() => void poll().catch(onError), POLL_MS).unref()
    },
    stop: (): void => {
      clearInterval(timer)
      timer = undefined
    },
  }
}
