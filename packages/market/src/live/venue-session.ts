import { type EpochMs, epochMs, HOUR_MS, MINUTE_MS, SECOND_MS } from '@aerie/core/time'
import { backoffMs } from '@aerie/runtime/backoff'
import type { Environment } from '@aerie/upstream/environment'
import { type Cancel, pause } from '@aerie/upstream/timers'
import { failureWords, UpstreamError } from '@aerie/upstream/upstream-error'
import { VenueClock } from '@aerie/upstream/venue-clock'
import type { FeedSink } from './exchange-feed.ts'
import { Pairs } from './pairs.ts'
import type { LiveCoin } from './settings.ts'
import type { VenueRest } from './venue-api.ts'

const RETRY = { baseMs: 2 * SECOND_MS, capMs: 8 * SECOND_MS, leastMs: 250 }
const LISTINGS_EVERY_MS = 6 * HOUR_MS

/** What a session needs. */
export type VenueSessionDeps = {
  readonly env: Environment
  readonly coins: readonly LiveCoin[]
  readonly quote: string
  /** The listings are known, for the first time. */
  readonly ready: () => void
  /** The set of pairs has changed since. */
  readonly changed: () => void
}

/** An exchange while it is in use: listings that are kept fresh, a start that never gives up, its clock, planned calls. */
export class VenueSession {
  readonly pairs = new Pairs()
  readonly venueClock: VenueClock
  readonly stopped = new AbortController()
  readonly #deps: VenueSessionDeps
  readonly #cancels = new Map<string, Cancel>()
  #rest: VenueRest | undefined
  #clockAskedAt: EpochMs = epochMs(0)

  constructor(deps: VenueSessionDeps) {
    this.#deps = deps
    this.venueClock = new VenueClock(deps.env.clock, (leadMs) => this.#drifted(leadMs))
  }

  /** Listings first, for as long as it takes. */
  async begin(rest: VenueRest, sink: FeedSink): Promise<void> {
    this.#rest = rest
    for (let attempt = 1; !this.stopped.signal.aborted; attempt += 1) {
      try {
        await this.#tellTime(rest)
        await this.#loadListings(rest)
        this.#deps.ready()
        return
      } catch (error) {
        if (this.stopped.signal.aborted) return
        sink.health({ isUp: false, words: failureWords(error, this.#deps.env.clock.now()) })
        const asked = error instanceof UpstreamError ? (error.retryAfterMs ?? 0) : 0
        const wait = Math.max(asked, backoffMs(attempt, RETRY, this.#deps.env.random))
        await pause(this.#deps.env.timers, wait, this.stopped.signal).catch(() => undefined)
      }
    }
  }

  /** Plans a call; a second plan of the same name replaces the first. */
  later(what: string, ms: number, run: () => void): void {
    this.#cancels.get(what)?.()
    if (!this.stopped.signal.aborted) this.#cancels.set(what, this.#deps.env.timers.after(ms, run))
  }

  stop(): void {
    this.stopped.abort(new UpstreamError('aborted', 'is no longer asked'))
    for (const cancel of this.#cancels.values()) cancel()
    this.#rest?.api.close()
  }

  /** The offset is worth a question, not the start: events tell it too. */
  async #tellTime(rest: VenueRest): Promise<void> {
    this.#clockAskedAt = this.#deps.env.clock.now()
    await rest.api.tellTime(1).catch((error: unknown) => {
      if (error instanceof UpstreamError && (error.kind === 'blocked' || error.kind === 'banned')) throw error
    })
  }

  async #loadListings(rest: VenueRest): Promise<boolean> {
    const hasChanged = this.pairs.replace(this.#deps.coins, await rest.listed(this.#deps.quote))
    if (this.pairs.all().length === 0) throw new UpstreamError('bad-data', 'lists none of our coins')
    this.later('listings', LISTINGS_EVERY_MS, () => void this.#reloadListings(rest))
    return hasChanged
  }

  /** The last good list stays while the venue does not give a new one. */
  async #reloadListings(rest: VenueRest): Promise<void> {
    try {
      if (await this.#loadListings(rest)) this.#deps.changed()
    } catch {
      this.later('listings', LISTINGS_EVERY_MS / 12, () => void this.#reloadListings(rest))
    }
  }

  /** The venue's stamps and our idea of its clock differ: asks, and believes a stream that runs ahead of the answer. */
  #drifted(leadMs: number): void {
    const now = this.#deps.env.clock.now()
    if (now - this.#clockAskedAt < MINUTE_MS) {
      if (leadMs > 0 || !this.venueClock.isTold) this.venueClock.adopt(leadMs)
      return
    }
    this.#clockAskedAt = now
    void this.#rest?.api.tellTime(1).catch(() => this.venueClock.adopt(leadMs))
  }
}
