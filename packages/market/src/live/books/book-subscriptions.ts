import { type EpochMs, SECOND_MS } from '@aerie/core/time'
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
