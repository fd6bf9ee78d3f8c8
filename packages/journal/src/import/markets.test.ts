import { expect, it } from 'vitest'
import { coinsOf, isDollar, isInverse, marketNames } from './markets.ts'

it.each([
  ['BTCUSDT', 'BTC', 'USDT'],
  ['BTC-USD', 'BTC', 'USD'],
  ['ETH/BTC', 'ETH', 'BTC'],
  ['1000PEPEUSDT', '1000PEPE', 'USDT'],
  ['BTCFDUSD', 'BTC', 'FDUSD'],
  ['DOTXBT', 'DOT', 'XBT'],
  ['BTCTRY', 'BTC', 'TRY'],
  ['BTCTUSD', 'BTC', 'TUSD'],
  ['XBTUSD', 'XBT', 'USD'],
  ['DOTUSD', 'DOT', 'USD'],
  ['BNBUSD_PERP', 'BNB', 'USD'],
  ['BTCUSDH26', 'BTC', 'USD'],
  // Hyperliquid
  ['BTC', 'BTC', 'USDC'],
  ['KPEPE', 'KPEPE', 'USDC'],
  ['AIXBT', 'AIXBT', 'USDC'],
  ['NEIROETH', 'NEIROETH', 'USDC'],
  ['HYNA:BTC', 'HYNA:BTC', 'USDC'],
  ['XYZ:EUR', 'XYZ:EUR', 'USDC'],
  // TradingView
  ['BINANCE:BTCEUR', 'BTC', 'EUR'],
  ['BYBIT:BTCUSDT.P', 'BTC', 'USDT'],
  ['BTCEUR.P', 'BTC', 'EUR'],
  ['BTCUSDTPERP', 'BTC', 'USDT'],
  ['BTCUSDT260626', 'BTC', 'USDT'],
  // Delivery contracts and perpetuals of Binance, Bybit, OKX, Bitget, KuCoin and Kraken
  ['BTCUSDT_240628', 'BTC', 'USDT'],
  ['BTCUSDT-26JUN26', 'BTC', 'USDT'],
  ['BTC-26JUN26', 'BTC', 'USDC'],
  ['BTCPERP', 'BTC', 'USDC'],
  ['BTC-PERP', 'BTC', 'USDC'],
  ['ETH-USDT-SWAP', 'ETH', 'USDT'],
  ['BTCUSDT_UMCBL', 'BTC', 'USDT'],
  ['XBTUSDTM', 'XBT', 'USDT'],
  ['PF_XBTUSD', 'XBT', 'USD'],
  ['BTC_USDT_20240628', 'BTC', 'USDT'],
  ['BTC/USDT:USDT', 'BTC', 'USDT'],
  ['ETH-26JUN26-2800-C-USDT', 'ETH-26JUN26-2800-C', 'USDT'],
  ['ETH-26JUN26-2800-P', 'ETH-26JUN26-2800-P', 'USDC'],
])('splits %s into %s and %s', (symbol, base, quote) => expect(coinsOf(symbol)).toEqual({ base, quote }))

it('counts the dollar and its coins as dollars, and no other currency', () =>
  expect(['USD', 'USDT', 'USDC', 'FDUSD', 'EUR', 'XBT', ''].map(isDollar)).toEqual([true, true, true, true, false, false, false]))

it('finds contracts that are margined in the coin', () => {
  expect(
    ['BTCUSD_PERP', 'BNBUSD_PERP', 'GMTUSD_PERP', 'BTCUSD_240628', 'BTCUSDT', 'BTCBUSD', 'BTCTUSD'].map((symbol) =>
      isInverse('Binance', symbol),
    ),
  ).toEqual([true, true, true, true, false, false, false])
  expect(['XBTUSDM', 'XBTMZ26', 'XBTUSDTM'].map((symbol) => isInverse('KuCoin', symbol))).toEqual([true, true, false])
  expect(
    ['BTCUSD_PERP', 'ETH-USD-SWAP', 'XBTUSDM', 'PI_XBTUSD', 'ETH-27MAR26', 'BTCUSD', 'BTC_USDC-PERPETUAL', 'BTC-PERP'].map((symbol) =>
      isInverse('', symbol),
    ),
  ).toEqual([true, true, true, true, true, false, false, false])
  expect(['BTC_USD', 'BTC_USDT'].map((symbol) => isInverse('Gate', symbol))).toEqual([true, false])
  expect(['BTCUSD', 'DOTUSD', 'BTCUSDH26', 'BTCUSDT-26JUN26'].map((symbol) => isInverse('Bybit', symbol))).toEqual([
    true,
    true,
    true,
    false,
  ])
})

it.each([
  ['Kraken', 'BTCEUR', ['BTCEUR', 'XBTEUR']],
  ['Kraken', 'XDGXBT', ['DOGEBTC', 'DOGEXBT', 'XDGBTC', 'XDGXBT']],
  ['Kraken', 'PF_XBTUSD', ['PF_XBTUSD']],
  ['Binance spot', 'ETH-USDT', ['ETHUSDT', 'ETH-USDT', 'ETH_USDT', 'ETH/USDT']],
  ['Binance', 'ETHUSDT', ['ETHUSDT']],
  ['OKX', 'ETH-USDT-SWAP', ['ETH-USDT-SWAP']],
  ['Hyperliquid', 'BTC', ['BTC']],
])('knows the names of %s %s', (exchange, symbol, names) => expect(marketNames({ exchange, symbol })).toEqual(names))
