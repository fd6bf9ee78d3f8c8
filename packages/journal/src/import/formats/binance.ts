import { amountOf, type Cells, RowProblem, valueName } from '../cells.ts'
import { instantOfText } from '../dates.ts'
import { FEE_COINS, feeOf, fillOf, fundingOf, inverseSize, isSide, positionOf, sizeOf, symbolOf } from '../entries.ts'
import type { ImportFormat, JoinedRows } from '../format.ts'
import { coinsOf } from '../markets.ts'
import type { TableRow } from '../table.ts'
import { conversionOf } from './kucoin.ts'

/** Time column: with its zone in exports until 2025, plain in the current ones, whose times are in UTC unless the user chose a zone. */
const TIME = ['Date(UTC)', 'Time', 'Date'] as const

const FUTURES_COLUMNS = 'Uid,Time,Symbol,Side,Price,Quantity,Amount,Fee,Realized Profit,Buyer,Maker,Trade ID,Order ID'.split(',')
const FIGURE = /^-?\d[\d.,]{0,40}$/

/** Row of a futures trade, whatever the language of the header. */
function isFuturesTrade([uid = '', ...cells]: readonly string[]): boolean {
  const [time = '', symbol = '', side = '', price = '', size = '', value = '', fee = '', profit = '', buyer = '', maker = ''] = cells
  return (
    /^\d{4,20}$/.test(uid) &&
    instantOfText(time, 'day-first') !== undefined &&
    /^[A-Z0-9]{4,24}(?:_\w{4,6})?$/.test(symbol) &&
    isSide(side) &&
    [price, size, value, profit].every((text) => FIGURE.test(text)) &&
    /^-?\d[\d.,]{0,40} ?[A-Z0-9]{1,20}$/.test(fee) &&
    [buyer, maker].every((text) => /^(?:true|false)$/i.test(text))
  )
}

/** Futures trades. Columns of 2026: real exports with `Uid`, `Time` and fees with their unit. */
export const binanceFutures: ImportFormat = {
  id: 'binance-futures-trades',
  exchange: 'Binance',
  title: 'Futures trade history',
  columns: [['Symbol', 'Pair'], 'Side', 'Price', 'Quantity', 'Fee', ['Realized Profit', 'Realized PnL']],
  time: TIME,
  total: 'Amount',
  showsRealized: true,
  paidFees: 'positive',
  byPosition: { names: FUTURES_COLUMNS, isOwn: isFuturesTrade },
  read: ({ cells, at }) => {
    const realized = cells.amount('Realized Profit', 'Realized PnL').value
    const [symbol, price] = [cells.text('Symbol', 'Pair'), cells.decimal('Price')]
    return fillOf({
      at,
      // A fill with realized profit closes something; if nothing is open, it was opened before the file begins.
      closes: realized === 0n ? undefined : 'some',
      position: positionOf(cells.text('Position Side')),
      realized,
      symbol,
      side: cells.text('Side'),
      price,
      size: inverseSize('Binance', symbol, sizeOf(cells, ['Quantity'], { symbol, price })),
      ...feeOf(cells, { fee: ['Fee'] }),
      tradeId: cells.text('Trade ID'),
    })
  },
}

const SPOT_COLUMNS = ['Date', 'Pair', 'Side', 'Price', 'Executed', 'Amount', 'Fee'] as const

/** Row of a spot trade, whatever the language of the header: `Čas,Pár,Strana,…`. Source: Everytrade's Binance tests. */
function isSpotTrade([time = '', pair = '', side = '', price = '', ...amounts]: readonly string[]): boolean {
  const isDate = instantOfText(time, 'day-first') !== undefined || instantOfText(time, 'month-first') !== undefined
  if (!isDate || !/^[A-Z0-9]{4,24}$/.test(pair) || !isSide(side) || !/^\d[\d.,]{0,30}$/.test(price)) return false
  return amounts.every((amount) => /^\d[\d.,]{0,40} ?[A-Z0-9]{1,20}$/.test(amount))
}

/** Spot trades; values include their coin. */
export const binanceSpot: ImportFormat = {
  id: 'binance-spot',
  exchange: 'Binance',
  title: 'Spot trade history',
  columns: ['Pair', 'Side', 'Price', 'Executed', 'Amount', 'Fee'],
  time: TIME,
  total: 'Amount',
  isSpot: true,
  byPosition: { names: SPOT_COLUMNS, isOwn: isSpotTrade },
  read: ({ cells, at }) => {
    // Validate first: an invalid pair would otherwise be tried against every coin.
    const pair = symbolOf(cells.text('Pair'))
    const base = baseOf(pair, { executed: cells.text('Executed'), amount: cells.text('Amount') })
    const fee = amountOf(cells.text('Fee') || '0', 'Fee', base)
    return fillOf({
      at,
      symbol: symbolOfPair(pair, base),
      side: cells.text('Side'),
      price: cells.decimal('Price'),
      size: amountOf(cells.text('Executed'), 'Executed', base).value,
      fee: fee.value,
      feeCoin: fee.unit || cells.text(...FEE_COINS),
      isSpot: true,
      tradeId: cells.text('Trade ID'),
    })
  },
}

/** The exchange's own split of a pair whose quote is not among the known ones. */
export function symbolOfPair(pair: string, base: string): string {
  const isKnown = base === '' || /[-/_]/.test(pair) || coinsOf(pair).base === base
  return isKnown ? pair : `${base}-${pair.slice(base.length)}`
}

/** Base coin of a pair: the suffix of the size; the amount has the rest of the pair. Names may start with digits. */
function baseOf(pair: string, { executed, amount }: { readonly executed: string; readonly amount: string }): string {
  for (let length = 1; length < pair.length; length += 1)
    if (executed.endsWith(pair.slice(0, length)) && amount.endsWith(pair.slice(length))) return pair.slice(0, length)
  return ''
}

/** Spot trades until 2020. */
export const binanceSpotOld: ImportFormat = {
  id: 'binance-spot-old',
  exchange: 'Binance',
  title: 'Spot trade history (until 2020)',
  columns: ['Market', 'Type', 'Price', 'Amount', 'Total', 'Fee', 'Fee Coin'],
  time: TIME,
  total: 'Total',
  isSpot: true,
  read: ({ cells, at }) =>
    fillOf({
      at,
      symbol: cells.text('Market'),
      side: cells.text('Type'),
      price: cells.decimal('Price'),
      size: cells.decimal('Amount'),
      fee: cells.decimalOrZero('Fee'),
      feeCoin: cells.text('Fee Coin'),
      isSpot: true,
    }),
}

const COIN_COLUMNS = ['Date', 'Pair', 'Base Asset', 'Quote Asset', 'Type', 'Price', 'Amount', 'Total', 'Fee', 'Fee Coin'] as const

/** Row of a spot trade with a column for each coin, whatever the language of the header: `时间,交易对,基准货币,…`. */
function isTradeOfCoins([time = '', pair = '', base = '', quote = '', side = '', ...more]: readonly string[]): boolean {
  const [feeCoin = '', ...figures] = more.toReversed()
  return (
    instantOfText(time, 'day-first') !== undefined &&
    pair === `${base}/${quote}` &&
    isSide(side) &&
    figures.every((text) => FIGURE.test(text)) &&
    /^[A-Z0-9]{1,20}$/.test(feeCoin)
  )
}

/** Spot trades of XLSX files, with a column for each coin. Source: tests of public tax programs. */
export const binanceSpotCoins: ImportFormat = {
  ...binanceSpotOld,
  id: 'binance-spot-coins',
  title: 'Spot trade history',
  columns: COIN_COLUMNS.slice(1),
  byPosition: { names: COIN_COLUMNS, isOwn: isTradeOfCoins },
  read: ({ cells, at }) => {
    const base = cells.text('Base Asset').toUpperCase()
    return fillOf({
      at,
      symbol: symbolOfPair(`${base}${cells.text('Quote Asset').toUpperCase()}`, base),
      side: cells.text('Type'),
      price: cells.decimal('Price'),
      size: cells.decimal('Amount'),
      fee: cells.decimalOrZero('Fee'),
      feeCoin: cells.text('Fee Coin'),
      isSpot: true,
    })
  },
}

/** Futures transactions: funding and the fees of liquidations, which no trade history has. Types: Binance API, income history. */
export const binanceTransactions: ImportFormat = {
  id: 'binance-futures-transactions',
  exchange: 'Binance',
  title: 'Futures transaction history',
  columns: ['type', 'Amount', 'Asset', 'Symbol', 'Transaction ID'],
  time: TIME,
  read: ({ cells, at }) => {
    const type = valueName(cells.text('type'))
    if (type.startsWith('delivered sett'))
      throw new RowProblem('the delivery of a contract is in no trade history and has no price: its trade stays open')
    const isLiquidation = LIQUIDATION.test(type)
    if (!isLiquidation && type !== 'funding fee') return undefined
    const [amount, symbol] = [cells.decimal('Amount'), cells.text('Symbol')]
    if (isLiquidation && amount === 0n) return undefined
    if (isLiquidation && symbol === '') throw new RowProblem('the file does not name the market of this liquidation fee')
    const paid = { at, symbol, amount, coin: cells.text('Asset'), tradeId: cells.text('Transaction ID') }
    return fundingOf(isLiquidation ? { ...paid, of: 'liquidation' } : paid)
  },
}

const LIQUIDATION = /^(?:insurance clear|liquidation(?: clearance)? fee)$/

const ORDER_COLUMNS = ['time', 'pair', 'side', 'price', 'filled', 'fee'] as const

/** Spot orders with their fills below each. Source: Everytrade's Binance tests. */
export const binanceOrders: ImportFormat = {
  id: 'binance-spot-orders',
  exchange: 'Binance',
  title: 'Spot order history',
  columns: ['Pair', 'Type', 'Order Price', 'Order Amount', ['AvgTrading Price', 'Avg Trading Price'], 'Filled', 'Total', 'status'],
  time: TIME,
  keys: binanceSpot.id,
  isSpot: true,
  join: joinedOrders,
  read: ({ cells, at }) => {
    const pair = symbolOf(cells.text('pair'))
    const fee = amountOf(cells.text('fee') || '0', 'Fee', coinsOf(pair).base)
    const [price, size] = [cells.decimal('price'), cells.amount('filled').value]
    return fillOf({ at, symbol: pair, side: cells.text('side'), price, size, fee: fee.value, feeCoin: fee.unit, isSpot: true })
  },
}

function joinedOrders(rows: readonly TableRow[], cellsOf: (row: TableRow) => Cells): JoinedRows {
  const joined: TableRow[] = []
  const problems: { row: number; text: string }[] = []
  let order: { readonly row: TableRow; readonly cells: Cells; fills: number } | undefined
  let others = 0
  const endOrder = (): void => {
    if (order === undefined || order.fills > 0) return
    if (/^(?:filled|partial)/i.test(order.cells.text('status')))
      problems.push({ row: order.row.number, text: 'an order without its fills has no fees. Import the trade history, which has them.' })
    else others += 1
  }
  for (const row of rows) {
    const [first = '', time = '', price = '', filled = '', , fee = ''] = row.cells
    if (first !== '') {
      endOrder()
      order = { row, cells: cellsOf(row), fills: 0 }
    } else if (order !== undefined && /^\d/.test(time)) {
      order.fills += 1
      const cells = [time, order.cells.text('Pair'), order.cells.text('Type'), price, filled, fee]
      joined.push({ number: row.number, cells, raw: cells })
    }
  }
  endOrder()
  return { header: ['time', ...ORDER_COLUMNS.slice(1)], rows: joined, others, problems }
}

/** Conversions, such as `100 USDT` for `0.05 ETH`. Source: BittyTax. */
export const binanceConvert: ImportFormat = {
  id: 'binance-convert',
  exchange: 'Binance',
  title: 'Convert history',
  columns: ['Pair', 'Type', 'Sell', 'Buy', 'Price', 'Inverse Price', 'Status'],
  time: TIME,
  isSpot: true,
  read: ({ cells, at }) =>
    /^(?:success|filled|complete)/i.test(cells.text('Status')) ? conversionOf(at, cells.text('Sell'), cells.text('Buy')) : undefined,
}

const NOT_OF_A_MARKET = new Set(['funding fee', 'fee', 'transaction fee', 'commission', 'insurance clear', 'liquidation fee'])
/** Operations of trades, in statements of several years. */
const OF_A_TRADE =
  /^(?:buy|sell|transaction (?:buy|sold|spend|revenue|related)|realized? (?:profit and loss|pnl)|binance convert|large otc trading|small assets exchange bnb)$/

/** Account statement without markets and prices; its rows refer the user to the right file. Source: BittyTax, Everytrade's Binance tests. */
export const binanceStatement: ImportFormat = {
  id: 'binance-statement',
  exchange: 'Binance',
  title: 'Account statement',
  columns: ['Account', 'Operation', 'Coin', 'Change', 'Remark'],
  time: ['UTC_Time', 'Time'],
  read: ({ cells }) => {
    const operation = valueName(cells.text('Operation').slice(0, 60))
    if (OF_A_TRADE.test(operation)) throw new RowProblem('a statement has no prices. Import the trade history, which has them.')
    if (!NOT_OF_A_MARKET.has(operation)) return undefined
    throw new RowProblem(
      operation === 'funding fee'
        ? 'a statement does not name the market of a funding fee. Import the futures transaction history, which does.'
        : 'a statement does not tell the trade of a fee. Import the trade history, which has the fee of each trade.',
    )
  },
}
