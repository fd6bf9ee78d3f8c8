import { type Clock, type EpochMs, epochMs, MINUTE_MS, SECOND_MS } from '@aerie/core/time'
import type { OrderBook } from '../market-source.ts'
import { BookDesk } from './book-desk.ts'
import { type Level, LevelBook } from './level-book.ts'
import type { Timers } from './timers.ts'

/** The feed has no sequence: whatever was lost unseen lives no longer than this. */
const RENEW_EVERY_MS = 10 * MINUTE_MS
/** A coin that trades while its book stands still has lost updates. */
const STILL_MS = 10 * SECOND_MS

/** What the books need of the adapter: the channel to subscribe to. */
export type CoinbaseBooksDeps = {
  readonly clock: Clock
  readonly timers: Timers
  readonly symbolOf: (pair: string) => string | undefined
  readonly subscribe: (pair: string) => void
  readonly unsubscribe: (pair: string) => void
}

type Book = { readonly levels: LevelBook; hasSnapshot: boolean; asOf: EpochMs; changedAt: EpochMs; takenAt: EpochMs }

/**
 * The order books that somebody looks at, from `level2_batch`. It carries no sequence numbers, so a lost update cannot be
 * seen: a book is thrown away and taken anew when it is crossed, when its coin trades and it does not move, and every ten minutes.
 */
export class CoinbaseBooks {
  readonly #deps: CoinbaseBooksDeps
  readonly #desk: BookDesk
  readonly #books = new Map<string, Book>()

  constructor(deps: CoinbaseBooksDeps) {
    this.#deps = deps
    this.#desk = new BookDesk(
      { open: (pair) => this.#open(pair), close: (pair) => this.#close(pair), view: (pair) => this.#view(pair) },
      deps.timers,
    )
  }

  ask(pair: string): Promise<OrderBook> {
    return this.#desk.ask(pair)
  }

  wanted(): string[] {
    return this.#desk.wanted()
  }

  snapshot(pair: string, bids: readonly Level[], asks: readonly Level[]): void {
    const book = this.#books.get(pair)
    if (book === undefined) return
    const now = this.#deps.clock.now()
    book.levels.replace(bids, asks)
    book.hasSnapshot = !book.levels.isCrossed
    book.asOf = now
    book.changedAt = now
    book.takenAt = now
    if (book.hasSnapshot) this.#desk.synced(pair)
  }

  update(pair: string, bids: readonly Level[], asks: readonly Level[], asOf: EpochMs): void {
    const book = this.#books.get(pair)
    if (!book?.hasSnapshot) return
    book.levels.apply(bids, asks)
    book.asOf = epochMs(Math.max(book.asOf, asOf))
    book.changedAt = this.#deps.clock.now()
    if (book.levels.isCrossed) this.#renew(pair, book)
  }

  /** A trade of the pair: its book must move as well. */
  traded(pair: string): void {
    const book = this.#books.get(pair)
    if (book?.hasSnapshot && this.#deps.clock.now() - book.changedAt > STILL_MS) this.#renew(pair, book)
  }

  /** The venue is heard: a book without changes is still the book. */
  heartbeat(pair: string, asOf: EpochMs): void {
    const book = this.#books.get(pair)
    if (!book?.hasSnapshot) return
    book.asOf = epochMs(Math.max(book.asOf, asOf))
    if (this.#deps.clock.now() - book.takenAt > RENEW_EVERY_MS) this.#renew(pair, book)
  }

  /** The stream broke: no book can be trusted until its next snapshot. */
  lose(): void {
    for (const book of this.#books.values()) book.hasSnapshot = false
  }

  stop(): void {
    this.#desk.stop()
    this.#books.clear()
  }

  #open(pair: string): void {
    const now = this.#deps.clock.now()
    this.#books.set(pair, { levels: new LevelBook(), hasSnapshot: false, asOf: now, changedAt: now, takenAt: now })
    this.#deps.subscribe(pair)
  }

  #close(pair: string): void {
    this.#books.delete(pair)
    this.#deps.unsubscribe(pair)
  }

  #view(pair: string): OrderBook | undefined {
    const book = this.#books.get(pair)
    const symbol = this.#deps.symbolOf(pair)
    return book?.hasSnapshot && symbol !== undefined ? book.levels.shown(symbol, book.asOf) : undefined
  }

  #renew(pair: string, book: Book): void {
    book.hasSnapshot = false
    book.takenAt = this.#deps.clock.now()
    this.#deps.unsubscribe(pair)
    this.#deps.subscribe(pair)
  }
}
