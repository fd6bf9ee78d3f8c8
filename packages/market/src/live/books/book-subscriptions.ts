import { SECOND_MS } from '@aerie/core/time'
import type { Cancel, Timers } from '@aerie/upstream/timers'
import { UpstreamError } from '@aerie/upstream/upstream-error'
import type { OrderBook } from '../../market-source.ts'

/** A book nobody has asked for in this long is given up. */
const GRACE_MS = 30 * SECOND_MS
/** An asker waits this long for a first book. */
const PATIENCE_MS = 5 * SECOND_MS
/** Books kept at once; the one asked for longest ago makes room. */
const MOST_BOOKS = 30

/** What an adapter provides. */
export type BookSubscriptionEvents = {
  readonly open: (pair: string) => void
  readonly close: (pair: string) => void
  /** The book as it stands; undefined while it cannot be trusted. */
  readonly view: (pair: string) => OrderBook | undefined
}

type Session = { cancelGrace: Cancel; readonly waiting: Set<(book: OrderBook) => void> }

/** Books on demand: one upstream subscription a pair however many ask, kept a while after the last. */
export class BookSubscriptions {
  readonly #events: BookSubscriptionEvents
  readonly #timers: Timers
  /** In the order of the last question, oldest first. */
  readonly #sessions = new Map<string, Session>()

  constructor(events: BookSubscriptionEvents, timers: Timers) {
    this.#events = events
    this.#timers = timers
  }

  /** Pairs whose book is wanted now. */
  wanted(): string[] {
    return [...this.#sessions.keys()]
  }

  isWanted(pair: string): boolean {
    return this.#sessions.has(pair)
  }

  /** @throws UpstreamError `timeout` when no book can be had soon */
  ask(pair: string): Promise<OrderBook> {
    const session = this.#touch(pair)
    const view = this.#events.view(pair)
    if (view !== undefined) return Promise.resolve(view)
    return new Promise((resolve, reject) => {
      const answer = (book: OrderBook) => {
        cancel()
        resolve(book)
      }
      const cancel = this.#timers.after(PATIENCE_MS, () => {
        session.waiting.delete(answer)
        reject(new UpstreamError('timeout', 'has not sent the order book'))
      })
      session.waiting.add(answer)
    })
  }

  /** Says that the book of `pair` can be trusted (again). */
  synced(pair: string): void {
    const session = this.#sessions.get(pair)
    const view = this.#events.view(pair)
    if (session === undefined || view === undefined) return
    for (const answer of session.waiting) answer(view)
    session.waiting.clear()
  }

  stop(): void {
    for (const session of this.#sessions.values()) session.cancelGrace()
    this.#sessions.clear()
  }

  #touch(pair: string): Session {
    const before = this.#sessions.get(pair)
    before?.cancelGrace()
    this.#sessions.delete(pair)
    const cancelGrace = this.#timers.after(GRACE_MS, () => this.#giveUp(pair))
    const session: Session = { cancelGrace, waiting: before?.waiting ?? new Set() }
    this.#sessions.set(pair, session)
    if (before === undefined) this.#events.open(pair)
    const [oldest] = this.#sessions.keys()
    if (this.#sessions.size > MOST_BOOKS && oldest !== undefined) this.#giveUp(oldest)
    return session
  }

  #giveUp(pair: string): void {
    this.#sessions.get(pair)?.cancelGrace()
    if (this.#sessions.delete(pair)) this.#events.close(pair)
  }
}
