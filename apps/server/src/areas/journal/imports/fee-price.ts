import { type Price, price } from '@aerie/core/numbers/units'
import type { ImportedEntry } from '@aerie/journal/import/entries'
import { coinsOf, isDollar } from '@aerie/journal/import/markets'

/** Closes of a fee's coin and of the market's quote coin in dollars. */
export type FeeCloses = readonly [fee: number | null, quote: number | null] | null | undefined

/** Price of a fee's coin in the market's currency; undefined if it cannot be computed from these closes. */
export function feePriceOf(entry: ImportedEntry, closes: FeeCloses): Price | undefined {
  // A contract that is settled in a coin has no currency to value it in.
  if ('settled' in entry && entry.settled !== undefined) return undefined
  const [fee = null, quote = null] = closes ?? []
  const rate = isDollar(coinsOf(entry.symbol).quote) ? 1 : quote
  return fee === null || rate === null || rate <= 0 ? undefined : priceOf(fee / rate)
}

/** Close of a candle as a price; undefined without one. */
export const priceOf = (close: number | null): Price | undefined =>
  close !== null && close > 0 && close < MOST_PRICE ? price(BigInt(Math.round(close * 1e12))) : undefined

const MOST_PRICE = 1e15
