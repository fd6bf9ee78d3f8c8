import { magnitude } from '@aerie/core/numbers/units'
import { amountOf, RowProblem, valueName } from '../cells.ts'
import { fillOf, microOf, positionOf, symbolOf } from '../entries.ts'
import type { ImportFormat } from '../format.ts'
import { coinsOf } from '../markets.ts'

/** Time column: with its zone in exports until 2025, plain in the current ones, whose times are in UTC unless the user chose a zone. */
const TIME = ['Date(UTC)', 'Time', 'Date'] as const

/** Futures trades. Columns of 2026: real exports with `Uid`, `Time` and fees with their unit. */
export const binanceFutures: ImportFormat = {
  id: 'binance-futures-trades',
  exchange: 'Binance',
  title: 'Futures trade history',
  columns: ['Symbol', 'Side', 'Price', 'Quantity', 'Fee', ['Realized Profit', 'Realized PnL']],
  time: TIME,
  showsRealized: true,
  read: ({ cells, at }) => {
    const fee = amountOf(cells.text('Fee') || '0', 'Fee')
    const realized = amountOf(cells.text('Realized Profit', 'Realized PnL') || '0', 'Realized Profit').value
    return fillOf({
      at,
      // A fill with realized profit closes something; if nothing is open, it was opened before the file begins.
      closes: realized === 0n ? undefined : 'some',
      position: positionOf(cells.text('Position Side')),
      realized,
      symbol: cells.text('Symbol'),
      side: cells.text('Side'),
      price: cells.decimal('Price'),
      size: amountOf(cells.text('Quantity'), 'Quantity').value,
      fee: magnitude(fee.value),
      feeCoin: cells.text('Fee Coin', 'Commission Asset') || fee.unit,
      tradeId: cells.text('Trade ID'),
    })
  },
}

/** Spot trades; values include their coin. */
export const binanceSpot: ImportFormat = {
  id: 'binance-spot',
  exchange: 'Binance',
  title: 'Spot trade history',
  columns: ['Pair', 'Side', 'Price', 'Executed', 'Amount', 'Fee'],
  time: TIME,
  isSpot: true,
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
      feeCoin: fee.unit,
      isSpot: true,
      tradeId: cells.text('Trade ID'),
    })
  },
}

/** The file's own split of a pair whose quote is not among the known ones. */
function symbolOfPair(pair: string, base: string): string {
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

/** Futures transactions; only funding is imported. */
export const binanceTransactions: ImportFormat = {
  id: 'binance-futures-transactions',
  exchange: 'Binance',
  title: 'Futures transaction history',
  columns: ['type', 'Amount', 'Asset', 'Symbol', 'Transaction ID'],
  time: TIME,
  read: ({ cells, at }) =>
    valueName(cells.text('type')) === 'funding fee'
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
  columns: ['Account', 'Operation', 'Coin', 'Change', 'Remark'],
  time: ['UTC_Time', 'Time'],
  read: ({ cells }) => {
    const operation = cells.text('Operation')
    if (!NOT_OF_A_MARKET.has(valueName(operation))) return undefined
    throw new RowProblem(
      valueName(operation) === 'funding fee'
        ? 'a statement does not tell the market of a funding fee. Import the futures transaction history, which does.'
        : 'a statement does not tell the trade of a fee. Import the trade history, which has the fee of each trade.',
    )
  },
}
