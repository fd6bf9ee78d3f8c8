import { type EpochMs, epochMs } from '@aerie/core/time'
import type { MarketTick } from '../../market-source.ts'

type Last = { stamp: number; order: number; epoch: number; price: number; asOf: EpochMs }
/** A price as the venue said it. */
export type Said = {
  readonly price: number
  /** The venue's stamp, on the venue's clock. */
  readonly stamp: number
  /** Finer order at one stamp: a trade number; 0 where there is none. */
  readonly order: number
  /** {@link VenueClock.epoch} of the stamp. */
  readonly epoch: number
  /** The same stamp on the machine's clock. */
  readonly asOf: EpochMs
}

/** Keeps the newest price of each coin: what is older or a repeat goes no further. */
export class TickGate {
  readonly #venue: string
  readonly #quote: MarketTick['quote']
  readonly #last = new Map<string, Last>()

  constructor(venue: string, quote: MarketTick['quote']) {
    this.#venue = venue
    this.#quote = quote
  }

  /** The tick to deliver, or undefined for one that is out of order or already known. */
  accept(symbol: string, said: Said): MarketTick | undefined {
    const last = this.#last.get(symbol)
    if (last !== undefined && last.epoch === said.epoch) {
      if (said.stamp < last.stamp || (said.stamp === last.stamp && said.order <= last.order)) return undefined
    }
    this.#last.set(symbol, { ...said })
    return this.#tick(symbol, said.price, said.asOf)
  }

  /**
   * The last price again, as of `asOf`: the venue is heard and says nothing newer, so this is still its price.
   *
   * @returns undefined where there is no price, or it is confirmed as late as that already
   */
  confirm(symbol: string, asOf: EpochMs): MarketTick | undefined {
    const last = this.#last.get(symbol)
    if (last === undefined || asOf <= last.asOf) return undefined
    last.asOf = asOf
    return this.#tick(symbol, last.price, asOf)
  }

  /** The venue's clock was set back to `now`: no price can have been confirmed later. */
  confirmedAtMost(now: EpochMs): void {
    for (const last of this.#last.values()) last.asOf = epochMs(Math.min(last.asOf, now))
  }

  /** Machine time up to which the price of `symbol` is confirmed. */
  asOf(symbol: string): EpochMs | undefined {
    return this.#last.get(symbol)?.asOf
  }

  /** Finer order (trade number) of the last price. */
  order(symbol: string): number | undefined {
    return this.#last.get(symbol)?.order
  }

  #tick(symbol: string, price: number, asOf: EpochMs): MarketTick {
    return { symbol, price, asOf, venue: this.#venue, quote: this.#quote }
  }
}
