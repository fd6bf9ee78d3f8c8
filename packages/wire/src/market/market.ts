import { INTERVALS } from '@aerie/core/market/candle'
import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'

/** Home filters: button title and value of the query parameter `industry` (absent is no filter). */
export const INDUSTRIES = [
  { title: 'ALL', value: undefined },
  { title: 'Meme', value: 'MEME' },
  { title: 'AI', value: 'ARTIFICIAL_INTELLIGENCE' },
  { title: 'DeFi', value: 'DECENTRALIZED_FINANCE_PROTOCOL' },
] as const

/** Industry values on the wire. */
export const INDUSTRY_VALUES = ['MEME', 'ARTIFICIAL_INTELLIGENCE', 'DECENTRALIZED_FINANCE_PROTOCOL'] as const
export type Industry = (typeof INDUSTRY_VALUES)[number]

/** Rows per Home page. */
export const PAGE_SIZE = 10
/** Maximum coins Home lists, under any filter. */
export const LISTED_COINS = 50

/** Upper-case coin ticker: `BTC`. */
export const symbol = z.string().check(z.regex(/^[A-Z0-9]{1,12}$/, 'use 1 to 12 letters and digits in upper case'))
/** Path parameters of a route for one coin. */
export const symbolParams = z.object({ symbol })
/** Integer in a query string: rejects `1.5`, `1e3`, `0x1` and the empty string. */
export const wholeNumber = z.pipe(z.string().check(z.regex(/^-?\d{1,15}$/, 'a whole number')), z.transform(Number))

/** Milliseconds since the epoch, UTC. */
export const epochMsField = z.int().check(z.gte(0))
/** In the asset's quote currency; null is unknown, never 0. */
const amount = z.nullable(z.number().check(z.gte(0)))

/** Market source kinds on the wire. */
export const SOURCE_KINDS = ['live', 'sim', 'replay'] as const
/** Price source: real venues, the seeded simulation, or recorded candles. */
export const sourceKind = z.enum(SOURCE_KINDS)
export type SourceKind = z.output<typeof sourceKind>

/** Sort keys of the list; default is market cap, descending. */
export const SORT_KEYS = ['name', 'price', 'change1h', 'change24h', 'change7d', 'marketCap', 'volume', 'circulatingSupply'] as const
/** Schema of `SORT_KEYS`. */
export const sortKey = z.enum(SORT_KEYS)
export type SortKey = z.output<typeof sortKey>

/** Prices one hour, 24 hours and seven days ago; null if unknown. */
export const closes = z.object({ '1h': amount, '24h': amount, '7d': amount })

/** Quote currency; venues that quote in USDT use USDT. */
export const quoteCurrency = z.enum(['USD', 'USDT', 'USDC'])

/** A row of the market list. */
export const assetRow = z.object({
  symbol,
  name: z.string(),
  logo: z.string(),
  brand: z.object({ color: z.string().check(z.regex(/^#[0-9A-Fa-f]{6}$/)) }),
  price: amount,
  marketCap: amount,
  volume: amount,
  circulatingSupply: amount,
  closes,
  /** Rank by market cap within the filter, from 1: index + 1 + (page - 1) * size in the default order. */
  rank: z.int().check(z.gte(1)),
  as_of: z.nullable(epochMsField),
  quote: quoteCurrency,
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

/** Server event `assets` of `/live`, and the data of `listAssets`. */
export const assetsPage = z.object({
  data: z.array(assetRow),
  page: z.int(),
  size: z.int(),
  total: z.int(),
  /** Echo of the request, so a response is never shown under another filter or order. */
  industry: z.nullable(z.enum(INDUSTRY_VALUES)),
  sort: sortKey,
  order: z.enum(['asc', 'desc']),
  source: sourceKind,
  as_of: epochMsField,
})
export type AssetsPage = z.output<typeof assetsPage>

const { page, size, industry, sort, order } = assetsRequest.shape

export const listAssets = endpoint('GET /assets', {
  auth: 'public',
  tag: 'market',
  summary: 'A page of the market list, by market cap unless sorted otherwise',
  query: z.object({
    page: z._default(z.pipe(wholeNumber, page.def.innerType), 1),
    size: z._default(z.pipe(wholeNumber, size.def.innerType), PAGE_SIZE),
    industry,
    sort,
    order,
  }),
  returns: assetsPage,
})

/** `[symbol, price, as_of]`. */
export const tick = z.tuple([symbol, z.number().check(z.gt(0)), epochMsField])
export type Tick = z.output<typeof tick>

/** Slow-changing values of a row: `[symbol, marketCap, volume, close1h, close24h, close7d]`. */
export const rowStats = z.tuple([symbol, amount, amount, amount, amount, amount])
export type RowStats = z.output<typeof rowStats>

/** Asset details with price and provenance. */
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
  /** Null is unlimited or unknown. */
  totalSupply: amount,
  closes,
  quote: quoteCurrency,
  source: sourceKind,
  as_of: z.nullable(epochMsField),
  stale: z.boolean(),
})
export type AssetDetails = z.output<typeof assetDetails>

export const getAsset = endpoint('GET /assets/:symbol', {
  auth: 'public',
  tag: 'market',
  summary: 'Details of one coin',
  params: symbolParams,
  returns: assetDetails,
})

/** Named coins with their own screen, largest first. */
export const currencies = z.array(
  z.object({
    symbol,
    name: z.string(),
    logo: z.string(),
  }),
)
/** One of `currencies`. */
export type Currency = z.output<typeof currencies>[number]

export const listCurrencies = endpoint('GET /currencies', {
  auth: 'public',
  tag: 'market',
  summary: 'The coins with a screen of their own',
  returns: currencies,
})

/** A supported candle interval. */
export const interval = z.enum(INTERVALS)
/** `[time_s, open, high, low, close, volume]`; time is the open. */
export const candleTuple = z.tuple([z.int(), z.number(), z.number(), z.number(), z.number(), z.number()])
export type CandleTuple = z.output<typeof candleTuple>

/** `[price, size]` of a book level. */
export const bookLevel = z.tuple([z.number().check(z.gt(0)), z.number().check(z.gt(0))])
/** Order book: bids highest first, asks lowest first. */
export const depth = z.object({
  symbol,
  bids: z.array(bookLevel),
  asks: z.array(bookLevel),
  source: sourceKind,
  as_of: epochMsField,
})
export type Depth = z.output<typeof depth>

export const getDepth = endpoint('GET /depth/:symbol', {
  auth: 'public',
  tag: 'market',
  summary: 'The order book of one coin',
  params: symbolParams,
  returns: depth,
})

/** Labels of the header badge. */
export const BADGES = ['LIVE', 'SIMULATED', 'REPLAY', 'STALE'] as const
/** State of the market source: server event `status` of `/live`. */
export const marketStatus = z.object({
  source: sourceKind,
  badge: z.enum(BADGES),
  detail: z.string(),
  /** Market clock: now for live and sim, the recorded hour for a replay. */
  market_time: epochMsField,
  /** Market seconds per second: 1 except in a replay; 0 while paused or ended. */
  speed: z.number().check(z.gte(0)),
  stale_after_ms: z.int().check(z.gte(0)),
  newest_tick: z.nullable(epochMsField),
  /** Replay only. `run` changes with each jump: data read in another run is outdated. */
  replay: z.optional(z.object({ run: z.int(), state: z.enum(['starting', 'playing', 'paused', 'ended']) })),
  /** Replay only: symbols whose recording has no prices now, in a hole or after its end. Their prices are stale at any age. */
  without_prices: z.optional(z.array(z.string())),
})
export type MarketStatus = z.output<typeof marketStatus>
