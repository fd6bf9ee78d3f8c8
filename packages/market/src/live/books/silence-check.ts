import { type Clock, type EpochMs, SECOND_MS } from '@aerie/core/time'
import type { Timers } from '@aerie/upstream/timers'
import type { SubscribedBook } from './book-subscriptions.ts'

const ASK_AFTER_MS = 2 * SECOND_MS
/** By then, updates in flight when the response was made have arrived. */
const SETTLE_MS = SECOND_MS
/** A book unconfirmed for this long is refetched, so that orders do not fill against a stale one. */
const GIVE_UP_MS = 5 * SECOND_MS

/** Dependencies of {@link SilenceCheck}. */
export type SilenceCheckDeps<B extends SubscribedBook> = {
  readonly clock: Clock
  readonly timers: Timers
  /** Checks cheaply with the exchange whether the book is still current. */
  readonly isCurrent: (pair: string, book: B) => Promise<boolean>
  readonly confirmed: (pair: string, book: B, at: EpochMs) => void
  readonly silent: (pair: string, book: B) => void
}

/** Distinguishes an unchanged book from a stalled channel by asking the exchange. */
export class SilenceCheck<B extends SubscribedBook> {
  readonly #deps: SilenceCheckDeps<B>
  readonly #asking = new WeakSet<B>()

  constructor(deps: SilenceCheckDeps<B>) {
    this.#deps = deps
  }

  look(pair: string, book: B): void {
    const silentMs = this.#deps.clock.now() - book.asOf
    if (!book.isWhole || silentMs < ASK_AFTER_MS) return
    if (silentMs >= GIVE_UP_MS) this.#deps.silent(pair, book)
    else if (!this.#asking.has(book)) void this.#ask(pair, book)
  }

  async #ask(pair: string, book: B): Promise<void> {
    const askedAt = this.#deps.clock.now()
    const { asOf } = book
    this.#asking.add(book)
    try {
      if (await this.#deps.isCurrent(pair, book)) this.#confirm(pair, book, askedAt)
      else this.#deps.timers.after(SETTLE_MS, () => this.#judge(pair, book, asOf))
    } catch {
      // A failed check confirms nothing, so the book ages and is not emitted.
    } finally {
      this.#asking.delete(book)
    }
  }

  #confirm(pair: string, book: B, at: EpochMs): void {
    // Ignored if requested before the clock was set back.
    if (book.isWhole && at > book.asOf && at <= this.#deps.clock.now()) this.#deps.confirmed(pair, book, at)
  }

  #judge(pair: string, book: B, asOf: EpochMs): void {
    if (book.isWhole && book.asOf === asOf) this.#deps.silent(pair, book)
  }
}
