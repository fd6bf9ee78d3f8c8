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

/** Coins and currencies in which others are priced, the one that is more like money later: exchanges have ETH/BTC and BTC/USDT. */
const MONEY = [
  ...'CRO KCS BNB ETH BTC XBT'.split(' '),
  ...DOLLAR_COINS.slice(3).toReversed(),
  ...'USDT USDC USD'.split(' '),
  ...STATE_CURRENCIES.slice(4).toReversed(),
  ...STATE_CURRENCIES.slice(0, 4),
]

/** How much like money a coin is: the higher of two is the quote of their market; -1 for most coins. */
export const moneyRank = (coin: string): number => MONEY.indexOf(coin)

/** Decimals of an amount of a currency in the smallest unit that is kept. */
export const moneyDecimals = (currency: string): number => (NO_COINS.has(currency) ? DECIMALS.usdc : 2 * DECIMALS.usdc)

/** Quotes of symbols without a separator, longest first. Source: the markets that Binance, Bybit, Kraken, KuCoin and OKX list. */
const QUOTES = [
  'FDUSD PYUSD RLUSD BUSD TUSD USDT USDC USDP USDE USDD USDS USD1 IDRT BIDR BVND BKRW EURI EURT EURC EURQ',
  `DAI VAI ${STATE_CURRENCIES.join(' ')} BRZ AED THB PHP TWD`,
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
/** Perpetuals of KuCoin, `XBTUSDTM`, and of TradingView, `BTCEUR.P`; dated contracts such as `BTCUSDH26` and `BTCUSDT260626`. */
const CONTRACT_ENDING = /(USD[TC]?)(?:M|PERP|[FGHJKMNQUVXZ]\d{2}|\d{6})$/
const PERPETUAL_ENDING = /\.P$/
/** KuCoin's quarterly contracts: `XBTMZ26`. */
const KUCOIN_DELIVERY = /^([A-Z0-9]{2,10})M[FGHJKMNQUVXZ]\d{2}$/
/** Coins that make `DOTUSD` and `BNBUSD` look like pairs of TUSD and BUSD. */
const COINS_BEFORE_USD: ReadonlySet<string> = new Set(
  (
    'XBT DOT BAT GRT ANT BNT APT VET FET HOT JST BTT LPT OXT MNT HNT QNT IOST ACT PNUT GOAT SCRT USDT WBT GT FLT NFT NEWT CELT SAFT LIT PORT BIT ' +
    'BNB ARB SHIB TRB 1000SHIB GMT DENT GHST DRIFT BLAST NOT WCT XRT HFT HEART TNT CRPT CHAT BEAT BB LAB'
  ).split(' '),
)
/** Coins whose name ends like a pair's; Hyperliquid's markets have only the name of their coin. */
const LIKE_PAIRS: ReadonlySet<string> = new Set(['AIXBT', 'NEIROETH'])

/** Options are markets of their own: `ETH-26JUN26-2800-C-USDT`. */
const BYBIT_OPTION = /^(.+-\d{1,2}[A-Z]{3}\d{2}-\d+(?:\.\d+)?-[CP])(?:-([A-Z]{3,5}))?$/

/** `BTC-26JUN26-100000-C` of Bybit and Deribit, `BTC-260626-100000-C` of Binance, OKX and Gate, `C-BTC-100000-260626` of Delta. */
const ANY_OPTION = /[-_](?:\d{1,2}[A-Z]{3}\d{2}|\d{6}|\d{8})-[\dD.]+-[CP](?:-[A-Z0-9]+)?$|^[CP]-[A-Z0-9]+-[\d.]+-\d{6}$/

/** Whether an upper-case symbol is that of an option. */
export const isOption = (symbol: string): boolean => symbol.includes('-') && ANY_OPTION.test(symbol)

/** Splits an upper-case symbol: `BTC-USD`, `BTC/USDT`, `BTCUSDT`, `BTC`. Without a quote it is USDC, as at Hyperliquid. */
export function coinsOf(symbol: string): MarketCoins {
  const [, option, currency = 'USDC'] = BYBIT_OPTION.exec(symbol) ?? []
  if (option !== undefined) return { base: option, quote: currency }
  const [, delivered] = KUCOIN_DELIVERY.exec(symbol) ?? []
  if (delivered !== undefined) return { base: delivered, quote: 'USD' }
  const [joined = symbol, separated] = symbol.replace(KRAKEN_FUTURE, '').split(/[-/_]/)
  const quoted = separated?.replace(SETTLED, '')
  if (quoted !== undefined && quoted !== '' && !CONTRACT.test(quoted)) return { base: joined, quote: quoted }
  const name = joined.replace(PERPETUAL_ENDING, '').replace(CONTRACT_ENDING, '$1')
  // `hyna:BTC` is a market of Hyperliquid for a coin, like `BTC`; `BINANCE:BTCUSDT` is how TradingView names one of Binance.
  const pair = name.slice(name.lastIndexOf(':') + 1)
  const isQuote = (each: string): boolean =>
    pair.endsWith(each) && pair.length > each.length && !(/^[BT]USD$/.test(each) && COINS_BEFORE_USD.has(pair.slice(0, -3)))
  const quote = LIKE_PAIRS.has(pair) ? undefined : QUOTES.find(isQuote)
  if (quote !== undefined) return { base: pair.slice(0, -quote.length), quote }
  return { base: name.length > 4 && name.endsWith('PERP') ? name.slice(0, -4) : name, quote: 'USDC' }
}

/** Names of contracts margined in USDC that do not say so: `BTCPERP`, `BTC-27MAR26`. */
const USDC_CONTRACT = /PERP|-\d{1,2}[A-Z]{3}\d{2}/

/** Whether an upper-case symbol shows the quote of its market. */
export const showsQuote = (symbol: string): boolean =>
  coinsOf(symbol).quote !== 'USDC' || symbol.includes('USDC') || USDC_CONTRACT.test(symbol)

/** Joined symbol of a market whose coins are known, with a dash where it could not be split again: `SOL-ADA`. */
export function joinedSymbol(base: string, quote: string): string {
  const split = coinsOf(base + quote)
  return split.base === base && split.quote === quote && showsQuote(base + quote) ? base + quote : `${base}-${quote}`
}

const TWO_NAMES: Readonly<Record<string, string>> = { XBT: 'BTC', XDG: 'DOGE' }
const commonName = (coin: string): string => TWO_NAMES[coin] ?? (isDollar(coin) ? 'USDC' : coin)

/** Coin in which an amount is kept, under the name that candles have: BTC for Kraken's XBT; undefined for dollars and currencies of states. */
export const coinOfMoney = (currency: string): string | undefined => (NO_COINS.has(currency) ? undefined : commonName(currency))

/** Market of an account, as its symbol is written. */
export type MarketOfAccount = { readonly exchange: string; readonly symbol: string }

/** The common one of the names of a market: `BTCEUR` for Kraken's `XBTEUR`. */
export const marketName = (market: MarketOfAccount): string => marketNames(market)[0] ?? market.symbol

/**
 * All names of a market: Kraken writes `XBTEUR` in one place and `BTCEUR` in another, and on spot markets trades have the pair, conversions both
 * coins: `BTCUSDT` and `BTC-USDT`. Coins bought as MATIC are sold as POL.
 */
export function marketNames(market: MarketOfAccount): readonly string[] {
  const { exchange, symbol } = market
  const names = spellings(market)
  const { base, quote } = coinsOf(symbol)
  const coins = SWAPPED_COINS.get(base)
  const isOfCoins = exchange.endsWith(' spot') || HOLDING_COINS.has(exchange)
  if (coins === undefined || !isOfCoins || symbol.slice(base.length).replace(/^[-_/]/, '') !== quote) return names
  return coins.flatMap((coin) => names.map((name) => coin + name.slice(base.length)))
}

/** Exchanges whose spot markets have no name of their own here. */
const HOLDING_COINS: ReadonlySet<string> = new Set(
  'Kraken Coinbase OKX KuCoin HTX Bitfinex Crypto.com Bitstamp Gemini Binance.US'.split(' '),
)

/** Coins that exchanges swapped one for one, the later one first. A contract was closed then instead. Source: announcements of Binance, 2024 and 2025. */
const SWAPPED = ['POL MATIC', 'RENDER RNDR', 'S FTM', 'A EOS', 'KAIA KLAY'].map((pair) => pair.split(' '))
const SWAPPED_COINS: ReadonlyMap<string, readonly string[]> = new Map(SWAPPED.flatMap((coins) => coins.map((coin) => [coin, coins])))

function spellings({ exchange, symbol }: MarketOfAccount): readonly string[] {
  const { base, quote } = coinsOf(symbol)
  // Coinbase has one order book for dollars and USDC.
  if (exchange === 'Coinbase' && /-USDC?$/.test(symbol)) return ['USD', 'USDC'].map((dollar) => `${base}-${dollar}`)
  const isSpot = exchange.endsWith(' spot')
  if (base + quote !== (isSpot ? symbol.replace(/[-_/]/, '') : symbol)) return [symbol]
  const separators = isSpot ? ['', '-', '_', '/'] : ['']
  return coinNames(base).flatMap((first) => coinNames(quote).flatMap((second) => separators.map((separator) => first + separator + second)))
}

function coinNames(coin: string): readonly string[] {
  const common = TWO_NAMES[coin] ?? coin
  return [common, ...Object.keys(TWO_NAMES).filter((name) => TWO_NAMES[name] === common)]
}

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

/** Exchanges whose spot and derivative markets have the same symbols. */
export const SHARED_SYMBOLS: ReadonlySet<string> = new Set(['Binance', 'Bybit', 'MEXC', 'Bitget', 'Gate', 'BingX', 'BloFin'])

/** Whether a market that is not of spot is of a contract, rather than of a margin account, which holds coins. */
export const isContract = (exchange: string, symbol: string): boolean =>
  SHARED_SYMBOLS.has(exchange) || (exchange === 'KuCoin' && KUCOIN_CONTRACT.test(symbol)) || /-(?:SWAP|PERP|\d{6})$/.test(symbol)

/** `XBTUSDTM`, `XBTMZ26`: at KuCoin the columns of spot and futures orders are the same. */
export const KUCOIN_CONTRACT = /^[A-Z0-9]+(?:USD[TC]?M|M[FGHJKMNQUVXZ]\d{2})$/

const INVERSE = /^[A-Z0-9]{1,10}USD(_PERP|_\d{6}|[FGHJKMNQUVXZ]\d{2})?$/

/** Names that only inverse contracts have: of Binance and OKX, KuCoin, Kraken, Deribit and BitMEX, whose `XBTUSD` is a pair only at Kraken. */
const ONLY_INVERSE =
  /^XBTUSD$|^[A-Z0-9]{1,10}USD_(?:PERP|\d{6})$|-USD-(?:SWAP|\d{6})$|^[A-Z0-9]{2,10}USDM$|^[PF]I_|^(?:BTC|ETH)-(?:PERPETUAL|\d{1,2}[A-Z]{3}\d{2})$/

/** Inverse contracts: sizes in dollars, profit in coins. `BTCBUSD` is a linear pair. Without an exchange: whether the name can be of no other. */
export function isInverse(exchange: string, symbol: string): boolean {
  if (exchange === '' || exchange === 'BitMEX') return ONLY_INVERSE.test(symbol)
  if (exchange === 'OKX') return /-USD-(?:SWAP|\d{6})$/.test(symbol)
  if (exchange === 'KuCoin') return symbol.endsWith('USDM') || KUCOIN_DELIVERY.test(symbol)
  if (exchange === 'Kraken') return /^[PF]I_/.test(symbol)
  if (exchange === 'Deribit') return /^(?:BTC|ETH)-(?:PERPETUAL|\d{1,2}[A-Z]{3}\d{2})$/.test(symbol)
  if (exchange === 'MEXC' || exchange === 'Gate') return /_USD(?:_\d{8})?$/.test(symbol)
  if (exchange === 'HTX' || exchange === 'BingX') return symbol.endsWith('-USD')
  if (exchange === 'Phemex') return symbol === 'BTCUSD' || /^C[A-Z]{3,6}USD$/.test(symbol)
  return (
    (exchange === 'Bybit' || exchange === 'Binance' || exchange === 'Bitget') && INVERSE.test(symbol) && coinsOf(symbol).quote === 'USD'
  )
}

/** Exchange whose symbols own columns have, where its name as their source decides what a symbol means. */
export const exchangeOfSource = (source: string): string => SOURCES.find(([name]) => source.toLowerCase().includes(name))?.[1] ?? ''
const SOURCES = [
  ...['BitMEX', 'Bybit', 'Kraken', 'Bitget', 'BingX', 'MEXC', 'Phemex', 'HTX'].map((name) => [name.toLowerCase(), name] as const),
  ['gate', 'Gate'],
  ['huobi', 'HTX'],
] as const

const ONE_DOLLAR: ReadonlySet<string> = new Set(['Bybit', 'KuCoin', 'Kraken', 'BitMEX', 'Deribit'])

/**
 * Dollars per inverse contract; undefined where sizes are not known to be in such contracts, 1 in own columns, whose contract size is given.
 * Source: contract specifications of Binance COIN-M, OKX (`ctVal`), KuCoin (`multiplier`), Bybit, Kraken and BitMEX.
 */
export function contractDollars(exchange: string, symbol: string): bigint | undefined {
  if (exchange === '' || ONE_DOLLAR.has(exchange)) return 1n
  if (exchange === 'Binance' || exchange === 'OKX') return coinsOf(symbol).base === 'BTC' ? 100n : 10n
  return undefined
}
