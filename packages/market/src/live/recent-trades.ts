import type { EpochMs } from '@aerie/core/time'
import { type MarketTrade, TRADES_KEPT } from '../market-source.ts'

type Numbered = { readonly id: number; readonly trade: MarketTrade }

/** The newest trades by pair or symbol, each once, in the order of their times and, at one time, of the venue's numbers. */
export class RecentTrades {
  readonly #trades = new Map<string, Numbered[]>()

  /** Takes a trade, whether it comes from a stream or later from a list; a repeat changes nothing. */
  add(key: string, id: number, trade: MarketTrade): void {
    const known = this.#trades.get(key) ?? []
    if (known.some((one) => one.id === id)) return
    const place = known.findIndex((one) => one.trade.asOf < trade.asOf || (one.trade.asOf === trade.asOf && one.id < id))
    known.splice(place < 0 ? known.length : place, 0, { id, trade })
    if (known.length > TRADES_KEPT) known.length = TRADES_KEPT
    this.#trades.set(key, known)
  }

  /** Newest first. */
  newest(key: string): MarketTrade[] {
    return (this.#trades.get(key) ?? []).map(({ trade }) => trade)
  }

  /** The venue's clock was set back to `now`: trades of its future would hide all that follow. */
  forgetAfter(now: EpochMs): void {
    for (const [key, known] of this.#trades)
      this.#trades.set(
        key,
        known.filter(({ trade }) => trade.asOf <= now),
      )
  }

  forget(key: string): void {
    this.#trades.delete(key)
  }
}
