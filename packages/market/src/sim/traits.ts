import { itemAt } from '@aerie/core/item-at'
import type { Industry } from '@aerie/wire/market/market'
import { COINS, type Coin } from '../catalogue.ts'
import type { MarketRules } from '../market-source.ts'
import { stream, uniformAt } from './random.ts'

/** Correlated sectors: the product's industries and base layers. Bitcoin and stablecoins have none. */
export const SECTORS = ['MEME', 'ARTIFICIAL_INTELLIGENCE', 'DECENTRALIZED_FINANCE_PROTOCOL', 'BASE_LAYER'] as const
export type Sector = (typeof SECTORS)[number]

/** Hourly RMS log return of the market factor. */
export const MARKET_HOURLY = 0.0038
const SECTOR_HOURLY: Readonly<Record<Sector, number>> = {
  MEME: 0.0042,
  ARTIFICIAL_INTELLIGENCE: 0.0034,
  DECENTRALIZED_FINANCE_PROTOCOL: 0.0028,
  BASE_LAYER: 0.0012,
}

/** Properties of a simulated coin, the same for every seed. Log returns are hourly RMS. */
export type Traits = {
  readonly coin: Coin
  /** Long-run median price, USD. */
  readonly anchor: number
  /** Price decimals; never negative, because no catalogue coin costs a million. */
  readonly decimals: number
  readonly market: number
  readonly sector: Sector | null
  readonly sectorMove: number
  readonly own: number
  /** Total of all factors. */
  readonly hourly: number
  /** In coins. */
  readonly hourlyVolume: number
  readonly volumeDecimals: number
  readonly ticksPerMinute: number
}

const character = stream('character')

/** Traits of all catalogue coins, in catalogue order. */
export const TRAITS: readonly Traits[] = COINS.map(traitsOf)

function traitsOf(coin: Coin): Traits {
  const anchor = coin.approxPrice ?? anchorByRank(coin)
  const { market, sector, own } = coin.stablecoin ? { market: 0, sector: null, own: 0.000015 } : movesOf(coin)
  const sectorMove = sector === null ? 0 : SECTOR_HOURLY[sector]
  const dailyTurnover = coin.stablecoin ? 0.25 : 0.015 + 0.05 * uniformAt(character, coin.approxRank * 8 + 2)
  const hourlyVolume = (coin.circulatingSupply * dailyTurnover) / 24
  return {
    coin,
    anchor,
    decimals: Math.max(0, 5 - Math.floor(Math.log10(anchor))),
    market,
    sector,
    sectorMove,
    own,
    hourly: Math.hypot(market, sectorMove, own),
    hourlyVolume,
    volumeDecimals: Math.max(0, 6 - Math.floor(Math.log10(hourlyVolume))),
    ticksPerMinute: coin.approxRank <= 20 ? 55 : coin.approxRank <= 50 ? 30 : 15,
  }
}

function movesOf(coin: Coin): { market: number; sector: Sector | null; own: number } {
  if (coin.symbol === 'BTC') return { market: MARKET_HOURLY, sector: null, own: 0.0018 }
  const beta = coin.approxRank <= 10 ? 1.1 : 1.1 + 0.4 * uniformAt(character, coin.approxRank * 8)
  const sector: Industry | 'BASE_LAYER' = coin.industries[0] ?? 'BASE_LAYER'
  const wild = sector === 'MEME' ? 0.0028 : 0
  const spread = 0.8 + 0.4 * uniformAt(character, coin.approxRank * 8 + 1)
  return { market: beta * MARKET_HOURLY, sector, own: (0.0024 + 0.000034 * coin.approxRank + wild) * spread }
}

/** Fallback price: the market cap its rank suggests, divided by supply. */
function anchorByRank(coin: Coin): number {
  const priced = COINS.filter((one) => one.approxPrice !== null && !one.stablecoin)
  const capOf = (one: Coin) => Math.log((one.approxPrice ?? 0) * one.circulatingSupply)
  const above = priced.findLast((one) => one.approxRank < coin.approxRank)
  const below = priced.find((one) => one.approxRank > coin.approxRank)
  const last = itemAt(priced, -1)
  if (above === undefined || below === undefined) {
    // Beyond the last priced coin, caps fall by about 2.5 % per rank.
    return Math.exp(capOf(last) - 0.025 * (coin.approxRank - last.approxRank)) / coin.circulatingSupply
  }
  const share = (coin.approxRank - above.approxRank) / (below.approxRank - above.approxRank)
  return Math.exp(capOf(above) + share * (capOf(below) - capOf(above))) / coin.circulatingSupply
}

/** Smallest order in a simulated market, as on Hyperliquid. */
const MIN_NOTIONAL = '10'

/** Rules of a simulated coin: prices on its grid, sizes in steps worth 0.1 to 1 USD at the anchor. Stablecoins are not tradable. */
export function rulesOf(
  { coin, anchor, decimals }: Pick<Traits, 'coin' | 'anchor' | 'decimals'>,
  book: 'simulated' | 'synthetic',
): MarketRules | undefined {
  if (coin.stablecoin) return undefined
  const lotDecimals = Math.max(0, Math.ceil(Math.log10(anchor)))
  return { tick: unit(decimals), lot: unit(lotDecimals), minNotional: MIN_NOTIONAL, book }
}

const unit = (decimals: number): string => (decimals === 0 ? '1' : `0.${'0'.repeat(decimals - 1)}1`)
