import type { EpochMs } from '@aerie/core/time'
import type { OrderBook } from '../../market-source.ts'
import type { Level } from '../numbers.ts'

const SHOWN = 200
/** Best levels kept per side; above this the worst half is dropped, because an update costs O(levels). */
const MOST_LEVELS = 2_000

/** A coin's book: sizes are absolute, size 0 removes a level. Each side is exact up to its edge; levels beyond may be missing. */
export class LevelBook {
  readonly #bids = new BookSide(-1)
  readonly #asks = new BookSide(1)

  /** @param limit maximum levels per side the venue sends: at this many, there may be more */
  replace(bids: readonly Level[], asks: readonly Level[], limit = Number.POSITIVE_INFINITY): void {
    this.#bids.replace(bids, limit)
    this.#asks.replace(asks, limit)
  }

  apply(bids: readonly Level[], asks: readonly Level[]): void {
    for (const [price, size] of bids) this.#bids.set(price, size)
    for (const [price, size] of asks) this.#asks.set(price, size)
  }

  get best(): { readonly bid: number | undefined; readonly ask: number | undefined } {
    return { bid: this.#bids.best, ask: this.#asks.best }
  }

  /** True if best bid >= best ask, which means an update was lost. */
  get isCrossed(): boolean {
    const { bid, ask } = this.best
    return bid !== undefined && ask !== undefined && bid >= ask
  }

  get isExhausted(): boolean {
    return this.#bids.isExhausted || this.#asks.isExhausted
  }

  shown(symbol: string, asOf: EpochMs): OrderBook {
    return { symbol, bids: this.#bids.top(SHOWN), asks: this.#asks.top(SHOWN), asOf }
  }
}

/** Kept sorted, because sorting on each of ten updates a second is too slow. */
class BookSide {
  readonly #direction: 1 | -1
  readonly #sizes = new Map<number, number>()
  #prices: number[] = []
  /** Worst price up to which the side is complete; undefined if it is complete. */
  #edge: number | undefined

  constructor(direction: 1 | -1) {
    this.#direction = direction
  }

  get best(): number | undefined {
    return this.#prices[0]
  }

  get isExhausted(): boolean {
    return this.#edge !== undefined && this.#prices.length < SHOWN
  }

  replace(levels: readonly Level[], limit: number): void {
    const kept = levels.length > MOST_LEVELS ? this.#bestOf(levels) : levels
    this.#sizes.clear()
    for (const [price, size] of kept) {
      if (size === 0) this.#sizes.delete(price)
      else this.#sizes.set(price, size)
    }
    this.#prices = Array.from(Float64Array.from(this.#sizes.keys()).sort())
    if (this.#direction === -1) this.#prices.reverse()
    this.#edge = levels.length >= limit || kept.length < levels.length ? this.#prices.at(-1) : undefined
  }

  /** Keeps the best half. Sorts prices only: with 60,000 levels a map takes ten times as long. */
  #bestOf(levels: readonly Level[]): readonly Level[] {
    const prices = new Float64Array(levels.length)
    let count = 0
    for (const [price, size] of levels) if (size !== 0) prices[count++] = price
    const sorted = prices.subarray(0, count).sort()
    const worst = sorted.at(this.#direction === 1 ? MOST_LEVELS / 2 - 1 : -MOST_LEVELS / 2)
    if (worst === undefined) return levels
    return levels.filter(([price]) => this.#direction * (price - worst) <= 0)
  }

  set(price: number, size: number): void {
    if (this.#edge !== undefined && this.#direction * (price - this.#edge) > 0) return
    const isNew = !this.#sizes.has(price)
    if (size !== 0) this.#sizes.set(price, size)
    if (size !== 0 && isNew) this.#prices.splice(this.#placeOf(price), 0, price)
    if (size === 0 && this.#sizes.delete(price)) this.#prices.splice(this.#placeOf(price), 1)
    this.#dropWorst()
  }

  top(most: number): Level[] {
    return this.#prices.slice(0, most).map((price) => [price, this.#sizes.get(price) ?? 0])
  }

  #placeOf(price: number): number {
    let from = 0
    let to = this.#prices.length
    while (from < to) {
      const middle = (from + to) >>> 1
      if (this.#direction * ((this.#prices[middle] ?? 0) - price) < 0) from = middle + 1
      else to = middle
    }
    return from
  }

  #dropWorst(): void {
    if (this.#prices.length <= MOST_LEVELS) return
    for (const price of this.#prices.splice(MOST_LEVELS / 2)) this.#sizes.delete(price)
    this.#edge = this.#prices.at(-1)
  }
}
