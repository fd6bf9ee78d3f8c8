import { type EpochMs, epochMs } from '@aerie/core/time'
import type { MarketTick } from '../../market-source.ts'

type Last = { stamp: number; order: number; epoch: number; price: number; asOf: EpochMs }
/** A price as sent by the venue. */
export type VenuePrice = {
  readonly price: number
  /** Venue clock. */
  readonly stamp: number
  /** Order within one timestamp: a trade id, or 0. */
  readonly order: number
  /** {@link VenueClock.epoch} of the stamp. */
  readonly epoch: number
  readonly asOf: EpochMs
}

/** Keeps the newest price of each coin; drops older ones and repeats. */
export class TickGate {
  readonly #venue: string
  readonly #quote: MarketTick['quote']
  readonly #last = new Map<string, Last>()

  constructor(venue: string, quote: MarketTick['quote']) {
    this.#venue = venue
    this.#quote = quote
  }

  accept(symbol: string, venuePrice: VenuePrice): MarketTick | undefined {
    const last = this.#last.get(symbol)
    if (last !== undefined && last.epoch === venuePrice.epoch) {
      if (venuePrice.stamp < last.stamp || (venuePrice.stamp === last.stamp && venuePrice.order <= last.order)) return undefined
    }
    this.#last.set(symbol, { ...venuePrice })
    return this.#tick(symbol, venuePrice.price, venuePrice.asOf)
  }

  /** Confirms the last price as of `asOf`; undefined without a price, or if it is already confirmed that late. */
  confirm(symbol: string, asOf: EpochMs): MarketTick | undefined {
    const last = this.#last.get(symbol)
    if (last === undefined || asOf <= last.asOf) return undefined
    last.asOf = asOf
    return this.#tick(symbol, last.price, asOf)
  }

  /** Called when the venue's clock was set back to `now`: no confirmation can be later. */
  confirmedAtMost(now: EpochMs): void {
    for (const last of this.#last.values()) last.asOf = epochMs(Math.min(last.asOf, now))
  }

  asOf(symbol: string): EpochMs | undefined {
    return this.#last.get(symbol)?.asOf
  }

  order(symbol: string): number | undefined {
    return this.#last.get(symbol)?.order
  }

  #tick(symbol: string, price: number, asOf: EpochMs): MarketTick {
    return { symbol, price, asOf, venue: this.#venue, quote: this.#quote }
  }
}
