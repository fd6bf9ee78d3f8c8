import type { Level } from '../numbers.ts'
import { LevelBook } from './level-book.ts'

/** A diff event covering update ids `first` to `last`, inclusive. */
export type DepthDiff = { readonly first: number; readonly last: number; readonly bids: readonly Level[]; readonly asks: readonly Level[] }
/** A book as of `lastUpdateId`. */
export type DepthSnapshot = { readonly lastUpdateId: number; readonly bids: readonly Level[]; readonly asks: readonly Level[] }

/** Levels requested per side; a side with this many may have more. */
export const SNAPSHOT_LEVELS = 1_000
/** A diff spanning more update ids than this is invalid: about a million changes in 100 ms are implausible. */
const SPAN_MOST = 1_000_000
/** One stale diff may be a repeat, more mean that the book's id is wrong. A fresh snapshot may be ahead by a second or two. */
const OLD_MOST = 3
const OLD_MOST_AT_FIRST = 30
/** Consecutive snapshots older than the buffered diffs, after which the diffs are assumed wrong. */
const TOO_OLD_MOST = 3
/** Diffs buffered during a snapshot request: about a minute of a busy coin. */
const MOST_BUFFERED = 1_000

const isPlausible = ({ first, last }: DepthDiff): boolean => first >= 0 && last >= first && last - first < SPAN_MOST

/** Binance's local book rule. Source: binance-spot-api-docs, "How to manage a local order book correctly" */
export class DepthSync {
  readonly book = new LevelBook()
  #buffer: DepthDiff[] = []
  #lastId: number | undefined
  #isStraddled = false
  #olds = 0
  #tooOlds = 0

  get lastId(): number | undefined {
    return this.#lastId
  }

  get isSynced(): boolean {
    return this.#lastId !== undefined
  }

  /** @returns `lost` if an update is missing: the book is reset and needs a new snapshot */
  diff(event: DepthDiff): 'applied' | 'buffered' | 'old' | 'lost' {
    if (this.#lastId === undefined) return this.#keep(event)
    if (event.last <= this.#lastId) return this.#isDoubtful(event) ? this.#lose(event) : 'old'
    if (!isPlausible(event) || !this.#follows(event, this.#lastId)) return this.#lose(event)
    this.book.apply(event.bids, event.asks)
    this.#olds = 0
    this.#lastId = event.last
    this.#isStraddled = true
    return this.book.isCrossed ? this.#lose() : 'applied'
  }

  /** @returns `too-old` if the buffered diffs start after the snapshot, so another one is needed */
  snapshot(taken: DepthSnapshot): 'synced' | 'too-old' | 'lost' {
    const first = this.#buffer[0]
    if (first !== undefined && taken.lastUpdateId < first.first - 1) {
      this.#tooOlds += 1
      if (this.#tooOlds < TOO_OLD_MOST) return 'too-old'
      this.#buffer = []
    }
    this.#tooOlds = 0
    this.book.replace(taken.bids, taken.asks, SNAPSHOT_LEVELS)
    this.#lastId = taken.lastUpdateId
    this.#isStraddled = false
    this.#olds = 0
    const waiting = this.#buffer
    this.#buffer = []
    for (const event of waiting) {
      // Diffs already in the snapshot cannot invalidate it.
      if (event.last > taken.lastUpdateId && this.diff(event) === 'lost') return 'lost'
    }
    return this.book.isCrossed ? this.#lose() : 'synced'
  }

  reset(): void {
    this.#buffer = []
    this.#lastId = undefined
    this.#isStraddled = false
  }

  #follows(event: DepthDiff, lastId: number): boolean {
    return this.#isStraddled ? event.first === lastId + 1 : event.first <= lastId + 1 && lastId + 1 <= event.last
  }

  #keep(event: DepthDiff): 'buffered' {
    const before = this.#buffer.at(-1)
    if (before !== undefined && event.first !== before.last + 1) this.#buffer = []
    if (isPlausible(event)) this.#buffer.push(event)
    if (this.#buffer.length > MOST_BUFFERED) this.#buffer.shift()
    return 'buffered'
  }

  #isDoubtful(event: DepthDiff): boolean {
    this.#olds = event.last === this.#lastId ? 0 : this.#olds + 1
    return this.#olds > (this.#isStraddled ? OLD_MOST : OLD_MOST_AT_FIRST)
  }

  #lose(event?: DepthDiff): 'lost' {
    this.reset()
    if (event !== undefined) this.#keep(event)
    return 'lost'
  }
}
