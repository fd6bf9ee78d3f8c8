import { DECIMALS, decimalText, magnitude, roundDiv } from '@aerie/core/numbers/units'
import { type Cells, RowProblem, valueName } from '../cells.ts'
import { fillOf, fundingOf } from '../entries.ts'
import type { ImportFormat, JoinedRows } from '../format.ts'
import { isInverse, isOption } from '../markets.ts'
import type { TableRow } from '../table.ts'

const SIZE = ['Amount', 'Size', 'Base Amount'] as const
const FEE = ['Fee Charged', 'Fee Paid'] as const

/**
 * Transaction log. Amounts are in dollars for contracts that are margined in the coin, as in the files that have the column `Amount`, or `Size`; in
 * those that only have `Base Amount` the rate and the fee show whether they are.
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

const PRICE_ONE = 10n ** BigInt(DECIMALS.price)

/** Dollars of an inverse contract's `Base Amount`: itself, or times the price, whichever the fee at its rate confirms. @throws RowProblem */
function dollarsOf(cells: Cells): bigint {
  const [base, price] = [magnitude(cells.decimal('Base Amount')), cells.decimal('Price')]
  const fee = magnitude(cells.decimalOrZero('Fee Charged', 'Fee Paid'))
  const rate = magnitude(cells.decimalOrZero('Fee Rate'))
  // The fee is in coins.
  const isFeeOf = (coins: bigint): boolean => magnitude((coins * rate) / PRICE_ONE - fee) * FEE_PART <= fee
  const [isCoins, isDollars] = price <= 0n || fee === 0n ? [false, false] : [isFeeOf(base), isFeeOf((base * PRICE_ONE) / price)]
  if (isCoins === isDollars) throw new RowProblem('neither its columns nor its fee show whether the amount is in dollars or in coins')
  // Contracts are of whole dollars.
  return isDollars ? base : roundDiv(base * price, PRICE_ONE * PRICE_ONE) * PRICE_ONE
}
/** Fees are rounded to hundred-millionths of a coin. */
const FEE_PART = 20n

/** Size and position as the file has them, in dollars for inverse contracts. @throws RowProblem */
function sizesOf(cells: Cells): readonly [size: string, position: string] {
  const written = [cells.text(...SIZE), cells.text('Position')] as const
  if (cells.text('Amount', 'Size') !== '' || !isInverse('Deribit', cells.text('Instrument').toUpperCase())) return written
  const dollars = dollarsOf(cells)
  return [decimalText(dollars, DECIMALS.price), dollars === magnitude(cells.decimal('Base Amount')) ? written[1] : '']
}

/** A trade of a perpetual may have its funding since the last settlement in the same row. */
function withFunding(rows: readonly TableRow[], cellsOf: (row: TableRow) => Cells): JoinedRows {
  const problems: { row: number; text: string }[] = []
  const sizes = (row: TableRow, cells: Cells): readonly [string, string] | undefined => {
    try {
      return sizesOf(cells)
    } catch (error) {
      if (!(error instanceof RowProblem)) throw error
      problems.push({ row: row.number, text: error.message })
      return undefined
    }
  }
  const joined = rows.flatMap((row) => {
    const cells = cellsOf(row)
    const [kind, date, symbol] = [valueName(cells.text('Type').slice(0, 40)), cells.text('Date'), cells.text('Instrument')]
    const isTrade = kind === 'trade' || kind === 'delivery' || kind === 'liquidation'
    const funding = cells.text('Funding')
    const isFunding = /[1-9]/.test(funding) && (isTrade || kind === 'settlement')
    const [size, position] = (isTrade ? sizes(row, cells) : undefined) ?? []
    const figures = [cells.text('Price'), size ?? '', cells.text(...FEE), position ?? '']
    return [
      ...(size === undefined ? [] : [[date, kind, symbol, cells.text('Side'), ...figures, '', '', cells.text('Trade ID')]]),
      ...(isFunding ? [[date, 'funding', symbol, '', '', '', '', '', funding, isTrade ? 'yes' : '', cells.text('ID')]] : []),
    ].map((made): TableRow => ({ number: row.number, cells: made, raw: made }))
  })
  const used = new Set([...joined.map(({ number }) => number), ...problems.map(({ row }) => row)])
  return { header: JOINED, rows: joined, others: rows.length - used.size, problems }
}
