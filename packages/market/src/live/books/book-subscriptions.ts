import { type EpochMs, SECOND_MS } from '@aerie/core/time'
import type { Cancel, Timers } from '@aerie/upstream/timers'
import { UpstreamError } from '@aerie/upstream/upstream-error'
import type { OrderBook } from '../../market-source.ts'
import type { LatestBook, MarketFollowers } from '../follow/market-followers.ts'
import type { LevelBook } from './level-book.ts'

/** A book nobody has asked for in this long is given up. */
const GRACE_MS = 30 * SECOND_MS
/** An asker waits this long for a first book. */
const PATIENCE_MS = 5 * SECOND_MS
/** Books kept at once beside the pinned ones; the one asked for longest ago makes room. */
const MOST_BOOKS = 30

/** What an adapter knows of one book. */
export interface SubscribedBook {
  readonly levels: LevelBook
  /** Whether it can be trusted: nothing is missing in it. */
  readonly isWhole: boolean
  /** Of the newest update, or of the snapshot: a book is as old as its own events. */
  readonly asOf: EpochMs
  /** The venue's number of this state; rises. */
  readonly seq: number
  /** When its snapshot was taken, by the machine's clock. */
  readonly takenAt: EpochMs
}

/** What an adapter provides: its side of a book's beginning and end. */
export type BookSubscriptionDeps<B extends SubscribedBook> = {
  readonly timers: Timers
  readonly symbolOf: (pair: string) => string | undefined
  readonly open: (pair: string) => B
  readonly close: (pair: string, book: B) => void
  /** Told when a book has changed, and when it can no longer be trusted, with a sentence that says why. */
  readonly followers: Pick<MarketFollowers, 'changed' | 'lost'>
}

type Session<B> = {
  readonly book: B
  /** Held whether or not anybody asks. */
  isPinned: boolean
  cancelGrace: Cancel
  readonly waiting: Set<(book: OrderBook) => void>
}

/** Books on demand: one upstream subscription a pair however many ask, kept a while after the last. */
export class BookSubscriptions<B extends SubscribedBook> {
  readonly #deps: BookSubscriptionDeps<B>
  /** In the order of the last question, oldest first. */
  readonly #sessions = new Map<string, Session<B>>()

  constructor(deps: BookSubscriptionDeps<B>) {
    this.#deps = deps
  }

  /** Pairs whose book is wanted now. */
  wanted(): string[] {
    return [...this.#sessions.keys()]
  }

  get(pair: string): B | undefined {
    return this.#sessions.get(pair)?.book
  }

  /** All that are wanted, as pair and book, the pinned ones first. */
  all(): (readonly [pair: string, book: B])[] {
    const inOrder = [...this.#sessions].sort(([, a], [, b]) => Number(b.isPinned) - Number(a.isPinned))
    return inOrder.map(([pair, { book }]) => [pair, book])
  }

  /** @throws UpstreamError `timeout` when no book can be had soon */
  ask(pair: string): Promise<OrderBook> {
    const session = this.#touch(pair)
    const view = this.#view(pair, session.book)
    if (view !== undefined) return Promise.resolve(view)
    return new Promise((resolve, reject) => {
      const answer = (book: OrderBook) => {
        cancel()
        resolve(book)
      }
      const cancel = this.#deps.timers.after(PATIENCE_MS, () => {
        session.waiting.delete(answer)
        reject(new UpstreamError('timeout', 'has not sent the order book'))
      })
      session.waiting.add(answer)
    })
  }

  /** Holds the book of `pair`: it makes room for no other, and needs nobody to ask. */
  pin(pair: string): void {
    const session = this.#touch(pair)
    session.cancelGrace()
    session.isPinned = true
  }

  /** Lets it go as any other. */
  unpin(pair: string): void {
    const session = this.#sessions.get(pair)
    if (session === undefined) return
    session.isPinned = false
    this.#touch(pair)
  }

  /** The book of `pair` as followers are told it; undefined while it cannot be trusted. */
  latest(pair: string): LatestBook | undefined {
    const session = this.#sessions.get(pair)
    const view = session === undefined ? undefined : this.#view(pair, session.book)
    if (session === undefined || view === undefined) return undefined
    return { book: { ...view, seq: session.book.seq }, takenAt: session.book.takenAt }
  }

  /** Says that the book of `pair` can be trusted (again). */
  synced(pair: string): void {
    const session = this.#sessions.get(pair)
    const view = session === undefined ? undefined : this.#view(pair, session.book)
    if (session === undefined || view === undefined) return
    for (const answer of session.waiting) answer(view)
    session.waiting.clear()
    this.changed(pair)
  }

  /** Says that a trusted book has changed. */
  changed(pair: string): void {
    const symbol = this.#deps.symbolOf(pair)
    if (symbol !== undefined && this.#sessions.get(pair)?.isPinned) this.#deps.followers.changed(symbol)
  }

  /** Says that a trusted book is none any more. */
  lost(pair: string, reason: string): void {
    const symbol = this.#deps.symbolOf(pair)
    if (symbol !== undefined) this.#deps.followers.lost(symbol, reason)
  }

  stop(): void {
    for (const session of this.#sessions.values()) session.cancelGrace()
    this.#sessions.clear()
  }

  #view(pair: string, { levels, isWhole, asOf }: B): OrderBook | undefined {
    const symbol = this.#deps.symbolOf(pair)
    return isWhole && symbol !== undefined ? levels.shown(symbol, asOf) : undefined
  }

  #touch(pair: string): Session<B> {
    const before = this.#sessions.get(pair)
    before?.cancelGrace()
    this.#sessions.delete(pair)
    const session = before ?? { book: this.#deps.open(pair), isPinned: false, cancelGrace: () => undefined, waiting: new Set() }
    if (!session.isPinned) session.cancelGrace = this.#deps.timers.after(GRACE_MS, () => this.#giveUp(pair))
    this.#sessions.set(pair, session)
    this.#makeRoom()
    return session
  }

  #makeRoom(): void {
    const unpinned = [...this.#sessions].filter(([, { isPinned }]) => !isPinned)
    const [oldest] = unpinned
    if (unpinned.length > MOST_BOOKS && oldest !== undefined) this.#giveUp(oldest[0])
  }

  #giveUp(pair: string): void {
    const session = this.#sessions.get(pair)
    if (session === undefined) return
    session.cancelGrace()
    this.#sessions.delete(pair)
    this.#deps.close(pair, session.book)
  }
}
