import { plainNumber } from '@aerie/core/numbers/plain-decimal'
import { recordOf } from '@aerie/core/record-keys'
import { CsvError, parse } from 'csv-parse/sync'
import { cellText } from './csv-text.ts'
import { isDollar } from './import/markets.ts'
import { RETURN_STATISTICS, returnStatistics } from './return-statistics.ts'
import { noFigure, type Statistic } from './statistic.ts'
import { TRADE_STATISTICS, type TradeResult, tradeStatistics } from './trade-statistics.ts'

/** Unreadable file; the message names the row. */
export class StatisticsFileFault extends Error {
  override readonly name = 'StatisticsFileFault'
}

type ReturnFigures = Readonly<Record<(typeof RETURN_STATISTICS)[number], Statistic>>
type TradeFigures = Readonly<Record<(typeof TRADE_STATISTICS)[number], Statistic>>

const UNKNOWN_REASONS = ['fee_coin', 'not_told', 'account_reset'] as const
type UnknownReason = (typeof UNKNOWN_REASONS)[number]

/** What the trade figures are computed from; amounts of different currencies are never added, except those of dollars. */
export type TradesOfFile = {
  /** Currency of the figures: dollars (USDC if there are several kinds), or the only one of the file; null if unknown or if there are several others. */
  readonly currency: string | null
  readonly trips: {
    readonly counted: number
    readonly open: number
    /** Closed trades in none of the figures, with the reasons of the server's statistics. */
    readonly left_out: readonly { readonly reason: UnknownReason | 'other_currency'; readonly trips: number }[]
  }
  /** Trade figures per currency, where the file names currencies. */
  readonly by_currency: Readonly<Record<string, TradeFigures & { readonly trips: number }>>
}

/** Statistics by name; those of trades with what they cover. */
export type StatisticsReport = ReturnFigures & TradeFigures & Partial<TradesOfFile>

type Row = { readonly number: number; readonly cells: readonly string[] }

/** Statistics of a CSV of returns or trades; leaves out open trips and unknown results, and counts them. `periodsAYear`: 365 for daily returns. @throws StatisticsFileFault */
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

const ACCOUNT_CURRENCY = 'USDC'

function ofTrades(rows: readonly Row[], names: readonly string[]): StatisticsReport {
  const columns = {
    net: names.indexOf('net'),
    r: names.indexOf('r'),
    currency: names.indexOf('currency'),
    reason: names.indexOf('money_reason'),
  }
  const closed = rows.filter((row) => !isOpen(row, names.indexOf('closed_at')))
  const trades = closed.map((row) => tradeOf(row, columns))
  const known = trades.filter((trade): trade is KnownTrade => !('reason' in trade))
  const byCurrency = Map.groupBy(known, ({ currency }) => currency)
  const currency = currencyOf([...byCurrency.keys()])
  const isCounted = (name: string | null): boolean => name === currency || (isDollarName(name) && isDollarName(currency))
  const counted = currency === undefined ? [] : known.filter((trade) => isCounted(trade.currency))
  return {
    currency: currency ?? null,
    trips: {
      counted: counted.length,
      open: rows.length - closed.length,
      left_out: [
        ...UNKNOWN_REASONS.map((reason) => ({
          reason,
          trips: trades.filter((trade) => 'reason' in trade && trade.reason === reason).length,
        })),
        { reason: 'other_currency' as const, trips: known.length - counted.length },
      ].filter(({ trips }) => trips > 0),
    },
    ...without(RETURN_STATISTICS, 'the file holds trades, not returns'),
    ...(currency === undefined ? without(TRADE_STATISTICS, 'the trades are in several currencies') : tradeStatistics(counted)),
    by_currency: Object.fromEntries(
      [...byCurrency].flatMap(([name, ofName]) => (name === null ? [] : [[name, { trips: ofName.length, ...tradeStatistics(ofName) }]])),
    ),
  }
}

const isDollarName = (name: string | null | undefined): boolean => typeof name === 'string' && isDollar(name)

/** Undefined if there are several currencies and no dollars; null for a file that names none. */
function currencyOf(currencies: readonly (string | null)[]): string | null | undefined {
  const [first = null, ...more] = currencies
  const [dollar, ...otherDollars] = currencies.filter(isDollarName)
  if (dollar !== undefined) return otherDollars.length === 0 ? dollar : ACCOUNT_CURRENCY
  return more.length === 0 ? first : undefined
}

/** Open trips have no result; a file without closing times contains only closed ones. */
const isOpen = ({ cells }: Row, column: number): boolean => column !== -1 && (cells[column] ?? '').trim() === ''

type TradeColumns = { readonly net: number; readonly r: number; readonly currency: number; readonly reason: number }

type KnownTrade = TradeResult & { readonly currency: string | null }

function tradeOf(row: Row, columns: TradeColumns): KnownTrade | { readonly reason: UnknownReason } {
  if (row.cells.length <= columns.net) throw new StatisticsFileFault(`row ${row.number}: ends before the column net.`)
  const net = numberOf(row, columns.net, 'net')
  const r = columns.r === -1 ? null : numberOf(row, columns.r, 'r')
  const currency = columns.currency === -1 ? null : textOf(row, columns.currency)
  // An amount in an unknown currency is as unknown as no amount.
  if (net === null || currency === '') return { reason: reasonOf(textOf(row, columns.reason)) }
  return { net, r, currency }
}

const textOf = ({ cells }: Row, column: number): string => cellText((cells[column] ?? '').trim())

const reasonOf = (text: string): UnknownReason => UNKNOWN_REASONS.find((reason) => reason === text) ?? 'not_told'

function numberOf({ number, cells }: Row, column: number, name: string): number | null {
  const cell = cellText((cells[column] ?? '').trim())
  if (cell === '') return null
  const value = plainNumber(cell)
  if (value === undefined) throw new StatisticsFileFault(`row ${number}: ${name} is no number: ${cell.slice(0, 40)}`)
  return value
}

const without = <Name extends string>(names: readonly Name[], reason: string): Record<Name, Statistic> =>
  recordOf(names, () => noFigure(reason, 0))
