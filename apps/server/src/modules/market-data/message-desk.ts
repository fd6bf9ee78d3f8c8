import { type Clock, MINUTE_MS } from '@aerie/core/time'
import type { MarketDataMessage } from '@aerie/wire/market-data'

/** A result that finds no socket of its session is kept this long. */
export const KEPT_MS = MINUTE_MS
/** Kept for one session: more than a client that comes back could want. */
const KEPT_PER_SESSION = 200

type Kept = { readonly message: MarketDataMessage; readonly until: number }

type Deps = {
  readonly clock: Clock
  /** Tells the sockets of a session. Whether there was any. */
  readonly tell: (sessionId: string, message: MarketDataMessage) => boolean
}

/** Results on their way to the sockets of the session that asked. */
export class MessageDesk {
  readonly #deps: Deps
  readonly #kept = new Map<string, Kept[]>()

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** Delivers a result now, or keeps it for a socket that comes within a minute. */
  deliver(sessionId: string, message: MarketDataMessage): void {
    if (this.#deps.tell(sessionId, message)) return
    const kept = [...(this.#kept.get(sessionId) ?? []), { message, until: this.#deps.clock.now() + KEPT_MS }]
    this.#kept.set(sessionId, kept.slice(-KEPT_PER_SESSION))
  }

  /** What waits for a session that has just connected; it is handed out once. */
  collect(sessionId: string): MarketDataMessage[] {
    const now = this.#deps.clock.now()
    const kept = this.#kept.get(sessionId) ?? []
    this.#kept.delete(sessionId)
    return kept.filter(({ until }) => until > now).map(({ message }) => message)
  }

  /** Forgets what nobody came for. */
  sweep(): void {
    const now = this.#deps.clock.now()
    for (const [sessionId, kept] of this.#kept) if (kept.every(({ until }) => until <= now)) this.#kept.delete(sessionId)
  }

  size(): number {
    return this.#kept.size
  }
}
