import type { EpochMs } from '@aerie/core/time'
import { type MarketTrade, TRADES_KEPT } from '../market-source.ts'

/** A larger jump is treated as an invalid id, unless trades are known to be missing. */
const AHEAD_MOST = 100_000
/** A repeat is at most this much newer than the newest trade. */
const REPEAT_MOST_MS = 2_000

/** Consecutive trade ids of a coin, for gap detection. One invalid id must not make later trades look like repeats. */
export class TradeNumbers {
  #newest: number | undefined
  #time = Number.NEGATIVE_INFINITY
  /** Last invalid id; accepted after all if the next one follows it. */
  #absurd: number | undefined

  get newest(): number | undefined {
    return this.#newest
  }

  /** Resets to this trade; missed trades before it are already accounted for. */
  begin(number: number, time: number): void {
    this.#newest = number
    this.#time = time
    this.#absurd = undefined
  }

  /** @returns `gap` if trades before it are missing; `absurd` for an implausible id, whose trade must be dropped */
  take(number: number, time: number): 'next' | 'gap' | 'repeat' | 'absurd' {
    const newest = this.#newest
    if (this.isRepeat(number, time)) return 'repeat'
    if (newest !== undefined && number > newest + AHEAD_MOST && number - 1 !== this.#absurd) {
      this.#absurd = number
      return 'absurd'
    }
    this.begin(number, time)
    return newest === undefined || number === newest + 1 ? 'next' : 'gap'
  }

  /** A repeat or late trade. A clearly newer time is never a repeat, whatever the id. */
  isRepeat(number: number, time: number): boolean {
    const behind = this.#newest === undefined ? -1 : this.#newest - number
    return behind >= 0 && behind <= AHEAD_MOST && time <= this.#time + REPEAT_MOST_MS
  }

  lacks(named: number): boolean {
    return this.#newest !== undefined && (named > this.#newest || this.#newest - named > AHEAD_MOST)
  }

  hasReceived(named: number): boolean {
    return this.#newest !== undefined && !this.lacks(named)
  }
}

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
