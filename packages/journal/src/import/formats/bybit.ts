import { magnitude, price, size } from '@aerie/core/numbers/units'
import { type Cells, columnName } from '../cells.ts'
import { fillOf, microOf, symbolOf } from '../entries.ts'
import type { ImportFormat } from '../format.ts'

/** Closed positions until July 2024, without opening time. */
export const bybitClosed: ImportFormat = {
  id: 'bybit-closed-pnl',
  exchange: 'Bybit',
  title: 'Closed profit and loss (until July 2024)',
  columns: ['Contracts', 'Closing Direction', 'Qty', 'Entry Price', 'Exit Price', 'Closed P&L', 'Trade Time(UTC+0)'],
  time: 'Trade Time(UTC+0)',
  read: ({ cells, at }) => {
    // Direction of the closing order: a sell closes a long.
    const isLong = cells.text('Closing Direction').toLowerCase().includes('sell') || /close long/i.test(cells.text('Closing Direction'))
    return {
      kind: 'trip',
      closedAt: at,
      symbol: symbolOf(cells.text('Contracts')),
      side: isLong ? 'long' : 'short',
      size: size(magnitude(cells.decimal('Qty'))),
      entry: price(cells.decimal('Entry Price')),
      exit: price(cells.decimal('Exit Price')),
      net: microOf(cells.decimal('Closed P&L')),
      tradeId: '',
    }
  },
}

/** Unified account log: trades and funding. */
export const bybitUnified: ImportFormat = {
  id: 'bybit-uta',
  exchange: 'Bybit',
  title: 'Unified account transaction log',
  columns: ['Time', 'Currency', 'Contract', 'Type', 'Direction', 'Quantity', 'Filled Price', 'Funding', 'Fee Paid', 'Trade ID'],
  time: 'Time',
  isNewestFirst: true,
  read: ({ cells, at }) => {
    const type = columnName(cells.text('Type'))
    if (type === 'settlement' || type === 'funding')
      return {
        kind: 'funding',
        at,
        symbol: symbolOf(cells.text('Contract')),
        amount: microOf(fundingOf(cells)),
        tradeId: cells.text('Trade ID'),
      }
    if (!FILLS.has(type)) return undefined
    return fillOf({
      at,
      symbol: cells.text('Contract'),
      side: cells.text('Direction'),
      price: cells.decimal('Filled Price'),
      size: cells.decimal('Quantity'),
      fee: feeOf(cells),
      feeCoin: cells.text('Currency'),
      tradeId: cells.text('Trade ID'),
    })
  },
}

const FILLS: ReadonlySet<string> = new Set(['trade', 'liquidation', 'adl', 'delivery'])

/** Fee paid (positive). Its sign differs by year, so it follows from balance change minus cash flow; if inconclusive, it was paid. */
function feeOf(cells: Cells): bigint {
  const reported = cells.decimalOrZero('Fee Paid')
  const taken = cells.decimalOrZero('Cash Flow') + cells.decimalOrZero('Funding') - cells.decimalOrZero('Change')
  return magnitude(taken) === magnitude(reported) ? taken : magnitude(reported)
}

/** Funding received (positive), from the balance change if it matches. */
function fundingOf(cells: Cells): bigint {
  const reported = cells.decimalOrZero('Funding')
  const change = cells.decimalOrZero('Change')
  return magnitude(change) === magnitude(reported) ? change : reported
}
