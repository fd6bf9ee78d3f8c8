import { instantOfText } from '../dates.ts'
import { fillOf, fundingOf } from '../entries.ts'
import type { ImportFormat } from '../format.ts'

const TRADES = ['time', 'market', 'side', 'amount', 'price', 'total', 'fee', 'type', 'liquidity'] as const
const FUNDING = ['time', 'market', 'side', 'oraclePrice', 'size', 'payment', 'rate'] as const

// dYdX localizes column names and sides, so rows are identified by position.
const MARKET = /^[A-Z0-9,.]{1,40}-USD$/
const isFigure = (text: string): boolean => /^[-+(]?[-+]?[$€£]?\s?\d[\d.,\s]*\s?[$€£%]?\)?$/.test(text)
const isDate = (text: string): boolean => instantOfText(text, 'day-first') !== undefined || instantOfText(text, 'month-first') !== undefined

/** Trades, with a localized header. */
export const dydxTrades: ImportFormat = {
  id: 'dydx-trades',
  exchange: 'dYdX',
  title: 'Trades',
  columns: TRADES,
  time: 'time',
  isNewestFirst: true,
  byPosition: {
    names: TRADES,
    isOwn: ([time = '', market = '', side = '', ...rest]) =>
      isDate(time) && MARKET.test(market) && /^\p{L}[\p{L} ]*$/u.test(side) && rest.slice(0, 4).every(isFigure),
  },
  read: ({ cells, at }) =>
    fillOf({
      at,
      symbol: cells.text('market'),
      side: cells.text('side'),
      price: cells.decimal('price'),
      size: cells.decimal('amount'),
      fee: cells.decimalOrZero('fee'),
      feeCoin: 'USDC',
    }),
}

/** Funding payments, with a localized header. */
export const dydxFunding: ImportFormat = {
  id: 'dydx-funding',
  exchange: 'dYdX',
  title: 'Funding',
  columns: FUNDING,
  time: 'time',
  isNewestFirst: true,
  byPosition: {
    names: FUNDING,
    isOwn: ([time = '', market = '', side = '', ...rest]) =>
      isDate(time) && MARKET.test(market) && /^\p{L}[\p{L} ]*$/u.test(side) && rest.every(isFigure),
  },
  read: ({ cells, at }) => fundingOf({ at, symbol: cells.text('market'), amount: cells.decimal('payment'), tradeId: '' }),
}
