import type { EpochMs } from '@aerie/core/time'
import { type MarketTrade, TRADES_KEPT } from '../market-source.ts'

type Numbered = { readonly id: number; readonly trade: MarketTrade }

/** Newest trades by key, unique, ordered by time and then venue id. */
export class RecentTrades {
  readonly #trades = new Map<string, Numbered[]>()

  add(key: string, id: number, trade: MarketTrade): void {
    const known = this.#trades.get(key) ?? []
    if (known.some((one) => one.id === id)) return
    const place = known.findIndex((one) => one.trade.asOf < trade.asOf || (one.trade.asOf === trade.asOf && one.id < id))
    known.splice(place < 0 ? known.length : place, 0, { id, trade })
    if (known.length > TRADES_KEPT) known.length = TRADES_KEPT
    this.#trades.set(key, known)
  }

  newest(key: string): MarketTrade[] {
    return (this.#trades.get(key) ?? []).map(({ trade }) => trade)
  }

  /** Called when the venue's clock was set back to `now`: future trades would hide all later ones. */
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
