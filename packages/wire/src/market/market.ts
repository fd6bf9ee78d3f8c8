import { INTERVALS } from '@aerie/core/market/candle'
import * as z from 'zod/mini'
import { INDUSTRY_VALUES } from './industries.ts'
import { MARKET_FIELD_WORDS } from './market-field-words.ts'

/** Rows a Home page holds. */
export const PAGE_SIZE = 10
/** Home lists this many coins, whatever the filter. */
export const LISTED_COINS = 50

/** Ticker symbol of a coin, upper case: `BTC`. */
export const symbol = z.string().check(z.regex(/^[A-Z0-9]{1,12}$/, MARKET_FIELD_WORDS.symbol))

/** Milliseconds since the epoch, UTC. */
export const epochMsField = z.int().check(z.gte(0))
/** A price or an amount of money in the asset's quote currency; null is unknown, never 0. */
const amount = z.nullable(z.number().check(z.gte(0)))

/** Kinds of market source, as they travel. */
export const SOURCE_KINDS = ['live', 'sim', 'replay'] as const
/** Where prices come from: real venues, the seeded simulation, or recorded candles. */
export const sourceKind = z.enum(SOURCE_KINDS)
export type SourceKind = z.output<typeof sourceKind>

/** What the list can be ordered by; the default is market cap, largest first. */
export const SORT_KEYS = ['name', 'price', 'change1h', 'change24h', 'change7d', 'marketCap', 'volume', 'circulatingSupply'] as const
/** Schema of `SORT_KEYS`. */
export const sortKey = z.enum(SORT_KEYS)
export type SortKey = z.output<typeof sortKey>

/** Prices one hour, 24 hours and seven days ago; null where not known. */
export const closes = z.object({ '1h': amount, '24h': amount, '7d': amount })

/** Currency of the prices: venues that quote in USDT say so. */
export const quoteCurrency = z.enum(['USD', 'USDT', 'USDC'])

/** One row of the market list. */
export const assetRow = z.object({
  symbol,
  name: z.string(),
  /** Path of the logo on this server. */
  logo: z.string(),
  brand: z.object({ color: z.string().check(z.regex(/^#[0-9A-Fa-f]{6}$/)) }),
  price: amount,
  marketCap: amount,
  /** Traded in the last 24 hours, in the quote currency. */
  volume: amount,
  circulatingSupply: amount,
  closes,
  /** Place by market cap within the filter, from 1. Equals index + 1 + (page - 1) * size in the default order. */
  rank: z.int().check(z.gte(1)),
  /** Clock of the market at the price; null while there is none. */
  as_of: z.nullable(epochMsField),
  quote: quoteCurrency,
  /** Closes of the last seven days, oldest first, at most 42; empty where not known. */
  sparkline: z.array(z.number()),
})
export type AssetRow = z.output<typeof assetRow>

/** Client event `assets` of `/live`. An absent, null or empty industry, or ALL, clears the filter. */
export const assetsRequest = z.object({
  page: z._default(z.int().check(z.gte(1), z.lte(10_000)), 1),
  size: z._default(z.int().check(z.gte(1), z.lte(LISTED_COINS)), PAGE_SIZE),
  industry: z.optional(z.nullable(z.enum([...INDUSTRY_VALUES, 'ALL', '']))),
  sort: z.optional(sortKey),
  order: z._default(z.enum(['asc', 'desc']), 'desc'),
})
export type AssetsRequest = z.output<typeof assetsRequest>

/** Server event `assets` of `/live`, and the data of `GET /api/v1/assets`. */
export const assetsPage = z.object({
  data: z.array(assetRow),
  page: z.int(),
  size: z.int(),
  /** Coins in the whole filtered list, at most LISTED_COINS. */
  total: z.int(),
  /** What was asked for, so that an answer is never shown under another filter or order; null is no filter. */
  industry: z.nullable(z.enum(INDUSTRY_VALUES)),
  sort: sortKey,
  order: z.enum(['asc', 'desc']),
  source: sourceKind,
  /** Clock of the market when the page was made. */
  as_of: epochMsField,
})
export type AssetsPage = z.output<typeof assetsPage>

/** `[symbol, price, as_of]`. */
export const tick = z.tuple([symbol, z.number().check(z.gt(0)), epochMsField])
export type Tick = z.output<typeof tick>

/** Figures of a row that move slower than its price: `[symbol, marketCap, volume, close1h, close24h, close7d]`. */
export const rowStats = z.tuple([symbol, amount, amount, amount, amount, amount])
export type RowStats = z.output<typeof rowStats>

/** Data of `GET /api/v1/assets/{symbol}`: the asset details, with price and provenance. */
export const assetDetails = z.object({
  ticker: symbol,
  name: z.string(),
  logo: z.string(),
  price: amount,
  marketCap: amount,
  circulatingSupply: amount,
  /** Price times total supply (fully diluted). */
  totalMarketCap: amount,
  volume: amount,
  /** Null: unlimited or unknown. */
  totalSupply: amount,
  closes,
  quote: quoteCurrency,
  source: sourceKind,
  as_of: z.nullable(epochMsField),
  stale: z.boolean(),
})
export type AssetDetails = z.output<typeof assetDetails>

/** Data of `GET /api/v1/currencies`: the coins with a screen of their own, largest first, each with its name. */
export const currencies = z.array(
  z.object({
    symbol,
    name: z.string(),
    /** Path of the logo on this server. */
    logo: z.string(),
  }),
)
/** One of `currencies`. */
export type Currency = z.output<typeof currencies>[number]

/** A candle interval of the product. */
export const interval = z.enum(INTERVALS)
/** `[time_s, open, high, low, close, volume]`; time is the open. */
export const candleTuple = z.tuple([z.int(), z.number(), z.number(), z.number(), z.number(), z.number()])
export type CandleTuple = z.output<typeof candleTuple>

/** Price and size of one level of a book. */
export const bookLevel = z.tuple([z.number().check(z.gt(0)), z.number().check(z.gt(0))])
/** Data of `GET /api/v1/depth/{symbol}`: bids highest first, asks lowest first. */
export const depth = z.object({
  symbol,
  bids: z.array(bookLevel),
  asks: z.array(bookLevel),
  source: sourceKind,
  as_of: epochMsField,
})
export type Depth = z.output<typeof depth>

/** What the header badge says. */
export const BADGES = ['LIVE', 'SIMULATED', 'REPLAY', 'STALE'] as const
/** State of the market source: server event `status` of `/live`. */
export const marketStatus = z.object({
  source: sourceKind,
  badge: z.enum(BADGES),
  /** One sentence: which venue, which recording, or why the data is stale or simulated. */
  detail: z.string(),
  /** The market's own clock: now for live and sim, the recorded hour for a replay. */
  market_time: epochMsField,
  /** Market seconds a second; 1 but for a replay, 0 while it is paused and where it has ended. */
  speed: z.number().check(z.gte(0)),
  /** A price older than this, by the market's clock, is stale. */
  stale_after_ms: z.int().check(z.gte(0)),
  /** Clock of the newest price of any coin; null before the first. */
  newest_tick: z.nullable(epochMsField),
  /** Of a replay. `run` changes with each jump: what was read in another run is of another moment. */
  replay: z.optional(z.object({ run: z.int(), state: z.enum(['starting', 'playing', 'paused', 'ended']) })),
})
export type MarketStatus = z.output<typeof marketStatus>
