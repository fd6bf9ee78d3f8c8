import { magnitude } from '@aerie/core/numbers/units'
import { type Cells, RowProblem, valueName } from '../cells.ts'
import { closedPositionOf, feeOf, fillOf, fundingOf, positionOf, renamed, sizeOf } from '../entries.ts'
import type { ImportFormat } from '../format.ts'
import { coinsOf, joinedSymbol } from '../markets.ts'

/** `BTCUSDT_UMCBL` of older files is `BTCUSDT`. */
const marketOf = (text: string): string => text.toUpperCase().replace(/_S?(?:UM|DM|CM)CBL$|_SPBL$/, '')

/** Futures fills. Source: columns in public parsers of real files, semicolons included. */
export const bitgetFutures: ImportFormat = {
  id: 'bitget-futures',
  exchange: 'Bitget',
  title: 'Futures trade history',
  columns: [
    'Direction',
    'Futures',
    ['Transaction amount', 'Amount', 'Filled', 'Filled Qty'],
    ['Average Price', 'Avg Price', 'Price'],
    ['Realized P/L', 'Realized PnL'],
    ['Fee', 'Fees'],
  ],
  time: ['Date', 'Time', 'Order Time'],
  isNewestFirst: true,
  paidFees: 'negative',
  read: ({ cells, at }) => {
    const symbol = marketOf(cells.text('Futures'))
    const price = cells.decimal('Average Price', 'Avg Price', 'Price')
    const size = sizeOf(cells, ['Transaction amount', 'Amount', 'Filled', 'Filled Qty'], { symbol, price })
    const realized = cells.amount('Realized P/L', 'Realized PnL').value
    return fillOf({
      at,
      symbol,
      side: cells.text('Direction'),
      closes: realized === 0n ? undefined : 'some',
      realized,
      price,
      size,
      ...feeOf(cells, { fee: ['Fee', 'Fees'] }, cells.text('Coin')),
    })
  },
}

/** Spot fills. Source: as above; the fee of a purchase is in the bought coin. */
export const bitgetSpot: ImportFormat = {
  id: 'bitget-spot',
  exchange: 'Bitget',
  title: 'Spot trade history',
  columns: ['Trading pair', 'Direction', 'Price', 'Amount', 'Total', 'Fee'],
  time: ['Date', 'Time'],
  total: ['Total', 'quoteVolume'],
  isSpot: true,
  paidFees: 'negative',
  read: ({ cells, at }) => spotFill(cells, at),
}

/** Spot fills with the names of other pages, and of the API. Source: tests of public parsers. */
export const bitgetSpotOthers: readonly ImportFormat[] = [
  {
    ...bitgetSpot,
    columns: ['Trading Pair', 'Side', 'Filled Price', 'Filled Amount', 'Total', 'Fee', 'Fee Currency'],
    time: ['Order Time', 'Time', 'Date'],
  },
  { ...bitgetSpot, columns: ['symbol', 'side', 'priceAvg', ['size', 'baseVolume'], 'quoteVolume', 'fee'], time: 'cTime' },
]

function spotFill(cells: Cells, at: number) {
  // Newer files have `BTC/USDT`, older ones `BTCUSDT`.
  const [coin = '', money] = marketOf(cells.text('Trading pair', 'symbol')).split('/')
  const symbol = money === undefined ? coin : joinedSymbol(coin, money)
  const price = cells.decimal('Filled Price', 'Average Price', 'priceAvg', 'Price')
  const side = cells.text('Direction', 'Side')
  const { base, quote } = coinsOf(symbol)
  const received = /^buy|买/i.test(side) ? base : quote
  const fill = fillOf({
    at,
    symbol,
    side,
    price,
    size: sizeOf(cells, ['Filled Amount', 'size', 'baseVolume', 'Amount'], { symbol, price }),
    ...feeOf(cells, { fee: ['Fee'] }, received),
    isSpot: true,
  })
  return renamed(fill, `${base}/${quote}`)
}

/** Orders; their fees are in the trade history. Source: list of Bitget files in a public converter. */
export const bitgetOrders: ImportFormat = {
  id: 'bitget-orders',
  exchange: 'Bitget',
  title: 'Order history',
  columns: ['Direction', 'Order amount', 'Executed', 'Average Price', 'Trading volume', 'Status'],
  time: ['Date', 'Time'],
  read: ({ cells }) => {
    if (cells.amount('Executed').value === 0n) return undefined
    throw new RowProblem('an order history has no fees. Import the trade history, which has them.')
  },
}

/** Spot account; its trades have neither prices nor numbers in common with the trade history. Source: header line of a public converter. */
export const bitgetLedger: ImportFormat = {
  id: 'bitget-spot-transactions',
  exchange: 'Bitget',
  title: 'Spot transactions',
  columns: ['order', 'Coin', 'Type', 'Amount', 'Fee', 'Available'],
  time: 'Date',
  isSpot: true,
  read: ({ cells }) => {
    if (!/^(?:buy|sell)$/i.test(cells.text('Type'))) return undefined
    throw new RowProblem('a list of transactions has no prices. Import the spot trade history, which has them.')
  },
}

const POSITION = {
  futures: ['Futures', '合约'],
  entry: ['Average entry price', 'Avg entry price', '开仓均价'],
  exit: ['Average closing price', 'Avg closing price', '平仓均价'],
  size: ['Closed amount', 'Closed size', '平仓量'],
  result: ['Realized PnL', 'Position Pnl', '已实现盈亏'],
} as const

/** Closed positions, as in `INJUSDT Short·Isolated`. Source: columns in public journals, in English and Chinese. */
export const bitgetPositions: ImportFormat = {
  id: 'bitget-positions',
  exchange: 'Bitget',
  title: 'Futures position history',
  columns: [POSITION.futures, POSITION.entry, POSITION.exit, POSITION.size, POSITION.result],
  time: ['Closed time', 'Closing time', '全部平仓时间'],
  read: ({ cells, at, instant }) => {
    const [, symbol = '', side = ''] = /^(\S+)\s+(long|short)\b/i.exec(cells.text(...POSITION.futures)) ?? []
    const position = positionOf(side)
    if (position === undefined) throw new RowProblem(`neither long nor short: ${cells.text(...POSITION.futures).slice(0, 40)}`)
    const entry = cells.decimal(...POSITION.entry)
    const parts = cells.amount('Opening fee', '开仓手续费').value + cells.amount('Closing fee', '平仓手续费').value
    return closedPositionOf({
      exchange: 'Bitget',
      at,
      openedAt: instant(cells.text('Opening time', 'Open time', '开仓时间')),
      symbol: marketOf(symbol),
      side: position,
      size: sizeOf(cells, POSITION.size, { symbol, price: entry }),
      entry,
      exit: cells.decimal(...POSITION.exit),
      fees: magnitude(parts === 0n ? cells.amount('Fees').value : parts),
      funding: cells.amount('Funding', 'Funding fee', '资金费用').value,
      result: cells.amount(...POSITION.result).value,
    })
  },
}

/** Futures account; only funding is imported. Source: columns and types in public converters. */
export const bitgetFunds: ImportFormat = {
  id: 'bitget-futures-funds',
  exchange: 'Bitget',
  title: 'Futures transactions',
  columns: ['Coin', 'Futures', 'Type', 'Amount', 'Fee', 'Wallet balance'],
  time: 'Date',
  read: ({ cells, at }) => {
    const type = valueName(cells.text('Type').slice(0, 60))
    if (/^(?:open|close|burst|buy|sell|force|reduce|offset|adl|delivery)\b/.test(type))
      throw new RowProblem('a list of transactions has no prices. Import the futures trade history, which has them.')
    if (!/funding|settle fee/.test(type)) return undefined
    const amount = cells.amount('Amount').value + cells.amount('Fee').value
    return fundingOf({ at, symbol: marketOf(cells.text('Futures')), amount, coin: cells.text('Coin'), tradeId: cells.text('Order') })
  },
}
