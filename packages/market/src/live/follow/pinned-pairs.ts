import type { Pairs } from '../pairs.ts'
import type { VenueAdapter } from '../venue-adapter.ts'

/** The exchange pair pinned for each followed symbol. */
export class PinnedPairs {
  readonly #pairs: Pick<Pairs, 'pairOf'>
  readonly #adapter: Pick<VenueAdapter, 'books' | 'pinTrades' | 'unpinTrades'>
  readonly #pinned = new Map<string, string>()

  constructor(pairs: Pick<Pairs, 'pairOf'>, adapter: Pick<VenueAdapter, 'books' | 'pinTrades' | 'unpinTrades'>) {
    this.#pairs = pairs
    this.#adapter = adapter
  }

  /** Trades before the book, so that no trade after the book is missed. No-op for a symbol without a pair. */
  pin(symbol: string): void {
    const pair = this.#pairs.pairOf(symbol)
    if (pair === undefined) return
    this.#pinned.set(symbol, pair)
    this.#adapter.pinTrades?.(pair)
    this.#adapter.books.pin(pair)
  }

  unpin(symbol: string): void {
    const pair = this.#pinned.get(symbol)
    if (pair === undefined) return
    this.#pinned.delete(symbol)
    this.#adapter.books.unpin(pair)
    this.#adapter.unpinTrades?.(pair)
  }

  repin(symbol: string): boolean {
    const before = this.#pinned.get(symbol)
    if (before === this.#pairs.pairOf(symbol)) return false
    this.unpin(symbol)
    this.pin(symbol)
    return before !== undefined
  }

  with<T>(symbol: string, ask: (pair: string) => T): T | undefined {
    const pair = this.#pinned.get(symbol)
    return pair === undefined ? undefined : ask(pair)
  }
}
