import { expect, it } from 'vitest'
import { marketSymbol, sizeUnit } from './trip-window.ts'

it.each([
  ['BTC', 'paper', 'BTC'],
  ['BTCUSDT', 'Binance', 'BTC'],
  ['ETH-USD', 'dYdX', 'ETH'],
  ['SOL', 'Hyperliquid', 'SOL'],
  ['ETHBTC', 'Binance', null],
  ['BTC/EUR', 'Own file', null],
] as const)('maps %s of %s to the candles of %s', (symbol, origin, coin) => expect(marketSymbol({ symbol, origin })).toBe(coin))

it('names dollars as the unit of the size of a coin-margined contract only', () => {
  const units = [
    ['BTCUSD_PERP', 'BTC'],
    ['XBTUSDM', 'XBT'],
    ['BTCUSDT', 'USDT'],
    ['ETHBTC', 'BTC'],
  ].map(([symbol = '', currency = '']) => sizeUnit({ symbol, currency }))
  expect(units).toEqual([' USD', ' USD', '', ''])
})
