import { type Level, LevelBook } from './level-book.ts'

/** One diff event: it covers the update ids `first` to `last`, inclusive. */
export type DepthDiff = { readonly first: number; readonly last: number; readonly bids: readonly Level[]; readonly asks: readonly Level[] }
/** A book as of `lastUpdateId`. */
export type DepthSnapshot = { readonly lastUpdateId: number; readonly bids: readonly Level[]; readonly asks: readonly Level[] }

/** Diffs kept while a snapshot is on its way: about a minute of a busy coin. */
const MOST_BUFFERED = 1_000

/**
 * Binance's rule for a local book: buffer diffs, take a snapshot, drop the diffs it holds already, let the first one
 * straddle it, and from then on require each diff to follow the one before without a gap.
 *
 * Source: binance-spot-api-docs, "How to manage a local order book correctly"
 */
export class DepthSync {
  readonly book = new LevelBook()
  #buffer: DepthDiff[] = []
  #lastId: number | undefined
  #isStraddled = false

  get isSynced(): boolean {
    return this.#lastId !== undefined
  }

  /** `lost`: an update is missing, the book is thrown away and a new snapshot is needed. */
  diff(event: DepthDiff): 'applied' | 'buffered' | 'old' | 'lost' {
    if (this.#lastId === undefined) {
      this.#buffer.push(event)
      if (this.#buffer.length > MOST_BUFFERED) this.#buffer.shift()
      return 'buffered'
    }
    if (event.last <= this.#lastId) return 'old'
    if (!this.#follows(event, this.#lastId)) return this.#lose(event)
    this.book.apply(event.bids, event.asks)
    this.#lastId = event.last
    this.#isStraddled = true
    return this.book.isCrossed ? this.#lose() : 'applied'
  }

  /** `too-old`: the diffs at hand begin after the snapshot, so another one is needed. */
  snapshot(taken: DepthSnapshot): 'synced' | 'too-old' | 'lost' {
    const first = this.#buffer[0]
    if (first !== undefined && taken.lastUpdateId < first.first - 1) return 'too-old'
    this.book.replace(taken.bids, taken.asks)
    this.#lastId = taken.lastUpdateId
    this.#isStraddled = false
    const waiting = this.#buffer
    this.#buffer = []
    for (const event of waiting) if (this.diff(event) === 'lost') return 'lost'
    return this.book.isCrossed ? this.#lose() : 'synced'
  }

  /** Throws the book away. */
  reset(): void {
    this.#buffer = []
    this.#lastId = undefined
    this.#isStraddled = false
  }

  #follows(event: DepthDiff, lastId: number): boolean {
    return this.#isStraddled ? event.first === lastId + 1 : event.first <= lastId + 1 && lastId + 1 <= event.last
  }

  #lose(event?: DepthDiff): 'lost' {
    this.reset()
    if (event !== undefined) this.#buffer.push(event)
    return 'lost'
  }
}
