import { magnitude } from '@aerie/core/numbers/units'
import { feeOf, fillOf } from '../entries.ts'
import type { ImportFormat } from '../format.ts'

/** `BTC/UST` and `BTCF0/USTF0` are Bitfinex's names of BTC/USDT and its perpetual. */
const PERPETUAL = /F0\b/
const marketOf = (pair: string): string =>
  pair
    .toUpperCase()
    .replace(':', '/')
    .replace(/\bUST(F0)?$/, 'USDT$1')
    .replace(/F0\b/g, '')

/**
 * Trades; a sale has a negative amount, and a paid fee as well. Dates are `14-03-26` unless the account writes them another way. Nothing tells
 * trades of the margin wallet from others. Source: BittyTax, Everytrade's Bitfinex tests, public converters.
 */
export const bitfinexTrades: ImportFormat = {
  id: 'bitfinex-trades',
  exchange: 'Bitfinex',
  title: 'Trades',
  columns: ['#', 'PAIR', 'AMOUNT', 'PRICE', 'FEE', 'FEE CURRENCY'],
  time: 'DATE',
  writtenTime: (text) => text.replace(/^(\d{2})-(\d{2})-(\d{2}) /, '$1-$2-20$3 '),
  usualDateOrder: 'day-first',
  isNewestFirst: true,
  paidFees: 'negative',
  read: ({ cells, at }) => {
    const [pair, amount] = [cells.text('PAIR'), cells.decimal('AMOUNT')]
    const isPerpetual = PERPETUAL.test(pair.slice(0, 40))
    const { fee, feeCoin } = feeOf(cells, { fee: ['FEE'], coin: ['FEE CURRENCY'] })
    return fillOf({
      at,
      symbol: `${marketOf(pair)}${isPerpetual ? '-PERP' : ''}`,
      side: amount > 0n ? 'buy' : 'sell',
      price: cells.decimal('PRICE'),
      size: magnitude(amount),
      fee,
      feeCoin: marketOf(feeCoin),
      isSpot: !isPerpetual,
      tradeId: cells.text('#'),
    })
  },
}
