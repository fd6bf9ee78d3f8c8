import type { EpochMs } from '@aerie/core/time'
import type { OrderBook } from '../../market-source.ts'

/** `[price, size in coins]`; what providers add behind is not used. */
export type Level = readonly [price: number, size: number, ...unknown[]]

/** Levels shown of each side. */
const SHOWN = 200

/** One coin's book: sizes are absolute, size 0 removes a level. */
export class LevelBook {
  readonly #bids = new Map<number, number>()
  readonly #asks = new Map<number, number>()

  replace(bids: readonly Level[], asks: readonly Level[]): void {
    this.#bids.clear()
    this.#asks.clear()
    this.apply(bids, asks)
  }

  apply(bids: readonly Level[], asks: readonly Level[]): void {
    for (const [price, size] of bids) set(this.#bids, price, size)
    for (const [price, size] of asks) set(this.#asks, price, size)
  }

  /** Levels of the thinner side. */
  get depth(): number {
    return Math.min(this.#bids.size, this.#asks.size)
  }

  /** Whether a buyer offers at least what a seller asks: no real book stands like that, so an update was lost. */
  get isCrossed(): boolean {
    let bid = Number.NEGATIVE_INFINITY
    let ask = Number.POSITIVE_INFINITY
    for (const price of this.#bids.keys()) if (price > bid) bid = price
    for (const price of this.#asks.keys()) if (price < ask) ask = price
    return bid >= ask
  }

  shown(symbol: string, asOf: EpochMs): OrderBook {
    return {
      symbol,
      bids: [...this.#bids].sort((a, b) => b[0] - a[0]).slice(0, SHOWN),
      asks: [...this.#asks].sort((a, b) => a[0] - b[0]).slice(0, SHOWN),
      asOf,
    }
  }
}

function set(side: Map<number, number>, price: number, size: number): void {
  if (size === 0) side.delete(price)
  else side.set(price, size)
}
