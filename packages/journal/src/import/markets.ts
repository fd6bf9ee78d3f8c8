import { DECIMALS } from '@aerie/core/numbers/units'

/** The dollar and coins pegged to it: their amounts are shown under their own name and added up as one currency. */
export const DOLLAR_COINS = [
  'USDC',
  'USD',
  'USDT',
  'BUSD',
  'FDUSD',
  'TUSD',
  'USDP',
  'DAI',
  'USDE',
  'USD1',
  'PYUSD',
  'RLUSD',
  'USDD',
  'USDS',
  'BNFCR',
  'USDH',
  'USDT0',
] as const
const DOLLARS: ReadonlySet<string> = new Set(DOLLAR_COINS)

/** Whether amounts in this currency count as dollars. */
export const isDollar = (coin: string): boolean => DOLLARS.has(coin)

/** Currencies of states, as quotes. */
const STATE_CURRENCIES =
  'EUR GBP TRY BRL JPY AUD CAD CHF RUB PLN ZAR UAH NGN ARS MXN COP CZK RON KRW IDR INR KZT SGD HKD NZD SEK NOK DKK'.split(' ')
const NO_COINS: ReadonlySet<string> = new Set([...DOLLAR_COINS, ...STATE_CURRENCIES])

/**
 * Units of account per unit of a currency. Amounts have six decimals of a unit: enough for dollars, but 0.000001 BTC is ten cents, so coins are
 * counted in millionths.
 */
export const moneyScale = (currency: string): bigint => (NO_COINS.has(currency) ? 1n : 1_000_000n)

/** Decimals of an amount of a currency in the smallest unit that is kept. */
export const moneyDecimals = (currency: string): number => (NO_COINS.has(currency) ? DECIMALS.usdc : 2 * DECIMALS.usdc)

/** Quotes of symbols without a separator, longest first. Source: the markets that Binance, Bybit, Kraken, KuCoin and OKX list. */
const QUOTES = [
  'FDUSD PYUSD RLUSD BUSD TUSD USDT USDC USDP USDE USDD USDS USD1 IDRT BIDR BVND BKRW EURI EURT EURC EURQ',
  `DAI VAI ${STATE_CURRENCIES.join(' ')}`,
  'XBT BTC ETH BNB KCS TRX XRP DOT SOL DOGE USD',
].flatMap((line) => line.split(' '))

/** Base and quote of a market, as its symbol names them. */
export type MarketCoins = { readonly base: string; readonly quote: string }

/** Parts of a symbol that name a kind of contract or its last day: `BTCUSDT_240628`, `BTC-26JUN26`, `BTCUSDT_UMCBL`, `BTC-PERP`. */
const CONTRACT = /^(?:PERP(?:ETUAL)?|SWAP|\d{4,8}|\d{1,2}[A-Z]{3}\d{2}|[A-Z]{3}\d{2}|S?(?:UM|DM|CM)CBL|SPBL)$/
/** The coin that settles a contract, as libraries write it: `BTC/USDT:USDT`. */
const SETTLED = /:.*$/
/** Kraken's futures: `PF_XBTUSD`. */
const KRAKEN_FUTURE = /^(?:PF|PI|FF|FI)_/
/** KuCoin's perpetuals, `XBTUSDTM`, and Bybit's quarterly contracts, `BTCUSDH26`. */
const CONTRACT_ENDING = /(USD[TC]?)(?:M|[FGHJKMNQUVXZ]\d{2})$/
/** KuCoin's quarterly contracts: `XBTMZ26`. */
const KUCOIN_DELIVERY = /^([A-Z0-9]{2,10})M[FGHJKMNQUVXZ]\d{2}$/
/** Coins that make `DOTUSD` and `BNBUSD` look like pairs of TUSD and BUSD. */
const COINS_BEFORE_USD: ReadonlySet<string> = new Set(
  (
    'XBT DOT BAT GRT ANT BNT APT VET FET HOT JST BTT LPT OXT MNT HNT QNT IOST ACT PNUT GOAT SCRT USDT WBT GT FLT NFT NEWT CELT SAFT LIT PORT BIT ' +
    'BNB ARB SHIB TRB 1000SHIB GMT'
  ).split(' '),
)
/** Coins whose name ends like a pair's; Hyperliquid's markets have only the name of their coin. */
const LIKE_PAIRS: ReadonlySet<string> = new Set(['AIXBT', 'NEIROETH'])

/** Options are markets of their own: `ETH-26JUN26-2800-C-USDT`. */
const OPTION = /^(.+-\d{1,2}[A-Z]{3}\d{2}-\d+(?:\.\d+)?-[CP])(?:-([A-Z]{3,5}))?$/

/** Splits an upper-case symbol: `BTC-USD`, `BTC/USDT`, `BTCUSDT`, `BTC`. Without a quote it is USDC, as at Hyperliquid. */
export function coinsOf(symbol: string): MarketCoins {
  const [, option, currency = 'USDC'] = OPTION.exec(symbol) ?? []
  if (option !== undefined) return { base: option, quote: currency }
  const [, delivered] = KUCOIN_DELIVERY.exec(symbol) ?? []
  if (delivered !== undefined) return { base: delivered, quote: 'USD' }
  const [joined = symbol, separated] = symbol.replace(KRAKEN_FUTURE, '').split(/[-/_]/)
  const quoted = separated?.replace(SETTLED, '')
  if (quoted !== undefined && quoted !== '' && !CONTRACT.test(quoted)) return { base: joined, quote: quoted }
  const name = joined.replace(CONTRACT_ENDING, '$1')
  // `hyna:BTC` is a market of Hyperliquid for a coin, like `BTC`.
  const pair = name.slice(name.lastIndexOf(':') + 1)
  const isQuote = (each: string): boolean =>
    pair.endsWith(each) && pair.length > each.length && !(/^[BT]USD$/.test(each) && COINS_BEFORE_USD.has(pair.slice(0, -3)))
  const quote = LIKE_PAIRS.has(pair) ? undefined : QUOTES.find(isQuote)
  if (quote !== undefined) return { base: name.slice(0, -quote.length), quote }
  return { base: name.length > 4 && name.endsWith('PERP') ? name.slice(0, -4) : name, quote: 'USDC' }
}

const TWO_NAMES: Readonly<Record<string, string>> = { XBT: 'BTC', XDG: 'DOGE' }
const commonName = (coin: string): string => TWO_NAMES[coin] ?? (isDollar(coin) ? 'USDC' : coin)

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

/** Inverse contracts: sizes in dollars, profit in coins. `BTCBUSD` is a linear pair. */
export function isInverse(exchange: string, symbol: string): boolean {
  if (exchange === 'OKX') return /-USD-(?:SWAP|\d{6})$/.test(symbol)
  if (exchange === 'KuCoin') return symbol.endsWith('USDM') || KUCOIN_DELIVERY.test(symbol)
  if (exchange === 'Kraken') return /^[PF]I_/.test(symbol)
  if (exchange === 'MEXC' || exchange === 'Gate') return /_USD(?:_\d{8})?$/.test(symbol)
  return (
    (exchange === 'Bybit' || exchange === 'Binance' || exchange === 'Bitget') && INVERSE.test(symbol) && coinsOf(symbol).quote === 'USD'
  )
}

/**
 * Dollars per inverse contract; undefined where sizes are not known to be in such contracts. Source: contract specifications of Binance COIN-M,
 * OKX (`ctVal`), KuCoin (`multiplier`), Bybit and Kraken.
 */
export function contractDollars(exchange: string, symbol: string): bigint | undefined {
  if (exchange === 'Bybit' || exchange === 'KuCoin' || exchange === 'Kraken') return 1n
  if (exchange === 'Binance' || exchange === 'OKX') return coinsOf(symbol).base === 'BTC' ? 100n : 10n
  return undefined
}
