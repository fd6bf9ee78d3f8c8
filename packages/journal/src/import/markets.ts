/** Dollar-pegged coins; their amounts count as USDC. */
const DOLLARS: ReadonlySet<string> = new Set(['USD', 'USDT', 'USDC', 'BUSD', 'FDUSD', 'TUSD', 'USDP', 'DAI', 'USDE', 'USD1', 'PYUSD'])
/** Quotes of symbols without a separator, longest first. Source: the markets that Binance, Bybit, Kraken, KuCoin and OKX list. */
const QUOTES = [
  'FDUSD PYUSD RLUSD BUSD TUSD USDT USDC USDP USDE USDD USDS USD1 IDRT BIDR BVND BKRW EURI AEUR EURT EURC EURQ',
  'DAI EUR GBP TRY BRL JPY AUD CAD CHF RUB PLN ZAR UAH NGN ARS MXN COP CZK RON KRW IDR INR KZT VAI SGD HKD NZD SEK NOK DKK',
  'XBT BTC ETH BNB KCS TRX XRP DOT SOL DOGE USD',
].flatMap((line) => line.split(' '))

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

const TWO_NAMES: Readonly<Record<string, string>> = { XBT: 'BTC', XDG: 'DOGE' }
const commonName = (coin: string): string => TWO_NAMES[coin] ?? quoteName(coin)

/** Whether two coin names are equivalent money: all dollar coins, and Kraken's names with the common ones. */
export const isSameCoin = (a: string, b: string): boolean => commonName(a) === commonName(b)

/** Value below which exchanges accept no order, in 10⁻¹² of the quote; undefined if unknown. Source: trading rules of Binance, November 2026. */
export const leastOrderValue = (quote: string): bigint | undefined => LEAST_ORDER.get(commonName(quote))
const LEAST_ORDER: ReadonlyMap<string, bigint> = new Map([
  ['USDC', 5_000_000_000_000n],
  ['EUR', 5_000_000_000_000n],
  ['BTC', 100_000_000n],
  ['ETH', 1_000_000_000n],
])

const INVERSE = /^[A-Z0-9]{1,10}USD(_PERP|_\d{6}|[FGHJKMNQUVXZ]\d{2})?$/
const DOLLAR_COIN = /(?:B|FD|T|PY|RL)USD$/

/** Inverse contracts: sizes in dollars, profit in coins; their fills lack the data to compute results. `BTCBUSD` is a linear pair. */
export function isInverse(exchange: string, symbol: string): boolean {
  if (exchange === 'OKX') return /-USD-(?:SWAP|\d{6})$/.test(symbol)
  return (exchange === 'Bybit' || exchange === 'Binance') && INVERSE.test(symbol) && !DOLLAR_COIN.test(symbol)
}
