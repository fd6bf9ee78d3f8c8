/** Coins that are worth a dollar each: their amounts are told as USDC. */
const DOLLARS: ReadonlySet<string> = new Set(['USD', 'USDT', 'USDC', 'BUSD', 'FDUSD', 'TUSD', 'USDP', 'DAI', 'USDE', 'USD1', 'PYUSD'])
/** Quotes that stand behind a coin without a sign between them, the longer first. */
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

/** What a market trades and what it is quoted in; `quote` USDC for every dollar. */
export type MarketCoins = { readonly base: string; readonly quote: string }

const quoteName = (coin: string): string => (DOLLARS.has(coin) ? 'USDC' : coin)

/**
 * The coins of a market's symbol, as exchanges write them: `BTC-USD`, `BTC/USDT`, `BTCUSDT`, `BTC`. One without a quote is quoted in USDC,
 * as at Hyperliquid.
 *
 * @param symbol upper case
 * @throws never
 */
export function coinsOf(symbol: string): MarketCoins {
  const [base = symbol, separated] = symbol.split(/[-/_]/)
  if (separated !== undefined && separated !== 'PERP') return { base, quote: quoteName(separated) }
  const quote = QUOTES.find((name) => base.endsWith(name) && base.length > name.length)
  return quote === undefined ? { base, quote: 'USDC' } : { base: base.slice(0, -quote.length), quote: quoteName(quote) }
}

/**
 * Whether two names of coins mean the same money: every dollar is one.
 *
 * @throws never
 */
export const isSameCoin = (a: string, b: string): boolean => quoteName(a) === quoteName(b)

/**
 * Contracts that are margined and paid in the coin itself: their sizes are dollars and their profit is coins, which no fill of their files
 * tells enough of.
 *
 * @throws never
 */
export const isInverse = (exchange: string, symbol: string): boolean =>
  (exchange === 'Bybit' || exchange === 'Binance') && /^[A-Z0-9]{2,10}USD(_PERP|_\d{6}|[FGHJKMNQUVXZ]\d{2})?$/.test(symbol)
