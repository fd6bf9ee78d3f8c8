import { type Clock, MINUTE_MS } from '@aerie/core/time'
import type { MarketDataMessage } from '@aerie/wire/market-data'
import type { Claims } from '../../sockets/admission.ts'

/** A result that finds no socket of its session is kept this long. */
export const KEPT_MS = MINUTE_MS
/** Kept for one session: more than a client that comes back could want. A history of 90 days has 60 kB. */
export const KEPT_PER_SESSION = { messages: 200, characters: 512 * 1024 } as const
/** Kept for all sessions together; what is oldest goes. */
export const KEPT_CHARACTERS = 32 * 1024 * 1024

type Kept = { readonly message: MarketDataMessage; readonly characters: number; readonly until: number }

type Deps = {
  readonly clock: Clock
  /** Tells the sockets of a session. Whether there was any. */
  readonly tell: (session: Claims, message: MarketDataMessage) => boolean
}

/** Results on their way to the sockets of the session that asked. */
export class MessageDesk {
  readonly #deps: Deps
  readonly #kept = new Map<string, readonly Kept[]>()
  #characters = 0

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** Delivers a result now, or keeps it for a socket that comes within a minute. */
  deliver(session: Claims, message: MarketDataMessage): void {
    if (this.#deps.tell(session, message)) return
    const { sid } = session
    const entry = { message, characters: JSON.stringify(message).length, until: this.#deps.clock.now() + KEPT_MS }
    const kept = [...this.#forget(sid), entry].slice(-KEPT_PER_SESSION.messages)
    let first = 0
    for (let sum = charactersOf(kept); sum > KEPT_PER_SESSION.characters && first < kept.length - 1; first += 1)
      sum -= kept[first]?.characters ?? 0
    this.#keep(sid, kept.slice(first))
    // The session that was kept for last is the last to go.
    for (const oldest of this.#kept.keys()) {
      if (this.#characters <= KEPT_CHARACTERS) break
      this.#forget(oldest)
    }
  }

  /** What waits for a session that has just connected; it is handed out once. */
  collect(sid: string): MarketDataMessage[] {
    const now = this.#deps.clock.now()
    return this.#forget(sid)
      .filter(({ until }) => until > now)
      .map(({ message }) => message)
  }

  /** Forgets what nobody came for. */
  sweep(): void {
    const now = this.#deps.clock.now()
    for (const [sid, kept] of this.#kept) if (kept.every(({ until }) => until <= now)) this.#forget(sid)
  }

  size(): number {
    return this.#kept.size
  }

  /** Characters of all that is kept. */
  characters(): number {
    return this.#characters
  }

  #keep(sid: string, kept: readonly Kept[]): void {
    this.#kept.set(sid, kept)
    this.#characters += charactersOf(kept)
  }

  #forget(sid: string): readonly Kept[] {
    const kept = this.#kept.get(sid) ?? []
    this.#kept.delete(sid)
    this.#characters -= charactersOf(kept)
    return kept
  }
}

const charactersOf = (kept: readonly Kept[]): number => kept.reduce((sum, { characters }) => sum + characters, 0)
