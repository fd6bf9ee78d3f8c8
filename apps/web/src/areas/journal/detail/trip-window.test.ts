import { expect, it } from 'vitest'
import { marketSymbol } from './trip-window.ts'

it.each([
  ['BTC', 'paper', 'BTC'],
  ['BTCUSDT', 'Binance', 'BTC'],
  ['ETH-USD', 'dYdX', 'ETH'],
  ['SOL', 'Hyperliquid', 'SOL'],
  ['ETHBTC', 'Binance', null],
  ['BTC/EUR', 'Own file', null],
] as const)('maps %s of %s to the candles of %s', (symbol, origin, coin) => expect(marketSymbol({ symbol, origin })).toBe(coin))
