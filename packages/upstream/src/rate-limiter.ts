import type { Clock } from '@aerie/core/time'
import { serialQueue } from '@aerie/runtime/serial-queue'
import { type TokenBucket, type TokenRate, tokenBucket } from '@aerie/runtime/token-bucket'
import { pause, type Timers } from './timers.ts'

/** Token bucket with FIFO waiting. */
export class RateLimiter {
  readonly #burst: number
  readonly #timers: Timers
  readonly #bucket: TokenBucket
  readonly #queue = serialQueue()

  constructor(pace: TokenRate, clock: Clock, timers: Timers) {
    this.#burst = pace.burst
    this.#timers = timers
    this.#bucket = tokenBucket({ ...pace, clock })
  }

  /** Resolves when `weight` is available; weights above the burst wait for a full bucket. */
  take(weight = 1): Promise<void> {
    return this.#queue.run(() => this.#spend(Math.min(weight, this.#burst)))
  }

  giveBack(weight = 1): void {
    this.#bucket.giveBack(weight)
  }

  waitMs(weight = 1): number {
    return this.#bucket.waitMs(weight)
  }

  async #spend(weight: number): Promise<void> {
    for (let wait = this.waitMs(weight); wait > 0; wait = this.waitMs(weight)) await pause(this.#timers, Math.ceil(wait))
    this.#bucket.charge(weight)
  }
}
