import { type Clock, elapsedMs, MINUTE_MS } from '@aerie/core/time'
import { type MarketDataMessage, marketDataMessage } from '@aerie/wire/market/market-data'
import * as z from 'zod/mini'
import { type BoundedCache, boundedCache } from '../../../platform/bounded-cache.ts'
import type { Bus } from '../../../platform/bus/bus.ts'
import type { Claims } from '../../../platform/sockets/admission.ts'

export const KEPT_MS = MINUTE_MS
/** Per session. A history of 90 days has 60 kB. */
export const LIMITS_PER_SESSION = { messages: 200, characters: 512 * 1024 } as const
export const KEPT_BYTES = 32 * 1024 * 1024
const KEPT_SESSIONS = 5_000

type StoredResult = { readonly message: MarketDataMessage; readonly characters: number; readonly until: number }

const CHANNEL = 'results'
const session = z.object({ user_id: z.string(), sid: z.string() })
const relayed = z.union([
  z.object({ session, message: marketDataMessage }),
  z.object({ session, delivered: z.uuid() }),
  z.object({ session, isWanted: z.literal(true) }),
])
type Relayed = z.output<typeof relayed>

type Deps = {
  readonly clock: Clock
  readonly bus: Pick<Bus, 'publish' | 'subscribe'>
  /** Sends to the sockets of a session at this process. @returns whether it has any */
  readonly emit: (session: Claims, message: MarketDataMessage) => boolean
}

/**
 * Sends results to all sockets of the session that asked, at any process. A result that no socket has received is kept for a minute by the
 * process that computed it, and sent when the session connects. A socket may receive a result twice: clients go by `message_id`.
 */
export class ResultMailbox {
  readonly #deps: Deps
  readonly #results: BoundedCache<readonly StoredResult[]>

  constructor(deps: Deps) {
    this.#deps = deps
    this.#results = boundedCache({ maxEntries: KEPT_SESSIONS, maxBytes: KEPT_BYTES, maxAgeMs: KEPT_MS, now: () => elapsedMs(deps.clock) })
    deps.bus.subscribe(CHANNEL, (body) => this.#take(relayed.parse(body)))
  }

  deliver(session: Claims, message: MarketDataMessage): void {
    const { emit } = this.#deps
    if (!emit(session, message)) {
      const entry = { message, characters: JSON.stringify(message).length, until: elapsedMs(this.#deps.clock) + KEPT_MS }
      this.#keep(session.sid, [...this.#fresh(session.sid), entry].slice(-LIMITS_PER_SESSION.messages))
    }
    this.#publish({ session, message })
  }

  /** Stored results for a newly connected session; returned once. Other processes send theirs. */
  collect(session: Claims): MarketDataMessage[] {
    const kept = this.#fresh(session.sid)
    this.#results.delete(session.sid)
    this.#publish({ session, isWanted: true })
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

  #take(received: Relayed): void {
    const { session } = received
    if ('message' in received) {
      const { message } = received
      if (this.#deps.emit(session, message)) this.#publish({ session, delivered: message.message_id })
    } else if ('delivered' in received) {
      const kept = this.#fresh(session.sid).filter(({ message }) => message.message_id !== received.delivered)
      this.#keep(session.sid, kept)
    } else for (const { message } of this.#fresh(session.sid)) this.#publish({ session, message })
  }

  #publish(message: Relayed): void {
    this.#deps.bus.publish(CHANNEL, message)
  }

  #keep(sid: string, results: readonly StoredResult[]): void {
    const kept = newestWithin(results, LIMITS_PER_SESSION.characters)
    if (kept.length === 0) this.#results.delete(sid)
    else this.#results.set(sid, kept, charactersOf(kept))
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
