import type { EpochMs } from '@aerie/core/time'
import type { OrderBook } from '../../market-source.ts'

/** `[price, size in coins]`; what providers add behind is not used. */
export type Level = readonly [price: number, size: number, ...unknown[]]

/** Levels shown of each side. */
const SHOWN = 200
/** Levels kept of each side, the best: more than an exchange sends, so that none can fill the memory. */
const MOST_LEVELS = 50_000

/** One coin's book: sizes are absolute, size 0 removes a level. */
export class LevelBook {
  readonly #bids = new BookSide(-1)
  readonly #asks = new BookSide(1)

  replace(bids: readonly Level[], asks: readonly Level[]): void {
    this.#bids.replace(bids)
    this.#asks.replace(asks)
  }

  apply(bids: readonly Level[], asks: readonly Level[]): void {
    for (const [price, size] of bids) this.#bids.set(price, size)
    for (const [price, size] of asks) this.#asks.set(price, size)
  }

  /** Levels of the thinner side. */
  get depth(): number {
    return Math.min(this.#bids.length, this.#asks.length)
  }

  /** Best bid and best ask; undefined for a side without levels. */
  get best(): { readonly bid: number | undefined; readonly ask: number | undefined } {
    return { bid: this.#bids.best, ask: this.#asks.best }
  }

  /** Whether a buyer offers at least what a seller asks: no real book stands like that, so an update was lost. */
  get isCrossed(): boolean {
    const { bid, ask } = this.best
    return bid !== undefined && ask !== undefined && bid >= ask
  }

  shown(symbol: string, asOf: EpochMs): OrderBook {
    return { symbol, bids: this.#bids.top(SHOWN), asks: this.#asks.top(SHOWN), asOf }
  }
}

/** One side, always in order: a book that is told ten times a second must not be sorted each time. */
class BookSide {
  readonly #direction: 1 | -1
  readonly #sizes = new Map<number, number>()
  /** Best first. */
  #prices: number[] = []

  /** @param direction 1 where the lowest price is the best, -1 where the highest is */
  constructor(direction: 1 | -1) {
    this.#direction = direction
  }

  get length(): number {
    return this.#prices.length
  }

  get best(): number | undefined {
    return this.#prices[0]
  }

  replace(levels: readonly Level[]): void {
    this.#sizes.clear()
    for (const [price, size] of levels) {
      if (size === 0) this.#sizes.delete(price)
      else this.#sizes.set(price, size)
    }
    this.#prices = [...this.#sizes.keys()].sort((a, b) => this.#direction * (a - b))
    while (this.#prices.length > MOST_LEVELS) this.#dropWorst()
  }

  set(price: number, size: number): void {
    const isNew = !this.#sizes.has(price)
    if (size !== 0) this.#sizes.set(price, size)
    if (size !== 0 && isNew) this.#prices.splice(this.#placeOf(price), 0, price)
    if (size === 0 && this.#sizes.delete(price)) this.#prices.splice(this.#placeOf(price), 1)
    if (this.#prices.length > MOST_LEVELS) this.#dropWorst()
  }

  top(most: number): (readonly [price: number, size: number])[] {
    return this.#prices.slice(0, most).map((price) => [price, this.#sizes.get(price) ?? 0])
  }

  /** Where `price` stands, or would. */
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
    const worst = this.#prices.pop()
    if (worst !== undefined) this.#sizes.delete(worst)
  }
}
