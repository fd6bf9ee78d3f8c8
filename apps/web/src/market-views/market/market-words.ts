export const MARKET_TEXT = {
  spans: { '1h': 'in 1 hour', '24h': 'in 24 hours', '7d': 'in 7 days' },

  movers: {
    title: (span: string) => `Movers ${span}`,
    loading: 'Loading the movers',
    failed: 'The movers could not be loaded',
    lists: { gainers: 'Gainers', losers: 'Losers', traded: 'Most traded' },
    stale: 'Prices are stale, so coins are not ranked.',
    none: {
      gainers: (span: string) => `No gainers ${span}.`,
      losers: (span: string) => `No losers ${span}.`,
      traded: () => 'No volumes are known.',
    },
    heads: { coin: 'Coin', price: 'Price', volume: 'Volume in 24 hours', change: (span: string) => `Change ${span}` },
  },
} as const
