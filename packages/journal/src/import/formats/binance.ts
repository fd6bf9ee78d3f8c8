import { magnitude } from '@aerie/core/numbers/units'
import { amountOf, columnName, RowProblem } from '../cells.ts'
import { fillOf, microOf, symbolOf } from '../entries.ts'
import type { ImportFormat } from '../format.ts'

/** Futures trades. */
export const binanceFutures: ImportFormat = {
  id: 'binance-futures-trades',
  exchange: 'Binance',
  title: 'Futures trade history',
  columns: ['Date(UTC)', 'Symbol', 'Side', 'Price', 'Quantity', 'Amount', 'Fee', 'Realized Profit'],
  time: 'Date(UTC)',
  read: ({ cells, at }) => {
    const fee = amountOf(cells.text('Fee') || '0', 'Fee')
    return fillOf({
      at,
      // A fill with realized profit closes something; if nothing is open, it was opened before the file begins.
      closes: cells.decimalOrZero('Realized Profit') === 0n ? undefined : 'some',
      symbol: cells.text('Symbol'),
      side: cells.text('Side'),
      price: cells.decimal('Price'),
      size: cells.decimal('Quantity'),
      fee: magnitude(fee.value),
      feeCoin: cells.text('Fee Coin') || fee.unit,
      tradeId: cells.text('Trade ID'),
    })
  },
}

/** Spot trades; values include their coin. */
export const binanceSpot: ImportFormat = {
  id: 'binance-spot',
  exchange: 'Binance',
  title: 'Spot trade history',
  columns: ['Date(UTC)', 'Pair', 'Side', 'Price', 'Executed', 'Amount', 'Fee'],
  time: 'Date(UTC)',
  read: ({ cells, at }) => {
    // Validate first: an invalid pair would otherwise be tried against every coin.
    const symbol = symbolOf(cells.text('Pair'))
    const base = baseOf(symbol, { executed: cells.text('Executed'), amount: cells.text('Amount') })
    const fee = amountOf(cells.text('Fee') || '0', 'Fee', base)
    return fillOf({
      at,
      symbol,
      side: cells.text('Side'),
      price: cells.decimal('Price'),
      size: amountOf(cells.text('Executed'), 'Executed', base).value,
      fee: fee.value,
      feeCoin: fee.unit,
    })
  },
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
  columns: ['Date(UTC)', 'Market', 'Type', 'Price', 'Amount', 'Total', 'Fee', 'Fee Coin'],
  time: 'Date(UTC)',
  read: ({ cells, at }) =>
    fillOf({
      at,
      symbol: cells.text('Market'),
      side: cells.text('Type'),
      price: cells.decimal('Price'),
      size: cells.decimal('Amount'),
      fee: cells.decimalOrZero('Fee'),
      feeCoin: cells.text('Fee Coin'),
    }),
}

/** Futures transactions; only funding is imported. */
export const binanceTransactions: ImportFormat = {
  id: 'binance-futures-transactions',
  exchange: 'Binance',
  title: 'Futures transaction history',
  columns: ['Date(UTC)', 'type', 'Amount', 'Asset', 'Symbol', 'Transaction ID'],
  time: 'Date(UTC)',
  read: ({ cells, at }) =>
    columnName(cells.text('type')) === 'funding fee'
      ? {
          kind: 'funding',
          at,
          symbol: symbolOf(cells.text('Symbol')),
          amount: microOf(cells.decimal('Amount')),
          tradeId: cells.text('Transaction ID'),
        }
      : undefined,
}

const NOT_OF_A_MARKET = new Set(['funding fee', 'fee', 'transaction fee', 'commission', 'insurance clear', 'liquidation fee'])

/** Account statement without markets; funding and fee rows refer the user to the right file. */
export const binanceStatement: ImportFormat = {
  id: 'binance-statement',
  exchange: 'Binance',
  title: 'Account statement',
  columns: ['UTC_Time', 'Account', 'Operation', 'Coin', 'Change', 'Remark'],
  time: 'UTC_Time',
  read: ({ cells }) => {
    const operation = cells.text('Operation')
    if (!NOT_OF_A_MARKET.has(columnName(operation))) return undefined
    throw new RowProblem(
      columnName(operation) === 'funding fee'
        ? 'a statement does not tell the market of a funding fee. Import the futures transaction history, which does.'
        : 'a statement does not tell the trade of a fee. Import the trade history, which has the fee of each trade.',
    )
  },
}

/** Column names since 2024. */
export const binanceStatementNew: ImportFormat = {
  ...binanceStatement,
  columns: ['Time', 'Account', 'Operation', 'Coin', 'Change', 'Remark'],
  time: 'Time',
}
