import { DECIMALS, decimalText, magnitude } from '@aerie/core/numbers/units'
import { amountOf, type Cells, RowProblem } from '../cells.ts'
import { fillOf } from '../entries.ts'
import type { ImportFormat, JoinedRows } from '../format.ts'
import type { TableRow } from '../table.ts'

const JOINED = ['Date', 'Symbol', 'Type', 'price', 'size', 'fee', 'fee coin', 'Trade ID'] as const

/**
 * Transaction history, a spreadsheet with three columns per coin: `BTC Amount BTC`, `Fee (BTC) BTC`, `BTC Balance BTC`. What was given is negative,
 * as a paid fee is. Source: BittyTax, header lines and rows in public converters.
 */
export const geminiTransactions: ImportFormat = {
  id: 'gemini-transactions',
  exchange: 'Gemini',
  title: 'Transaction history',
  columns: ['Time (UTC)', 'Type', 'Symbol', 'Specification', 'Liquidity Indicator', 'Trade ID'],
  time: 'Date',
  isSpot: true,
  join: joinedTrades,
  read: ({ cells, at }) =>
    fillOf({
      at,
      symbol: cells.text('Symbol'),
      side: cells.text('Type'),
      price: cells.decimal('price'),
      size: cells.decimal('size'),
      fee: cells.decimal('fee'),
      feeCoin: cells.text('fee coin'),
      isSpot: true,
      tradeId: cells.text('Trade ID'),
    }),
}

function joinedTrades(rows: readonly TableRow[], cellsOf: (row: TableRow) => Cells): JoinedRows {
  const joined: TableRow[] = []
  const problems: { row: number; text: string }[] = []
  for (const row of rows) {
    const cells = cellsOf(row)
    if (!/^(?:buy|sell)$/i.test(cells.text('Type'))) continue
    try {
      joined.push(tradeOf(row, cells))
    } catch (error) {
      if (!(error instanceof RowProblem)) throw error
      problems.push({ row: row.number, text: error.message })
    }
  }
  return { header: JOINED, rows: joined, others: rows.length - joined.length - problems.length, problems }
}

/** The time of day has a column of its own; in spreadsheets both may have date and time. */
function timeOf(cells: Cells): string {
  const [date = '', ...rest] = cells.text('Date').split(/[ T]/)
  const [clock] = /\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?: ?[AP]M)?$/i.exec(cells.text('Time (UTC)')) ?? []
  return [date, clock ?? rest.join(' ')].join(' ').trim()
}

function tradeOf(row: TableRow, cells: Cells): TableRow {
  const symbol = cells.text('Symbol').toUpperCase().slice(0, 40)
  const { base, quote } = coinsIn(cells, symbol)
  const [coins, value] = [figure(cells, amountColumns(base)), figure(cells, amountColumns(quote))].map(magnitude)
  if (!coins || !value) throw new RowProblem(`the amounts of ${symbol} are 0`)
  const [inBase, inQuote] = [figure(cells, feeColumns(base)), figure(cells, feeColumns(quote))]
  if (inBase !== 0n && inQuote !== 0n) throw new RowProblem('a trade with fees in two coins')
  const plain = (amount: bigint): string => decimalText(amount, DECIMALS.price)
  const written = [
    timeOf(cells),
    `${base}-${quote}`,
    cells.text('Type'),
    plain((value * 10n ** BigInt(DECIMALS.price)) / coins),
    plain(coins),
    plain(-(inBase || inQuote)),
    inBase === 0n ? quote : base,
    cells.text('Trade ID'),
  ]
  return { number: row.number, cells: written, raw: written }
}

const amountColumns = (coin: string): readonly string[] => [`${coin} Amount ${coin}`, `${coin} Amount`]
const feeColumns = (coin: string): readonly string[] => [`Fee (${coin}) ${coin}`, `Trading Fee (${coin}) ${coin}`, `Trading Fee (${coin})`]

/** The two coins of a symbol, which have amounts in the row. */
function coinsIn(cells: Cells, symbol: string): { readonly base: string; readonly quote: string } {
  for (let at = 1; at < symbol.length; at += 1) {
    const [base, quote] = [symbol.slice(0, at), symbol.slice(at)]
    if (cells.text(...amountColumns(base)) !== '' && cells.text(...amountColumns(quote)) !== '') return { base, quote }
  }
  throw new RowProblem(`the row has no amounts of ${symbol}. Perpetuals are not read`)
}

/** `($519.83)` and `(0.01 BTC)` are negative. */
function figure(cells: Cells, names: readonly string[]): bigint {
  const text = cells.text(...names)
  if (text === '') return 0n
  const { value } = amountOf(text.replace(/^\((.*)\)$/, '$1').replace('$', ''), names[0] ?? '')
  return text.startsWith('(') ? -magnitude(value) : value
}
