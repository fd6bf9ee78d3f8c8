import type { Industry } from '@aerie/wire/market/industries'
import facts from './coins.json' with { type: 'json' }

/**
 * A coin the product knows. Supplies, ranks and prices are approximate (2025 to 2026): a display fallback and the
 * simulation's starting point, never a quote. Null is unknown or, for `maxSupply`, unlimited.
 */
export type Coin = {
  /** Ticker, upper case; unique in the catalogue. */
  readonly symbol: string
  readonly name: string
  /** The key by which providers and icon sets are asked: symbols are ambiguous across projects. */
  readonly coingeckoId: string
  /** Place by market cap when the list was made, from 1, wrapped and staked assets left out. */
  readonly approxRank: number
  readonly circulatingSupply: number
  readonly maxSupply: number | null
  readonly industries: readonly Industry[]
  readonly stablecoin: boolean
  /** Brand colour, `#RRGGBB`. */
  readonly color: string
  /** USD. */
  readonly approxPrice: number | null
  /** Day of `approxPrice`, `YYYY-MM-DD`. */
  readonly approxPriceAsOf: string | null
}

/** Every coin of the catalogue, by approximate rank. `catalogue.test.ts` parses the file, so the type holds. */
export const COINS: readonly Coin[] = facts as readonly Coin[]

const bySymbol: ReadonlyMap<string, Coin> = new Map(COINS.map((coin) => [coin.symbol, coin]))

/**
 * The coin of a ticker.
 *
 * @param symbol upper case
 * @returns undefined where the catalogue has no such coin
 * @throws never
 */
export const coinBySymbol = (symbol: string): Coin | undefined => bySymbol.get(symbol)

/**
 * Path of a catalogue coin's logo on this server; a test checks that the web app carries one for each.
 *
 * @throws never
 * @example logoPath('BTC') // '/coins/btc.svg'
 */
export const logoPath = (symbol: string): string => `/coins/${symbol.toLowerCase()}.svg`
