import type { AssetDetails, AssetRow, AssetsPage, MarketStatus } from '@aerie/wire/market/market'

export const T0 = Date.UTC(2026, 0, 15, 12)

export const testRow = (symbol: string, changes: Partial<AssetRow> = {}): AssetRow => ({
  symbol,
  name: `${symbol} coin`,
  logo: `/coins/${symbol.toLowerCase()}.svg`,
  brand: { color: '#F7931A' },
  price: 100,
  marketCap: 2_000_000_000,
  volume: 50_000_000,
  circulatingSupply: 20_000_000,
  closes: { '1h': 99, '24h': 110, '7d': 100 },
  rank: 1,
  as_of: T0,
  quote: 'USD',
  sparkline: [100, 105, 95, 100],
  ...changes,
})

export const testPage = (data: readonly AssetRow[], changes: Partial<AssetsPage> = {}): AssetsPage => ({
  data: [...data],
  page: 1,
  size: 10,
  total: 50,
  industry: null,
  sort: 'marketCap',
  order: 'desc',
  source: 'sim',
  as_of: T0,
  ...changes,
})

export const testDetails = (symbol: string, changes: Partial<AssetDetails> = {}): AssetDetails => ({
  ...testRow(symbol),
  ticker: symbol,
  totalMarketCap: null,
  totalSupply: null,
  source: 'sim',
  as_of: T0,
  stale: false,
  ...changes,
})

export const tenRows = (): AssetRow[] => Array.from({ length: 10 }, (_, index) => testRow(`C${index + 1}`, { rank: index + 1 }))

export const testStatus = (changes: Partial<MarketStatus> = {}): MarketStatus => ({
  source: 'sim',
  badge: 'SIMULATED',
  detail: 'Simulated market, seed 7.',
  market_time: T0,
  speed: 1,
  stale_after_ms: 30_000,
  newest_tick: T0,
  ...changes,
})
