import { HOUR_MS } from '@aerie/core/time'

const LARGEST = 2_000
/** A provider's limit may be lifted: what failed is tried again after this. */
const FORGET_MS = HOUR_MS

/**
 * How many blocks one call for logs spans. A call that is refused halves it; calls that succeed widen it again, towards
 * the largest that is not known to fail, so that a limit is found within a few calls whatever it is and however it is
 * worded.
 */
export class RangeSize {
  readonly #largest: number
  #size: number
  #refused: number | undefined
  #refusedAt = 0

  constructor(largest: number = LARGEST) {
    this.#largest = largest
    this.#size = largest
  }

  get blocks(): number {
    return this.#size
  }

  /**
   * A call that spanned `blocks` was refused at `now`, by the monotonic clock.
   *
   * @returns whether a smaller one is worth trying; where even one block is refused the trouble is another
   */
  refused(blocks: number, now: number): boolean {
    if (blocks <= 1) {
      this.#refused = undefined
      return false
    }
    this.#refused = Math.min(blocks, this.#refused ?? blocks)
    this.#refusedAt = now
    this.#size = Math.max(1, Math.floor(blocks / 2))
    return true
  }

  /** Nobody answered in time: it may have been too much, and it need not. */
  unanswered(): void {
    this.#size = Math.max(1, Math.floor(this.#size / 2))
  }

  /** A call that spanned `blocks` was answered. */
  answered(blocks: number, now: number): void {
    if (blocks < this.#size) return
    if (now - this.#refusedAt > FORGET_MS) this.#refused = undefined
    this.#size = this.#refused === undefined ? Math.min(this.#largest, this.#size * 2) : Math.floor((this.#size + this.#refused) / 2)
  }
}
