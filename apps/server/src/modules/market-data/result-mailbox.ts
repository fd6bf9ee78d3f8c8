import { type Clock, elapsedMs, MINUTE_MS } from '@aerie/core/time'
import type { MarketDataMessage } from '@aerie/wire/market/market-data'
import { type BoundedCache, boundedCache } from '../../bounded-cache.ts'
import type { Claims } from '../../sockets/admission.ts'

/** A result that finds no socket of its session is kept this long. */
export const KEPT_MS = MINUTE_MS
/** Kept for one session: more than a client that comes back could want. A history of 90 days has 60 kB. */
export const LIMITS_PER_SESSION = { messages: 200, characters: 512 * 1024 } as const
/** Kept for all sessions together; what is oldest goes. */
export const KEPT_BYTES = 32 * 1024 * 1024
const KEPT_SESSIONS = 5_000

type StoredResult = { readonly message: MarketDataMessage; readonly characters: number; readonly until: number }

type Deps = {
  readonly clock: Clock
  /** Tells the sockets of a session. Whether there was any. */
  readonly tell: (session: Claims, message: MarketDataMessage) => boolean
}

/** Results on their way to the sockets of the session that asked. */
export class ResultMailbox {
  readonly #deps: Deps
  readonly #results: BoundedCache<readonly StoredResult[]>

  constructor(deps: Deps) {
    this.#deps = deps
    this.#results = boundedCache({ maxEntries: KEPT_SESSIONS, maxBytes: KEPT_BYTES, maxAgeMs: KEPT_MS, now: () => elapsedMs(deps.clock) })
  }

  /** Delivers a result now, or keeps it for a socket that comes within a minute. */
  deliver(session: Claims, message: MarketDataMessage): void {
    if (this.#deps.tell(session, message)) return
    const entry = { message, characters: JSON.stringify(message).length, until: elapsedMs(this.#deps.clock) + KEPT_MS }
    const kept = newestWithin([...this.#fresh(session.sid), entry].slice(-LIMITS_PER_SESSION.messages), LIMITS_PER_SESSION.characters)
    this.#results.set(session.sid, kept, charactersOf(kept))
  }

  /** What waits for a session that has just connected; it is handed out once. */
  collect(sid: string): MarketDataMessage[] {
    const kept = this.#fresh(sid)
    this.#results.delete(sid)
    return kept.map(({ message }) => message)
  }

  /** Forgets what nobody came for. */
  sweep(): void {
    this.#results.sweep()
  }

  /** Sessions that something is kept for. */
  size(): number {
    return this.#results.size()
  }

  /** Memory of all that is kept, roughly. */
  bytes(): number {
    return this.#results.bytes()
  }

  #fresh(sid: string): readonly StoredResult[] {
    const now = elapsedMs(this.#deps.clock)
    return (this.#results.get(sid) ?? []).filter(({ until }) => until > now)
  }
}

const charactersOf = (kept: readonly StoredResult[]): number => kept.reduce((sum, { characters }) => sum + characters, 0)

/** The newest that fit together; the very newest always. */
function newestWithin(kept: readonly StoredResult[], limit: number): readonly StoredResult[] {
  let first = 0
  for (let sum = charactersOf(kept); sum > limit && first < kept.length - 1; first += 1) sum -= kept[first]?.characters ?? 0
  return kept.slice(first)
}
