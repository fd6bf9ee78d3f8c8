import { type Clock, type EpochMs, SECOND_MS } from '@aerie/core/time'
import type { Timers } from '@aerie/upstream/timers'
import type { SubscribedBook } from './book-subscriptions.ts'

/** A book without an update for this long is asked for. */
const ASK_AFTER_MS = 2 * SECOND_MS
/** An update that was under way when the answer was made has arrived by then. */
const SETTLE_MS = SECOND_MS
/** A book that nothing has confirmed for this long is taken again: from then on orders would meet a stale one. */
const GIVE_UP_MS = 5 * SECOND_MS

/** What the check needs of an exchange's books. */
export type SilenceCheckDeps<B extends SubscribedBook> = {
  readonly clock: Clock
  readonly timers: Timers
  /** Asks the exchange, by a question that costs little, whether the book is still as we have it. */
  readonly stands: (pair: string, book: B) => Promise<boolean>
  /** The book stood at this time. */
  readonly confirmed: (pair: string, book: B, at: EpochMs) => void
  /** It has changed, and its channel has not said so. */
  readonly silent: (pair: string, book: B) => void
}

/** Tells a book that nobody changes from one whose channel has fallen silent: both send nothing, so the exchange is asked. */
export class SilenceCheck<B extends SubscribedBook> {
  readonly #deps: SilenceCheckDeps<B>
  readonly #asking = new WeakSet<B>()

  constructor(deps: SilenceCheckDeps<B>) {
    this.#deps = deps
  }

  /** To be called every second or so. */
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
      if (await this.#deps.stands(pair, book)) this.#confirm(pair, book, askedAt)
      else this.#deps.timers.after(SETTLE_MS, () => this.#judge(pair, book, asOf))
    } catch {
      // What cannot be asked is not confirmed: the book gets older, and is told to nobody.
    } finally {
      this.#asking.delete(book)
    }
  }

  #confirm(pair: string, book: B, at: EpochMs): void {
    // Asked for before the clock was set back, it says nothing.
    if (book.isWhole && at > book.asOf && at <= this.#deps.clock.now()) this.#deps.confirmed(pair, book, at)
  }

  #judge(pair: string, book: B, asOf: EpochMs): void {
    if (book.isWhole && book.asOf === asOf) this.#deps.silent(pair, book)
  }
}
