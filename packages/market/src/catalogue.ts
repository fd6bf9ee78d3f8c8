import type { Industry } from '@aerie/wire/market/market'
import facts from './coins.json' with { type: 'json' }

/** Supplies, ranks and prices (USD) are approximate: for display fallback and simulation only. Null `maxSupply` may mean unlimited. */
export type Coin = {
  readonly symbol: string
  readonly name: string
  /** Key for providers and icon sets: symbols are ambiguous across projects. */
  readonly coingeckoId: string
  /** Market-cap rank from 1, without wrapped and staked assets. */
  readonly approxRank: number
  readonly circulatingSupply: number
  readonly maxSupply: number | null
  readonly industries: readonly Industry[]
  readonly stablecoin: boolean
  readonly color: string
  readonly approxPrice: number | null
  /** Day of `approxPrice`, `YYYY-MM-DD`. */
  readonly approxPriceAsOf: string | null
}

/** All coins by approximate rank. `catalogue.test.ts` parses the file, which makes the cast safe. */
export const COINS: readonly Coin[] = facts as readonly Coin[]

const bySymbol: ReadonlyMap<string, Coin> = new Map(COINS.map((coin) => [coin.symbol, coin]))

/** Looks up an upper-case ticker. */
export const coinBySymbol = (symbol: string): Coin | undefined => bySymbol.get(symbol)

/** Logo path, e.g. `/coins/btc.svg`; a test checks that the web app has one for each coin. */
export const logoPath = (symbol: string): string => `/coins/${symbol.toLowerCase()}.svg`
