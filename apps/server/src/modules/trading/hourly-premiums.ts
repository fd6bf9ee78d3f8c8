import { HOUR_MS } from '@aerie/core/time'
import { type Fraction, floorDiv, fraction } from '@aerie/core/units'
import type { Market } from '@aerie/trading/market'
import { premiumOf } from '@aerie/trading/premium'
import { impactNotional } from './instruments.ts'

type Hour = { readonly end: number; sum: bigint; count: bigint }

/** Hours kept of each market: what is due late is still known. */
const KEPT = 3

/** Mean funding premiums of the last hours, by the samples that were taken of them. */
export class HourlyPremiums {
  readonly #hours = new Map<string, Hour[]>()

  /** Adds what the market shows now. */
  sample(market: Market, now: number): void {
    const { symbol } = market.instrument
    const premium = premiumOf(market, impactNotional(symbol))
    if (premium === undefined) return
    const hour = this.#hourOf(symbol, (Math.floor(now / HOUR_MS) + 1) * HOUR_MS)
    hour.sum += premium
    hour.count += 1n
  }

  /** Of the hour that ended at `end`; undefined where there was no sample. */
  mean(symbol: string, end: number): Fraction | undefined {
    const hour = this.#hours.get(symbol)?.find((one) => one.end === end)
    return hour && fraction(floorDiv(hour.sum, hour.count))
  }

  #hourOf(symbol: string, end: number): Hour {
    const hours = this.#hours.get(symbol) ?? []
    const present = hours.find((one) => one.end === end)
    if (present !== undefined) return present
    const hour: Hour = { end, sum: 0n, count: 0n }
    this.#hours.set(symbol, [...hours, hour].slice(-KEPT))
    return hour
  }
}
