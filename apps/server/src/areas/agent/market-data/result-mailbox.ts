import { type Clock, elapsedMs, MINUTE_MS } from '@aerie/core/time'
import type { MarketDataMessage } from '@aerie/wire/market/market-data'
import { type BoundedCache, boundedCache } from '../../../platform/bounded-cache.ts'
import type { Claims } from '../../../platform/sockets/admission.ts'

export const KEPT_MS = MINUTE_MS
/** Per session. A history of 90 days has 60 kB. */
export const LIMITS_PER_SESSION = { messages: 200, characters: 512 * 1024 } as const
export const KEPT_BYTES = 32 * 1024 * 1024
const KEPT_SESSIONS = 5_000

type StoredResult = { readonly message: MarketDataMessage; readonly characters: number; readonly until: number }

type Deps = {
  readonly clock: Clock
  readonly emit: (session: Claims, message: MarketDataMessage) => boolean
}

export class ResultMailbox {
  readonly #deps: Deps
  readonly #results: BoundedCache<readonly StoredResult[]>

  constructor(deps: Deps) {
    this.#deps = deps
    this.#results = boundedCache({ maxEntries: KEPT_SESSIONS, maxBytes: KEPT_BYTES, maxAgeMs: KEPT_MS, now: () => elapsedMs(deps.clock) })
  }

  deliver(session: Claims, message: MarketDataMessage): void {
    if (this.#deps.emit(session, message)) return
    const entry = { message, characters: JSON.stringify(message).length, until: elapsedMs(this.#deps.clock) + KEPT_MS }
    const kept = newestWithin([...this.#fresh(session.sid), entry].slice(-LIMITS_PER_SESSION.messages), LIMITS_PER_SESSION.characters)
    this.#results.set(session.sid, kept, charactersOf(kept))
  }

  /** Stored results for a newly connected session; returned once. */
  collect(sid: string): MarketDataMessage[] {
    const kept = this.#fresh(sid)
    this.#results.delete(sid)
    return kept.map(({ message }) => message)
  }

  sweep(): void {
    this.#results.sweep()
  }

  size(): number {
    return this.#results.size()
  }

  bytes(): number {
    return this.#results.bytes()
  }

  #fresh(sid: string): readonly StoredResult[] {
    const now = elapsedMs(this.#deps.clock)
    return (this.#results.get(sid) ?? []).filter(({ until }) => until > now)
  }
}

const charactersOf = (kept: readonly StoredResult[]): number => kept.reduce((sum, { characters }) => sum + characters, 0)

/** The newest that fit within the limit, always including the latest. */
function newestWithin(kept: readonly StoredResult[], limit: number): readonly StoredResult[] {
  let first = 0
  for (let sum = charactersOf(kept); sum > limit && first < kept.length - 1; first += 1) sum -= kept[first]?.characters ?? 0
  return kept.slice(first)
}
