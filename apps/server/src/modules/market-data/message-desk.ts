import { type Clock, MINUTE_MS } from '@aerie/core/time'
import type { MarketDataMessage } from '@aerie/wire/market-data'
import { type BoundedCache, boundedCache } from '../../bounded-cache.ts'

/** A result that finds no socket of its session is kept this long. */
export const KEPT_MS = MINUTE_MS
/** Kept for one session: more than a client that comes back could want. */
const KEPT_PER_SESSION = 200
const KEPT_SESSIONS = 5_000
const KEPT_BYTES = 32 * 1024 * 1024

type Kept = { readonly message: MarketDataMessage; readonly until: number; readonly bytes: number }

type Deps = {
  readonly clock: Clock
  /** Tells the sockets of a session. Whether there was any. */
  readonly tell: (sessionId: string, message: MarketDataMessage) => boolean
}

/** Results on their way to the sockets of the session that asked. */
export class MessageDesk {
  readonly #deps: Deps
  readonly #kept: BoundedCache<Kept[]>

  constructor(deps: Deps) {
    this.#deps = deps
    this.#kept = boundedCache({ maxEntries: KEPT_SESSIONS, maxBytes: KEPT_BYTES, maxAgeMs: KEPT_MS, now: () => deps.clock.now() })
  }

  /** Delivers a result now, or keeps it for a socket that comes within a minute. */
  deliver(sessionId: string, message: MarketDataMessage): void {
    if (this.#deps.tell(sessionId, message)) return
    const now = this.#deps.clock.now()
    const fresh = { message, until: now + KEPT_MS, bytes: JSON.stringify(message).length }
    const kept = [...this.#fresh(sessionId), fresh].slice(-KEPT_PER_SESSION)
    const bytes = kept.reduce((sum, each) => sum + each.bytes, 0)
    this.#kept.set(sessionId, kept, bytes)
  }

  /** What waits for a session that has just connected; it is handed out once. */
  collect(sessionId: string): MarketDataMessage[] {
    const kept = this.#fresh(sessionId)
    this.#kept.delete(sessionId)
    return kept.map(({ message }) => message)
  }

  /** Forgets what nobody came for. */
  sweep(): void {
    this.#kept.sweep()
  }

  size(): number {
    return this.#kept.size()
  }

  #fresh(sessionId: string): Kept[] {
    const now = this.#deps.clock.now()
    return (this.#kept.get(sessionId) ?? []).filter(({ until }) => until > now)
  }
}
