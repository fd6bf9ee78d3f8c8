import { magnitude } from '@aerie/core/numbers/units'
import { type Cells, RowProblem, valueName } from '../cells.ts'
import { fillOf, fundingOf } from '../entries.ts'
import type { ImportFormat, JoinedRows } from '../format.ts'
import { isOption } from '../markets.ts'
import type { TableRow } from '../table.ts'

const SIZE = ['Amount', 'Size'] as const
const FEE = ['Fee Charged', 'Fee Paid'] as const

/**
 * Transaction log. Amounts are in dollars for contracts that are margined in the coin, as in the files that have the column `Amount`, or `Size`.
 * Settlements pay out profit that the prices show as well: only their funding is read. Source: BittyTax, columns of four versions.
 */
export const deribitLog: ImportFormat = {
  id: 'deribit-log',
  exchange: 'Deribit',
  title: 'Transaction log',
  columns: ['UserSeq', 'Instrument', 'Type', 'Side', SIZE, 'Position', 'Price', 'Cash Flow', 'Funding', FEE, 'Change'],
  time: 'Date',
  isNewestFirst: true,
  join: withFunding,
  read: ({ cells, at }) => {
    const [kind, symbol] = [cells.text('kind'), cells.text('symbol')]
    // The funding of a closing trade belongs to the position that it closes.
    if (kind === 'funding')
      return fundingOf({
        at: cells.text('of trade') === '' ? at : at - 1,
        symbol,
        amount: cells.decimal('funding'),
        tradeId: cells.text('id'),
      })
    if (kind === 'delivery' && isOption(symbol.toUpperCase())) throw new RowProblem('the exercise or expiry of an option is not read')
    return fillOf({
      at,
      symbol,
      side: cells.text('side'),
      price: cells.decimal('price'),
      size: magnitude(cells.decimal('size')),
      fee: cells.decimalOrZero('fee'),
      feeCoin: '',
      // `BTC_USDC` is a pair of the spot market; contracts have a part more.
      isSpot: !symbol.includes('-'),
      after: magnitude(cells.decimalOrZero('after')),
      tradeId: cells.text('id'),
    })
  },
}

const JOINED = ['date', 'kind', 'symbol', 'side', 'price', 'size', 'fee', 'after', 'funding', 'of trade', 'id']

/** A trade of a perpetual may have its funding since the last settlement in the same row. */
function withFunding(rows: readonly TableRow[], cellsOf: (row: TableRow) => Cells): JoinedRows {
  const joined = rows.flatMap((row) => {
    const cells = cellsOf(row)
    const [kind, date, symbol] = [valueName(cells.text('Type').slice(0, 40)), cells.text('Date'), cells.text('Instrument')]
    const isTrade = kind === 'trade' || kind === 'delivery' || kind === 'liquidation'
    const funding = cells.text('Funding')
    const isFunding = /[1-9]/.test(funding) && (isTrade || kind === 'settlement')
    const figures = [cells.text('Price'), cells.text(...SIZE), cells.text(...FEE), cells.text('Position')]
    return [
      ...(isTrade ? [[date, kind, symbol, cells.text('Side'), ...figures, '', '', cells.text('Trade ID')]] : []),
      ...(isFunding ? [[date, 'funding', symbol, '', '', '', '', '', funding, isTrade ? 'yes' : '', cells.text('ID')]] : []),
    ].map((made): TableRow => ({ number: row.number, cells: made, raw: made }))
  })
  const used = new Set(joined.map(({ number }) => number))
  return { header: JOINED, rows: joined, others: rows.length - used.size, problems: [] }
}
