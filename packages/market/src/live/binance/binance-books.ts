import { type Clock, type EpochMs, epochMs, SECOND_MS } from '@aerie/core/time'
import { backoffMs, type Random } from '@aerie/runtime/backoff'
import type { Cancel, Timers } from '@aerie/upstream/timers'
import type { OrderBook } from '../../market-source.ts'
import { BookSubscriptions, SilenceCheck, type SubscribedBook } from '../books/book-subscriptions.ts'
import { type DepthDiff, type DepthSnapshot, DepthSync } from '../books/depth-sync.ts'
import type { LevelBook } from '../books/level-book.ts'
import type { LatestBook, MarketFollowers } from '../follow/market-followers.ts'

/** Snapshots cost weight, so books lost together are refetched one after another. */
const STAGGER_MS = 400
/** A book without updates for this long is refetched: its stream may be stalled. */
const QUIET_MS = 10 * SECOND_MS
const AGAIN = { baseMs: 400, capMs: 8 * SECOND_MS, leastMs: 100 }
const FIRST_UPDATE_MS = SECOND_MS

/** Dependencies of {@link BinanceBooks}. */
export type BinanceBooksDeps = {
  readonly clock: Clock
  readonly timers: Timers
  readonly random: Random
  readonly symbolOf: (pair: string) => string | undefined
  readonly subscribe: (pair: string) => void
  readonly unsubscribe: (pair: string) => void
  readonly snapshot: (pair: string) => Promise<DepthSnapshot>
  readonly newestUpdate: (pair: string) => Promise<number>
  readonly followers: Pick<MarketFollowers, 'changed' | 'lost'>
}

class Book implements SubscribedBook {
  readonly sync = new DepthSync()
  asOf: EpochMs = epochMs(0)
  takenAt: EpochMs = epochMs(0)
  losses = 0
  awaitsFirst = true
  cancelFetch: Cancel | undefined

  get levels(): LevelBook {
    return this.sync.book
  }

  get isWhole(): boolean {
    return this.sync.isSynced
  }

  get seq(): number {
    return this.sync.lastId ?? 0
  }
}

/** Subscribed order books, each maintained by Binance's snapshot-and-diff rule. */
export class BinanceBooks {
  readonly #deps: BinanceBooksDeps
  readonly #books: BookSubscriptions<Book>
  readonly #silence: SilenceCheck<Book>

  constructor(deps: BinanceBooksDeps) {
    this.#deps = deps
    this.#books = new BookSubscriptions({ ...deps, open: (pair) => this.#open(pair), close: (pair, book) => this.#close(pair, book) })
    this.#silence = new SilenceCheck({
      ...deps,
      isCurrent: async (pair, book) => (await deps.newestUpdate(pair)) <= book.seq,
      confirmed: (pair, book, at) => this.#confirm(pair, book, at),
      silent: (pair, book) => this.#renew(pair, book, 'has sent no updates of the order book'),
    })
  }

  ask(pair: string): Promise<OrderBook> {
    const book = this.#books.get(pair)
    if (book?.isWhole && this.#deps.clock.now() - book.asOf > QUIET_MS) this.#renew(pair, book, 'has sent no updates of the order book')
    return this.#books.ask(pair)
  }

  look(pair: string): void {
    const book = this.#books.get(pair)
    if (book !== undefined) this.#silence.look(pair, book)
  }

  pin(pair: string): void {
    this.#books.pin(pair)
  }

  unpin(pair: string): void {
    this.#books.unpin(pair)
  }

  latest(pair: string): LatestBook | undefined {
    return this.#books.latest(pair)
  }

  wanted(): string[] {
    return this.#books.wanted()
  }

  diff(pair: string, diff: DepthDiff, asOf: EpochMs): void {
    const book = this.#books.get(pair)
    if (book === undefined) return
    const outcome = book.sync.diff(diff)
    if (outcome === 'applied') {
      book.asOf = epochMs(Math.max(book.asOf, asOf))
      book.losses = 0
    }
    if (outcome === 'lost') this.#lose(pair, book, 'has left out updates of the order book')
    else if (outcome === 'applied' && book.levels.isExhausted) this.#lose(pair, book, 'has moved beyond the levels that are kept')
    else if (outcome === 'applied') this.#books.changed(pair)
    else if (book.awaitsFirst) this.#fetchIn(pair, book, 0)
  }

  suspect(pair: string): void {
    const book = this.#books.get(pair)
    if (book?.isWhole && this.#deps.clock.now() - book.takenAt > QUIET_MS) this.#renew(pair, book, 'has sent an implausible order book')
  }

  lose(): void {
    for (const [, book] of this.#books.all()) {
      book.cancelFetch?.()
      book.awaitsFirst = false
      book.sync.reset()
    }
  }

  regain(): void {
    let place = 0
    for (const [pair, book] of this.#books.all()) {
      place += 1
      if (!book.isWhole) this.#fetchIn(pair, book, FIRST_UPDATE_MS + place * STAGGER_MS)
    }
  }

  stop(): void {
    this.lose()
    this.#books.stop()
  }

  #open(pair: string): Book {
    const book = new Book()
    this.#deps.subscribe(pair)
    this.#fetchIn(pair, book, FIRST_UPDATE_MS)
    return book
  }

  #close(pair: string, book: Book): void {
    book.cancelFetch?.()
    this.#deps.unsubscribe(pair)
  }

  #confirm(pair: string, book: Book, at: EpochMs): void {
    book.asOf = at
    this.#books.changed(pair)
  }

  #lose(pair: string, book: Book, why: string): void {
    if (book.isWhole) book.sync.reset()
    this.#books.lost(pair, `Binance ${why}.`)
    this.#fetchAgain(pair, book)
  }

  #renew(pair: string, book: Book, why: string): void {
    book.sync.reset()
    this.#books.lost(pair, `Binance ${why}.`)
    this.#deps.subscribe(pair)
    this.#fetchIn(pair, book, 0)
  }

  #fetchAgain(pair: string, book: Book): void {
    book.losses += 1
    const stagger = this.#deps.random() * STAGGER_MS * Math.max(1, this.#books.wanted().length)
    this.#fetchIn(pair, book, Math.round(stagger) + backoffMs(book.losses, AGAIN, this.#deps.random))
  }

  #fetchIn(pair: string, book: Book, ms: number): void {
    book.cancelFetch?.()
    if (ms === 0) book.awaitsFirst = false
    book.cancelFetch = this.#deps.timers.after(ms, () => void this.#fetch(pair, book))
  }

  async #fetch(pair: string, book: Book): Promise<void> {
    if (book.isWhole) return
    book.awaitsFirst = false
    const askedAt = this.#deps.clock.now()
    try {
      const taken = await this.#deps.snapshot(pair)
      if (this.#books.get(pair) !== book || book.isWhole) return
      if (book.sync.snapshot(taken) !== 'synced') {
        this.#fetchAgain(pair, book)
        return
      }
      book.takenAt = this.#deps.clock.now()
      // The clock may have been set back since the request.
      book.asOf = epochMs(Math.min(askedAt, book.takenAt))
      this.#books.synced(pair)
    } catch {
      if (this.#books.get(pair) === book) this.#fetchIn(pair, book, 5 * SECOND_MS)
    }
  }
}
