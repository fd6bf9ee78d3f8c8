import { type EpochMs, epochMs, HOUR_MS, MINUTE_MS, SECOND_MS } from '@aerie/core/time'
import { backoffMs } from '@aerie/runtime/backoff'
import type { Environment } from '@aerie/upstream/environment'
import { type Cancel, pause } from '@aerie/upstream/timers'
import { failureWords, UpstreamError } from '@aerie/upstream/upstream-error'
import { VenueClock } from '@aerie/upstream/venue-clock'
import type { FeedSink } from './exchange-feed.ts'
import { Pairs } from './pairs.ts'
import type { LiveCoin } from './settings.ts'

const RETRY = { baseMs: 2 * SECOND_MS, capMs: 8 * SECOND_MS, leastMs: 250 }
const LISTINGS_EVERY_MS = 6 * HOUR_MS

/** What every exchange's REST side can tell. */
export type VenueFacts = {
  /** Asks the time, sets the venue's clock by it. */
  tellTime(tries?: number): Promise<void>
  /** Base asset to pair, of what trades against `quote` now. */
  listed(quote: string): Promise<Map<string, string>>
  close(): void
}

/** What the shared life of an adapter needs of it. */
export type FeedLifeDeps = {
  readonly world: Environment
  readonly coins: readonly LiveCoin[]
  readonly quote: string
  /** The listings are known, for the first time. */
  readonly ready: () => void
  /** The set of pairs has changed since. */
  readonly changed: () => void
}

/** What the adapters share: listings that are kept fresh, a start that never gives up, the venue's clock, planned calls. */
export class FeedLife {
  readonly pairs = new Pairs()
  readonly venueClock: VenueClock
  readonly stopped = new AbortController()
  readonly #deps: FeedLifeDeps
  readonly #cancels = new Map<string, Cancel>()
  #facts: VenueFacts | undefined
  #clockAskedAt: EpochMs = epochMs(0)

  constructor(deps: FeedLifeDeps) {
    this.#deps = deps
    this.venueClock = new VenueClock(deps.world.clock, (leadMs) => this.#drifted(leadMs))
  }

  /** Whether the provider answers at all: whoever refuses a question answers. */
  static async probe(facts: VenueFacts): Promise<void> {
    try {
      await facts.tellTime(1)
    } catch (error) {
      if (!(error instanceof UpstreamError) || error.kind !== 'refused') throw error
    }
  }

  /** Listings first, for as long as it takes. */
  async begin(facts: VenueFacts, sink: FeedSink): Promise<void> {
    this.#facts = facts
    for (let attempt = 1; !this.stopped.signal.aborted; attempt += 1) {
      try {
        await this.#tellTime(facts)
        await this.#loadListings(facts)
        this.#deps.ready()
        return
      } catch (error) {
        if (this.stopped.signal.aborted) return
        sink.health({ isUp: false, words: failureWords(error, this.#deps.world.clock.now()) })
        const asked = error instanceof UpstreamError ? (error.retryAfterMs ?? 0) : 0
        const wait = Math.max(asked, backoffMs(attempt, RETRY, this.#deps.world.random))
        await pause(this.#deps.world.timers, wait, this.stopped.signal).catch(() => undefined)
      }
    }
  }

  /** Plans a call; a second plan of the same name replaces the first. */
  later(what: string, ms: number, run: () => void): void {
    this.#cancels.get(what)?.()
    if (!this.stopped.signal.aborted) this.#cancels.set(what, this.#deps.world.timers.after(ms, run))
  }

  stop(): void {
    this.stopped.abort(new UpstreamError('aborted', 'is no longer asked'))
    for (const cancel of this.#cancels.values()) cancel()
    this.#facts?.close()
  }

  /** The offset is worth a question, not the start: events tell it too. */
  async #tellTime(facts: VenueFacts): Promise<void> {
    this.#clockAskedAt = this.#deps.world.clock.now()
    await facts.tellTime(1).catch((error: unknown) => {
      if (error instanceof UpstreamError && (error.kind === 'blocked' || error.kind === 'banned')) throw error
    })
  }

  async #loadListings(facts: VenueFacts): Promise<boolean> {
    const hasChanged = this.pairs.replace(this.#deps.coins, await facts.listed(this.#deps.quote))
    if (this.pairs.all().length === 0) throw new UpstreamError('bad-data', 'lists none of our coins')
    this.later('listings', LISTINGS_EVERY_MS, () => void this.#reloadListings(facts))
    return hasChanged
  }

  /** The last good list stays while the venue does not give a new one. */
  async #reloadListings(facts: VenueFacts): Promise<void> {
    try {
      if (await this.#loadListings(facts)) this.#deps.changed()
    } catch {
      this.later('listings', LISTINGS_EVERY_MS / 12, () => void this.#reloadListings(facts))
    }
  }

  /** The venue's stamps and our idea of its clock differ: asks, and believes a stream that runs ahead of the answer. */
  #drifted(leadMs: number): void {
    const now = this.#deps.world.clock.now()
    if (now - this.#clockAskedAt < MINUTE_MS) {
      if (leadMs > 0 || !this.venueClock.isTold) this.venueClock.adopt(leadMs)
      return
    }
    this.#clockAskedAt = now
    void this.#facts?.tellTime(1).catch(() => this.venueClock.adopt(leadMs))
  }
}
