import { SECOND_MS } from '@aerie/core/time'
import { every } from '@aerie/runtime/ticker'
import { useSyncExternalStore } from 'react'
import { ageText } from '../../../live/market/age-text.ts'
import { ageMs, isStalePrice } from '../../../live/market/market-status.ts'
import { useAssetDetails } from '../../../live/market/use-asset-details.ts'
import { type Quote, useQuote } from '../../../live/market/use-quote.ts'
import { priceText } from '../../../market-views/forecast/forecast-text.ts'
import * as WORDS from './editor-words.ts'

const NO_PRICE = { pending: WORDS.readingPrice, error: WORDS.priceFailed, success: WORDS.noPriceYet } as const

/** The price of a coin, against which a level is written; how old it is, where that is not now. */
export function PriceNow({ symbol }: { readonly symbol: string }) {
  // Ticks are kept of coins that have been read once: this one may stand on no other list.
  const { status } = useAssetDetails(symbol)
  const quote = useQuote(symbol)
  const age = useStaleAge(quote)
  if (quote === null) return <p className="text-12 text-ink-2">{NO_PRICE[status](symbol)}</p>
  const price = priceText(quote.price, quote.quote)
  return age === null ? (
    <p className="num text-12 text-ink-2">{`${symbol} is at ${price} now.`}</p>
  ) : (
    <p className="num text-12 text-warning">{`${symbol} was at ${price}, ${age} ago. There is no newer price.`}</p>
  )
}

/** Age of a price that is older than its source allows; null while it is not. */
export const useStaleAge = (quote: Quote | null): string | null =>
  useSyncExternalStore(eachSecond, () => (quote !== null && isStalePrice(quote.asOf) ? ageText(ageMs(quote.asOf) ?? 0) : null))

const eachSecond = (tell: () => void): (() => void) => every(SECOND_MS, tell)
