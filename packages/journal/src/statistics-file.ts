import { plainNumber } from '@aerie/core/numbers/plain-number'
import { recordOf } from '@aerie/core/record-keys'
import { CsvError, parse } from 'csv-parse/sync'
import { cellText } from './csv-text.ts'
import { RETURN_STATISTICS, returnStatistics } from './return-statistics.ts'
import { noFigure, type Statistic } from './statistic.ts'
import { TRADE_STATISTICS, type TradeResult, tradeStatistics } from './trade-statistics.ts'

/** Unreadable file; the message names the row. */
export class StatisticsFileFault extends Error {
  override readonly name = 'StatisticsFileFault'
}

/** Statistics by name. */
export type StatisticsReport = Readonly<Record<(typeof RETURN_STATISTICS)[number] | (typeof TRADE_STATISTICS)[number], Statistic>>

type Row = { readonly number: number; readonly cells: readonly string[] }

/** Statistics of a CSV of returns or trades; skips open trips. `periodsAYear`: 365 for daily returns. @throws StatisticsFileFault */
export function statisticsOfFile(text: string, periodsAYear: number): StatisticsReport {
  const { names, rows } = tableOf(text)
  if (names.includes('return')) return ofReturns(rows, names, periodsAYear)
  if (names.includes('net')) return ofTrades(rows, names)
  throw new StatisticsFileFault('row 1: the header has neither "date,return" nor the columns of "journal export".')
}

function tableOf(text: string): { names: readonly string[]; rows: readonly Row[] } {
  const [header, ...rows] = linesOf(text)
  if (header === undefined) throw new StatisticsFileFault('the file is empty.')
  return { names: header.cells.map((name) => name.trim().toLowerCase()), rows }
}

function linesOf(text: string): readonly Row[] {
  try {
    return parse(text, { bom: true, delimiter: delimiterOf(text), relax_column_count: true })
      .map((cells, index) => ({ number: index + 1, cells }))
      .filter(({ cells }) => cells.length > 1 || cells[0] !== '')
  } catch (error) {
    if (error instanceof CsvError) throw new StatisticsFileFault(`the file is no CSV: ${error.message}.`, { cause: error })
    throw error
  }
}

/** A semicolon if the header has no comma, as in some locales. */
const delimiterOf = (text: string): string => (/^[^\n,]*;/.test(text) ? ';' : ',')

function ofReturns(rows: readonly Row[], names: readonly string[], periodsAYear: number): StatisticsReport {
  const column = names.indexOf('return')
  const returns = rows.map((row) => returnOf(row, column))
  return {
    ...returnStatistics({ returns, periodsAYear }),
    ...without(TRADE_STATISTICS, 'the file holds returns, not trades'),
  }
}

function returnOf(row: Row, column: number): number | null {
  const value = numberOf(row, column, 'return')
  if (value !== null && value < -1) throw new StatisticsFileFault(`row ${row.number}: a return below -1 loses more than there is.`)
  return value
}

function ofTrades(rows: readonly Row[], names: readonly string[]): StatisticsReport {
  const closed = rows.filter((row) => !isOpen(row, names.indexOf('closed_at')))
  const trades = closed.map((row) => tradeOf(row, names.indexOf('net'), names.indexOf('r')))
  return {
    ...without(RETURN_STATISTICS, 'the file holds trades, not returns'),
    ...tradeStatistics(trades),
  }
}

/** Open trips have no result; a file without closing times contains only closed ones. */
const isOpen = ({ cells }: Row, column: number): boolean => column !== -1 && (cells[column] ?? '').trim() === ''

function tradeOf(row: Row, netColumn: number, rColumn: number): TradeResult {
  const net = numberOf(row, netColumn, 'net')
  if (net === null) throw new StatisticsFileFault(`row ${row.number}: net is empty.`)
  return { net, r: rColumn === -1 ? null : numberOf(row, rColumn, 'r') }
}

function numberOf({ number, cells }: Row, column: number, name: string): number | null {
  const cell = cellText((cells[column] ?? '').trim())
  if (cell === '') return null
  const value = plainNumber(cell)
  if (value === undefined) throw new StatisticsFileFault(`row ${number}: ${name} is no number: ${cell.slice(0, 40)}`)
  return value
}

const without = <Name extends string>(names: readonly Name[], reason: string): Record<Name, Statistic> =>
  recordOf(names, () => noFigure(reason, 0))
