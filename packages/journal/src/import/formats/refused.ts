import { RowProblem } from '../cells.ts'
import type { ColumnNames, ImportFormat } from '../format.ts'

type Refused = Pick<ImportFormat, 'id' | 'exchange' | 'title' | 'columns'> & {
  readonly time: ColumnNames
  /** Column of the size that was filled: rows without one are no trades. */
  readonly filled?: string
  readonly reason: string
}

const refused = ({ filled, reason, ...format }: Refused): ImportFormat => ({
  ...format,
  read: ({ cells }) => {
    if (filled !== undefined && cells.amount(filled).value === 0n) return undefined
    throw new RowProblem(reason)
  },
})

const NO_FEES = 'an order history has no fees. Import the trade history, which has them.'
const NO_PRICES = 'a list of balance changes has no prices. Import the trade history, which has them.'

/**
 * Files that are recognised so that each of their trades is reported with the file to import instead: read as own columns, they would lack fees
 * or count a trade twice. Source: header lines in tests of public parsers.
 */
export const REFUSED_FORMATS: readonly ImportFormat[] = [
  refused({
    id: 'binance-futures-positions',
    exchange: 'Binance',
    title: 'Futures position history',
    columns: ['Symbol', 'Margin Mode', 'Position Side', 'Entry Price', 'Avg. Close Price', 'Closed Vol.', 'Closing PNL'],
    time: ['Closed', 'Opened'],
    reason: 'a position history has no fees. Import the futures trade history, which has them.',
  }),
  refused({
    id: 'binance-order-list',
    exchange: 'Binance',
    title: 'Spot order history',
    columns: [['OrderNo', 'Order No'], 'Pair', 'Type', 'Order Price', 'Executed', ['Average Price', 'Avg Price'], 'Status'],
    time: ['Date(UTC)', 'Time'],
    filled: 'Executed',
    reason: NO_FEES,
  }),
  refused({
    id: 'binance-futures-orders',
    exchange: 'Binance',
    title: 'Futures order history',
    columns: ['Symbol', 'Side', 'Type', 'Executed', ['Average Price', 'Avg Price'], 'Reduce Only', 'Status'],
    time: ['Order Time', 'Time', 'Date(UTC)'],
    filled: 'Executed',
    reason: NO_FEES,
  }),
  refused({
    id: 'binance-futures-orders',
    exchange: 'Binance',
    title: 'Futures order history',
    columns: ['Symbol', 'Side', 'Type', 'Executed Amount', 'Average Price', 'Status', 'Time In Force', 'Order No'],
    time: ['Time', 'Date(UTC)'],
    filled: 'Executed Amount',
    reason: NO_FEES,
  }),
  refused({
    id: 'okx-orders',
    exchange: 'OKX',
    title: 'Order history',
    columns: ['Order ID', 'Instrument', 'Symbol', 'Side', 'Filled Amount', 'Amount Unit', 'Avg. Filled Price', 'Fee Unit', 'Status'],
    time: ['Order Time', 'Time'],
    filled: 'Filled Amount',
    reason: 'an order history has no single trades. Import the trading history, which has them.',
  }),
  refused({
    id: 'phemex-closed-positions',
    exchange: 'Phemex',
    title: 'Closed profit and loss',
    columns: ['Contract', 'Side', 'Position Size', 'Entry Price', 'Closed Price', ['Realized PnL', 'Closed PnL'], 'Closed Size'],
    time: ['Time', 'Closed Time', 'Close Time'],
    reason: 'a list of closed positions has no fees. Import the trade history: assign its columns, with Phemex as the source.',
  }),
  refused({
    id: 'kucoin-account-history',
    exchange: 'KuCoin',
    title: 'Account history',
    columns: ['UID', 'Account Type', 'Currency', 'Side', 'Amount', 'Fee', 'Remark'],
    time: 'Time',
    reason: NO_PRICES,
  }),
  refused({
    id: 'gate-billing',
    exchange: 'Gate',
    title: 'Billing details',
    columns: ['action_desc', 'action_data', 'type', 'change_amount', 'amount'],
    time: 'time',
    reason: NO_PRICES,
  }),
  refused({
    id: 'gate-billing-new',
    exchange: 'Gate',
    title: 'Billing details',
    columns: ['Account Type', 'Action type', 'Order id', 'Change amount', 'Amount'],
    time: 'Time',
    reason: NO_PRICES,
  }),
]
