import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@aerie/core/time'
import { backoffMs } from '@aerie/runtime/backoff'
import type { Environment } from '@aerie/upstream/environment'
import { type Cancel, pause } from '@aerie/upstream/timers'
import { failureText, UpstreamError } from '@aerie/upstream/upstream-error'
import { type ClockJump, VenueClock } from '@aerie/upstream/venue-clock'
import type { FeedSink } from './exchange-feed.ts'
import { Pairs } from './pairs.ts'
import type { LiveCoin } from './settings.ts'
import type { VenueRest } from './venue-api.ts'

const RETRY = { baseMs: 2 * SECOND_MS, capMs: 8 * SECOND_MS, leastMs: 250 }
const LISTINGS_EVERY_MS = 6 * HOUR_MS

/** Two clocks drift apart by at most 60 ms in this time. */
const MEASURE_EVERY_MS = 10 * MINUTE_MS
/** Minimum interval between measurements triggered by drift or a reconnect. */
const MEASURE_AGAIN_MS = 10 * SECOND_MS
const WATCH_EVERY_MS = SECOND_MS

/** Dependencies of {@link VenueSession}. */
export type VenueSessionDeps = {
  readonly env: Environment
  readonly coins: readonly LiveCoin[]
  readonly quote: string
  readonly ready: () => void
  readonly changed: () => void
  /** The venue's clock was wrong: whatever was timed by it is in doubt. */
  readonly clockJumped: (jump: ClockJump) => void
  /** The machine's clock was set, or it was suspended: the last data may be old. */
  readonly machineJumped: () => void
}

/** Session with an exchange: listings, start with unlimited retries, clock and timers. */
export class VenueSession {
  readonly pairs = new Pairs()
  readonly venueClock: VenueClock
  /** Environment whose clock is the venue's (the market's). */
  readonly env: Environment
  readonly stopped = new AbortController()
  readonly #deps: VenueSessionDeps
  readonly #cancels = new Map<string, Cancel>()
  #rest: VenueRest | undefined
  #measuredAt = Number.NEGATIVE_INFINITY
  #measuring: Promise<void> | undefined
  #isInDoubt = false
  #machineJumps = 0

  constructor(deps: VenueSessionDeps) {
    this.#deps = deps
    this.venueClock = new VenueClock(deps.env.clock, { drifted: (leadMs) => this.#drifted(leadMs), jumped: deps.clockJumped })
    this.env = { ...deps.env, clock: this.venueClock }
  }

  /** True if the machine's clock has jumped and the venue's has not been measured since. */
  get isInDoubt(): boolean {
    return this.#isInDoubt
  }

  async begin(rest: VenueRest, sink: FeedSink): Promise<void> {
    this.#rest = rest
    for (let attempt = 1; !this.stopped.signal.aborted; attempt += 1) {
      try {
        await this.#emitTime()
        await this.#loadListings(rest)
        this.#watchLater()
        this.#deps.ready()
        return
      } catch (error) {
        if (this.stopped.signal.aborted) return
        sink.health({ isUp: false, message: failureText(error, this.env.clock.now()) })
        const asked = error instanceof UpstreamError ? (error.retryAfterMs ?? 0) : 0
        const wait = Math.max(asked, backoffMs(attempt, RETRY, this.env.random))
        await pause(this.env.timers, wait, this.stopped.signal).catch(() => undefined)
      }
    }
  }

  regain(): void {
    if (this.#sinceMeasured() >= MEASURE_AGAIN_MS) this.measure()
  }

  measure(): void {
    void this.#measure().catch(() => this.later('clock', MINUTE_MS, () => this.measure()))
  }

  later(what: string, ms: number, run: () => void): void {
    this.#cancels.get(what)?.()
    if (!this.stopped.signal.aborted) this.#cancels.set(what, this.env.timers.after(ms, run))
  }

  stop(): void {
    this.stopped.abort(new UpstreamError('aborted', 'is no longer asked'))
    for (const cancel of this.#cancels.values()) cancel()
    this.#rest?.api.close()
  }

  #sinceMeasured(): number {
    return this.venueClock.elapsed() - this.#measuredAt
  }

  #measure(): Promise<void> {
    this.#measuredAt = this.venueClock.elapsed()
    this.later('clock', MEASURE_EVERY_MS, () => this.measure())
    this.#measuring ??= this.#askTime().finally(() => {
      this.#measuring = undefined
    })
    return this.#measuring
  }

  /** Repeats if the machine's clock jumped during the measurement, for example by suspend. */
  async #askTime(): Promise<void> {
    let jumps: number
    do {
      jumps = this.#machineJumps
      await this.#rest?.api.measureTime()
    } while (jumps !== this.#machineJumps)
    this.#isInDoubt = false
  }

  /** Failure does not block the start: events carry the time too. */
  async #emitTime(): Promise<void> {
    await this.#measure().catch((error: unknown) => {
      if (error instanceof UpstreamError && (error.kind === 'blocked' || error.kind === 'banned')) throw error
      this.later('clock', MINUTE_MS, () => this.measure())
    })
  }

  #watchLater(): void {
    this.later('watch', WATCH_EVERY_MS, () => {
      this.#watchLater()
      if (!this.venueClock.hasMachineJumped()) return
      this.#isInDoubt = true
      this.#machineJumps += 1
      this.measure()
      this.#deps.machineJumped()
    })
  }

  async #loadListings(rest: VenueRest): Promise<boolean> {
    const hasChanged = this.pairs.replace(this.#deps.coins, await rest.listed(this.#deps.quote))
    if (this.pairs.all().length === 0) throw new UpstreamError('bad-data', 'lists none of our coins')
    this.later('listings', LISTINGS_EVERY_MS, () => void this.#reloadListings(rest))
    return hasChanged
  }

  async #reloadListings(rest: VenueRest): Promise<void> {
    try {
      if (await this.#loadListings(rest)) this.#deps.changed()
    } catch {
      this.later('listings', LISTINGS_EVERY_MS / 12, () => void this.#reloadListings(rest))
    }
  }

  /** Measures again on disagreement; a stream ahead of the response is trusted. */
  #drifted(leadMs: number): void {
    const { epoch, isMeasured } = this.venueClock
    const adopt = () => {
      if (this.venueClock.epoch === epoch) this.venueClock.adopt(leadMs)
    }
    if (this.#sinceMeasured() >= MEASURE_AGAIN_MS) void this.#measure().catch(adopt)
    else if (leadMs > 0 || !isMeasured) adopt()
  }
}
