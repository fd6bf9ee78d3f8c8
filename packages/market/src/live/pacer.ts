import type { Clock } from '@aerie/core/time'
import { pause, type Timers } from './timers.ts'

/** How fast weight may be spent. */
export type Pace = {
  /** Weight that may go at once. */
  readonly burst: number
  /** Weight that comes back each second. */
  readonly perSecond: number
}

/** A token bucket: callers are served in turn, each waits until its weight is there. */
export class Pacer {
  readonly #pace: Pace
  readonly #clock: Clock
  readonly #timers: Timers
  #tokens: number
  #filledAt: number
  #queue: Promise<void> = Promise.resolve()

  constructor(pace: Pace, clock: Clock, timers: Timers) {
    this.#pace = pace
    this.#clock = clock
    this.#timers = timers
    this.#tokens = pace.burst
    this.#filledAt = clock.now()
  }

  /** Resolves when `weight` may be spent. A weight above the burst waits for a full bucket. */
  take(weight = 1): Promise<void> {
    const turn = this.#queue.then(() => this.#spend(Math.min(weight, this.#pace.burst)))
    this.#queue = turn
    return turn
  }

  /** Puts back weight that was taken and not spent. */
  giveBack(weight = 1): void {
    this.#tokens = Math.min(this.#pace.burst, this.#tokens + weight)
  }

  /** Milliseconds until `weight` would be there, were nobody waiting. */
  waitMs(weight = 1): number {
    this.#fill()
    return Math.max(0, ((weight - this.#tokens) / this.#pace.perSecond) * 1000)
  }

  async #spend(weight: number): Promise<void> {
    for (let wait = this.waitMs(weight); wait > 0; wait = this.waitMs(weight)) await pause(this.#timers, Math.ceil(wait))
    this.#tokens -= weight
  }

  #fill(): void {
    const now = this.#clock.now()
    // A machine clock that was set back must not stop the bucket.
    const passed = Math.max(0, now - this.#filledAt)
    this.#tokens = Math.min(this.#pace.burst, this.#tokens + (passed / 1000) * this.#pace.perSecond)
    this.#filledAt = now
  }
}
