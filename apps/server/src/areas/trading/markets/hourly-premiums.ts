import { type Fraction, floorDiv, fraction } from '@aerie/core/numbers/units'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@aerie/core/time'
import { premiumOf } from '@aerie/trading/margin/funding'
import type { Market } from '@aerie/trading/matching/market'
import { impactNotional } from './instruments.ts'

export type PremiumHour = {
  readonly end: number
  /** Of the samples, 10⁻¹⁸. */
  readonly sum: bigint
  readonly count: number
  readonly coveredMs: number
  readonly sampledAt: number
}

export type MeanPremium = { readonly premium: Fraction; readonly isWhole: boolean }

/** Hours kept per market, for late payments. */
const KEPT = 3
/** Hyperliquid samples every five seconds. */
const SAMPLE_MS = 5 * SECOND_MS
/** An hour counts as whole with at most five minutes missing. */
const WHOLE_MS = HOUR_MS - 5 * MINUTE_MS

export class HourlyPremiums {
  readonly #hours = new Map<string, readonly PremiumHour[]>()
  /** Symbols sampled since `takeChanged`. */
  readonly #changed = new Set<string>()

  /** At most every five seconds of market time. @param gapMs maximum time covered by one sample */
  sample(market: Market, now: number, gapMs: number): void {
    const { symbol } = market.instrument
    const end = (Math.floor(now / HOUR_MS) + 1) * HOUR_MS
    const hours = this.#hours.get(symbol) ?? []
    const before = hours.find((hour) => hour.end === end)
    if (before !== undefined && now < before.sampledAt + SAMPLE_MS) return
    const premium = premiumOf(market, impactNotional(symbol))
    if (premium === undefined) return
    const since = Math.min(now - coveredTo(hours, end - HOUR_MS, now), gapMs)
    const hour = addSample(before ?? { end, sum: 0n, count: 0, coveredMs: 0, sampledAt: now }, { premium, since, now })
    this.#hours.set(symbol, [...hours.filter((one) => one !== before), hour].slice(-KEPT))
    this.#changed.add(symbol)
  }

  mean(symbol: string, end: number): MeanPremium | undefined {
    const hour = this.#hours.get(symbol)?.find((one) => one.end === end)
    return hour && { premium: fraction(floorDiv(hour.sum, BigInt(hour.count))), isWhole: hour.coveredMs >= WHOLE_MS }
  }

  restore(symbol: string, hours: readonly PremiumHour[]): void {
    this.#hours.set(symbol, hours.slice(-KEPT))
  }

  takeChanged(): (readonly [symbol: string, hours: readonly PremiumHour[]])[] {
    const changed = [...this.#changed].map((symbol) => [symbol, this.#hours.get(symbol) ?? []] as const)
    this.#changed.clear()
    return changed
  }
}

/** End of the time covered before `now`, not before the hour's start; the first sample covers its own five seconds. */
function coveredTo(hours: readonly PremiumHour[], begin: number, now: number): number {
  const earlier = hours.map(({ sampledAt }) => sampledAt).filter((at) => at <= now)
  return Math.max(begin, earlier.length === 0 ? now - SAMPLE_MS : Math.max(...earlier))
}

const addSample = (hour: PremiumHour, { premium, since, now }: { premium: Fraction; since: number; now: number }): PremiumHour => ({
  end: hour.end,
  sum: hour.sum + premium,
  count: hour.count + 1,
  coveredMs: hour.coveredMs + since,
  sampledAt: now,
})
