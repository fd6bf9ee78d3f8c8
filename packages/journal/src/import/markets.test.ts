import { expect, it } from 'vitest'
import { coinsOf, isDollar, isInverse } from './markets.ts'

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
  ['BINANCE:BTCEUR', 'BINANCE:BTC', 'EUR'],
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
  expect(['BTC_USD', 'BTC_USDT'].map((symbol) => isInverse('Gate', symbol))).toEqual([true, false])
  expect(['BTCUSD', 'DOTUSD', 'BTCUSDH26', 'BTCUSDT-26JUN26'].map((symbol) => isInverse('Bybit', symbol))).toEqual([
    true,
    true,
    true,
    false,
  ])
})
