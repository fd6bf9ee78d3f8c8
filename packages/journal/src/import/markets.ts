/** Dollar-pegged coins; their amounts count as USDC. */
const DOLLARS: ReadonlySet<string> = new Set(['USD', 'USDT', 'USDC', 'BUSD', 'FDUSD', 'TUSD', 'USDP', 'DAI', 'USDE', 'USD1', 'PYUSD'])
const QUOTES = [
  'FDUSD',
  'USDT',
  'USDC',
  'BUSD',
  'TUSD',
  'USDP',
  'USDE',
  'USD1',
  'DAI',
  'EUR',
  'GBP',
  'TRY',
  'BRL',
  'JPY',
  'AUD',
  'BTC',
  'ETH',
  'BNB',
  'USD',
] as const

/** Base and quote of a market; dollars are `USDC`. */
export type MarketCoins = { readonly base: string; readonly quote: string }

const quoteName = (coin: string): string => (DOLLARS.has(coin) ? 'USDC' : coin)

/** Splits an upper-case symbol: `BTC-USD`, `BTC/USDT`, `BTCUSDT`, `BTC`. Without a quote it is USDC, as at Hyperliquid. */
export function coinsOf(symbol: string): MarketCoins {
  const [base = symbol, separated] = symbol.split(/[-/_]/)
  if (separated !== undefined && separated !== 'PERP') return { base, quote: quoteName(separated) }
  const quote = QUOTES.find((name) => base.endsWith(name) && base.length > name.length)
  return quote === undefined ? { base, quote: 'USDC' } : { base: base.slice(0, -quote.length), quote: quoteName(quote) }
}

/** Whether two coin names are equivalent money; all dollar coins are. */
export const isSameCoin = (a: string, b: string): boolean => quoteName(a) === quoteName(b)

/** Inverse contracts: sizes in dollars, profit in coins; their fills lack the data to compute results. */
export const isInverse = (exchange: string, symbol: string): boolean =>
  (exchange === 'Bybit' || exchange === 'Binance') && /^[A-Z0-9]{2,10}USD(_PERP|_\d{6}|[FGHJKMNQUVXZ]\d{2})?$/.test(symbol)
