import { type Clock, type EpochMs, epochMs, MINUTE_MS, SECOND_MS } from '@aerie/core/time'
import type { Timers } from '@aerie/upstream/timers'
import { UpstreamError } from '@aerie/upstream/upstream-error'
import type { OrderBook } from '../../market-source.ts'
import { BookSubscriptions, SilenceCheck, type SubscribedBook } from '../books/book-subscriptions.ts'
import { LevelBook } from '../books/level-book.ts'
import type { LatestBook, MarketFollowers } from '../follow/market-followers.ts'
import type { Level } from '../numbers.ts'

/** The feed has no sequence numbers, so undetected losses are limited to this long. */
const RENEW_EVERY_MS = 10 * MINUTE_MS
/** A book without updates for this long is renewed: its channel may be stalled. */
const QUIET_MS = 10 * SECOND_MS
/** A trade changes the book; one that does not change within this time has lost updates. */
const STILL_MS = 2 * SECOND_MS
/** Snapshot timeout, after which the caller uses the fallback. */
const ANSWER_MS = 4 * SECOND_MS

const LEFT_OUT = 'has left out updates of the order book'

/** Dependencies of {@link CoinbaseBooks}. */
export type CoinbaseBooksDeps = {
  readonly clock: Clock
  readonly timers: Timers
  readonly symbolOf: (pair: string) => string | undefined
  readonly subscribe: (pair: string) => void
  readonly unsubscribe: (pair: string) => void
  readonly best: (pair: string) => Promise<LevelBook['best']>
  readonly followers: Pick<MarketFollowers, 'changed' | 'lost'>
}

type Book = SubscribedBook & {
  isWhole: boolean
  asOf: EpochMs
  /** Time of the newest event in milliseconds, or previous + 1 if not later: the feed has no sequence numbers. */
  seq: number
  takenAt: EpochMs
  tradedAt: EpochMs | undefined
}

/** Order books from `level2_batch`. It has no sequence numbers, so books are renewed when crossed, stalled or suspect, and regularly. */
export class CoinbaseBooks {
  readonly #deps: CoinbaseBooksDeps
  readonly #books: BookSubscriptions<Book>
  readonly #silence: SilenceCheck<Book>

  constructor(deps: CoinbaseBooksDeps) {
    this.#deps = deps
    this.#books = new BookSubscriptions({ ...deps, open: (pair) => this.#open(pair), close: deps.unsubscribe })
    this.#silence = new SilenceCheck({
      ...deps,
      isCurrent: async (pair, book) => isSameBest(await deps.best(pair), book.levels.best),
      confirmed: (pair, book, at) => this.#confirm(pair, book, at),
      silent: (pair, book) => this.#renew(pair, book, 'has sent no updates of the order book'),
    })
  }

  /** Rejects at once while the channel does not respond, so that the caller uses the fallback. */
  ask(pair: string): Promise<OrderBook> {
    const book = this.#books.get(pair)
    const waited = book === undefined || book.isWhole ? 0 : this.#deps.clock.now() - book.takenAt
    const asked = this.#books.ask(pair)
    if (book === undefined) return asked
    this.#tend(pair, book)
    if (waited <= ANSWER_MS) return asked
    asked.catch(() => undefined)
    return Promise.reject(new UpstreamError('timeout', 'has not sent the order book'))
  }

  look(pair: string): void {
    const book = this.#books.get(pair)
    if (book === undefined) return
    this.#tend(pair, book)
    this.#silence.look(pair, book)
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

  snapshot(pair: string, bids: readonly Level[], asks: readonly Level[]): void {
    const book = this.#books.get(pair)
    if (book === undefined) return
    const now = this.#deps.clock.now()
    if (book.isWhole) this.#books.lost(pair, 'Coinbase has sent the order book again.')
    book.levels.replace(bids, asks)
    book.seq = Math.max(book.seq + 1, now)
    book.isWhole = !book.levels.isCrossed
    book.asOf = now
    book.takenAt = now
    book.tradedAt = undefined
    if (book.isWhole) this.#books.synced(pair)
  }

  update(pair: string, bids: readonly Level[], asks: readonly Level[], asOf: EpochMs): void {
    const book = this.#books.get(pair)
    if (!book?.isWhole) return
    book.levels.apply(bids, asks)
    book.tradedAt = undefined
    book.asOf = epochMs(Math.max(book.asOf, asOf))
    book.seq = Math.max(book.seq + 1, asOf)
    if (book.levels.isCrossed) this.#renew(pair, book, LEFT_OUT)
    else if (book.levels.isExhausted) this.#renew(pair, book, 'has moved beyond the levels that are kept')
    else this.#books.changed(pair)
  }

  doubt(pair?: string): void {
    for (const [of, book] of this.#books.all())
      if (book.isWhole && (pair === undefined || pair === of))
        this.#renew(of, book, 'has sent an update of the order book that cannot be read')
  }

  suspect(pair: string): void {
    const book = this.#books.get(pair)
    if (book?.isWhole && this.#deps.clock.now() - book.takenAt > QUIET_MS) this.#renew(pair, book, 'has sent an implausible order book')
  }

  traded(pair: string): void {
    const book = this.#books.get(pair)
    if (book?.isWhole) book.tradedAt ??= this.#deps.clock.now()
  }

  /** Triggers a check of the book; a heartbeat does not prove that the book is correct. */
  heartbeat(pair: string): void {
    const book = this.#books.get(pair)
    if (book !== undefined) this.#tend(pair, book)
  }

  lose(): void {
    const now = this.#deps.clock.now()
    for (const [, book] of this.#books.all()) {
      book.isWhole = false
      book.tradedAt = undefined
      // The clock may have been set back.
      book.takenAt = epochMs(Math.min(book.takenAt, now))
    }
  }

  stop(): void {
    this.#books.stop()
  }

  #open(pair: string): Book {
    const now = this.#deps.clock.now()
    this.#deps.subscribe(pair)
    return { levels: new LevelBook(), isWhole: false, asOf: now, seq: 0, takenAt: now, tradedAt: undefined }
  }

  #tend(pair: string, book: Book): void {
    const now = this.#deps.clock.now()
    if (now - book.takenAt > (book.isWhole ? RENEW_EVERY_MS : QUIET_MS))
      this.#renew(pair, book, 'numbers no updates: the book is taken again')
    else if (book.isWhole && now - book.asOf > QUIET_MS) this.#renew(pair, book, 'has sent no updates of the order book')
    else if (book.tradedAt !== undefined && now - book.tradedAt > STILL_MS) this.#renew(pair, book, LEFT_OUT)
  }

  #confirm(pair: string, book: Book, at: EpochMs): void {
    book.asOf = at
    this.#books.changed(pair)
  }

  #renew(pair: string, book: Book, why: string): void {
    book.isWhole = false
    this.#books.lost(pair, `Coinbase ${why}.`)
    book.tradedAt = undefined
    book.takenAt = this.#deps.clock.now()
    this.#deps.unsubscribe(pair)
    this.#deps.subscribe(pair)
  }
}

const isSameBest = (a: LevelBook['best'], b: LevelBook['best']): boolean => a.bid === b.bid && a.ask === b.ask
