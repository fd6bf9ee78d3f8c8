import { type Clock, type EpochMs, SECOND_MS } from '@aerie/core/time'
import type { Cancel, Timers } from '@aerie/upstream/timers'
import { UpstreamError } from '@aerie/upstream/upstream-error'
import type { OrderBook } from '../../market-source.ts'
import type { LatestBook, MarketFollowers } from '../follow/market-followers.ts'
import type { LevelBook } from './level-book.ts'

const GRACE_MS = 30 * SECOND_MS
const PATIENCE_MS = 5 * SECOND_MS
/** Limit besides pinned books; the least recently requested one is dropped. */
const MOST_BOOKS = 30

/** An adapter's state of one book. */
export interface SubscribedBook {
  readonly levels: LevelBook
  readonly isWhole: boolean
  readonly asOf: EpochMs
  readonly seq: number
  /** Local clock time of the snapshot. */
  readonly takenAt: EpochMs
}

/** Dependencies of {@link BookSubscriptions}. */
export type BookSubscriptionDeps<B extends SubscribedBook> = {
  readonly timers: Timers
  readonly symbolOf: (pair: string) => string | undefined
  readonly open: (pair: string) => B
  readonly close: (pair: string, book: B) => void
  readonly followers: Pick<MarketFollowers, 'changed' | 'lost'>
}

type Session<B> = {
  readonly book: B
  isPinned: boolean
  cancelGrace: Cancel
  readonly waiting: Set<(book: OrderBook) => void>
}

/** Books on demand: one upstream subscription per pair, kept for a while after the last request. */
export class BookSubscriptions<B extends SubscribedBook> {
  readonly #deps: BookSubscriptionDeps<B>
  readonly #sessions = new Map<string, Session<B>>()

  constructor(deps: BookSubscriptionDeps<B>) {
    this.#deps = deps
  }

  wanted(): string[] {
    return [...this.#sessions.keys()]
  }

  get(pair: string): B | undefined {
    return this.#sessions.get(pair)?.book
  }

  all(): (readonly [pair: string, book: B])[] {
    const inOrder = [...this.#sessions].sort(([, a], [, b]) => Number(b.isPinned) - Number(a.isPinned))
    return inOrder.map(([pair, { book }]) => [pair, book])
  }

  /** @throws UpstreamError `timeout` when no book arrives in time */
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

  /** Pinned books do not count towards MOST_BOOKS and never expire. */
  pin(pair: string): void {
    const session = this.#touch(pair)
    session.cancelGrace()
    session.isPinned = true
  }

  unpin(pair: string): void {
    const session = this.#sessions.get(pair)
    if (session === undefined) return
    session.isPinned = false
    this.#touch(pair)
  }

  latest(pair: string): LatestBook | undefined {
    const session = this.#sessions.get(pair)
    const view = session === undefined ? undefined : this.#view(pair, session.book)
    if (session === undefined || view === undefined) return undefined
    return { book: { ...view, seq: session.book.seq }, takenAt: session.book.takenAt }
  }

  synced(pair: string): void {
    const session = this.#sessions.get(pair)
    const view = session === undefined ? undefined : this.#view(pair, session.book)
    if (session === undefined || view === undefined) return
    for (const answer of session.waiting) answer(view)
    session.waiting.clear()
    this.changed(pair)
  }

  changed(pair: string): void {
    const symbol = this.#deps.symbolOf(pair)
    if (symbol !== undefined && this.#sessions.get(pair)?.isPinned) this.#deps.followers.changed(symbol)
  }

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

const ASK_AFTER_MS = 2 * SECOND_MS
/** By then, updates in flight when the response was made have arrived. */
const SETTLE_MS = SECOND_MS
/** A book unconfirmed for this long is refetched, so that orders do not fill against a stale one. */
const GIVE_UP_MS = 5 * SECOND_MS

/** Dependencies of {@link SilenceCheck}. */
type SilenceCheckDeps<B extends SubscribedBook> = {
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
