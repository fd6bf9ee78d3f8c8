import { createHash } from 'node:crypto'
import { type Cells, cellsReader, columnName, RowProblem } from './cells.ts'
import { type DateOrder, dateOrderOf, instantOfText, type OrderVerdict } from './dates.ts'
import type { ImportedEntry } from './entries.ts'
import { type GenericMapping, genericFormat, IMPORT_FORMATS, type ImportFormat } from './formats.ts'
import { parseTable, type Table, type TableRow, UnknownHeader } from './table.ts'

/** A row that is left out, and what is wrong with it. */
export type ImportProblem = { readonly row: number; readonly text: string }

/** An entry with what makes it one: the same trade of the same exchange has the same key in whatever file. */
export type KeyedEntry = { readonly key: string; readonly row: number; readonly entry: ImportedEntry }

/** What a file holds. */
export type ParsedImport = {
  readonly format: ImportFormat
  readonly header: readonly string[]
  /** First rows below it, as they stand in the file. */
  readonly sample: readonly (readonly string[])[]
  /** `undecided`: day and month cannot be told apart; nothing is read until the user says. */
  readonly dateOrder: OrderVerdict
  /** Oldest first. */
  readonly entries: readonly KeyedEntry[]
  readonly problems: readonly ImportProblem[]
  /** Rows below the header. */
  readonly rows: number
  /** Rows that are nothing to journal: deposits, transfers. */
  readonly others: number
}

/** What the user chose for a file that does not say it. */
export type ImportChoices = { readonly dateOrder?: DateOrder; readonly mapping?: GenericMapping }

/** Most problems that are listed; the rest is counted. */
export const MOST_PROBLEMS = 100
/** Lines above the header that are passed over. */
const MOST_PREAMBLE = 12

/**
 * Reads a file of an exchange: its format by the names of its columns, the order of its dates over the whole of it, its rows one by
 * one. Nothing is kept of a row that has a problem; the others are not affected.
 *
 * @throws UnknownHeader where no header is known; ImportFault where nothing can be read
 */
export function parseImport(text: string, choices: ImportChoices = {}): ParsedImport {
  const table = parseTable(text)
  const { format, header, rows } = recognised(table, choices)
  const cellsOf = cellsReader(header)
  const times = rows.map((row) => cellsOf(row).text(format.time))
  const dateOrder = choices.dateOrder ?? dateOrderOf(times)
  const about = {
    format,
    header: rawHeader(table, rows),
    sample: rows.slice(0, SAMPLE_ROWS).map(({ cells }) => cells),
    dateOrder,
    rows: rows.length,
  }
  if (dateOrder === 'undecided') return { ...about, entries: [], problems: [], others: 0 }
  return { ...about, ...readRows(rows, { format, cellsOf, dateOrder }) }
}

type Recognised = { readonly format: ImportFormat; readonly header: readonly string[]; readonly rows: readonly TableRow[] }

function recognised(table: Table, { mapping }: ImportChoices): Recognised {
  const formats = mapping === undefined ? IMPORT_FORMATS : [genericFormat(mapping)]
  for (const [index, row] of table.slice(0, MOST_PREAMBLE).entries()) {
    const header = row.cells.map(columnName)
    const format = formats.find(({ columns }) => columns.every((name) => header.includes(columnName(name))))
    if (format !== undefined) return { format, header, rows: table.slice(index + 1) }
  }
  const words =
    mapping === undefined
      ? 'No exchange that is known writes these columns. Choose which column holds what.'
      : 'The file has no row with all of the columns that were chosen.'
  throw new UnknownHeader(words, table[0]?.cells ?? [], sampleOf(table, 1))
}

const SAMPLE_ROWS = 5
/** Rows as they stand in the file. */
const sampleOf = (table: Table, from: number): readonly (readonly string[])[] =>
  table.slice(from, from + SAMPLE_ROWS).map(({ cells }) => cells)

const rawHeader = (table: Table, rows: readonly TableRow[]): readonly string[] => table[table.length - rows.length - 1]?.cells ?? []

type Reading = { readonly format: ImportFormat; readonly cellsOf: (row: TableRow) => Cells; readonly dateOrder: DateOrder }

function readRows(rows: readonly TableRow[], reading: Reading): Pick<ParsedImport, 'entries' | 'problems' | 'others'> {
  const entries: KeyedEntry[] = []
  const problems: ImportProblem[] = []
  const seen = new Map<string, number>()
  let others = 0
  for (const row of rows) {
    const read = readRow(row, reading)
    if (typeof read === 'string') problems.push({ row: row.number, text: read })
    else if (read === undefined) others += 1
    else entries.push({ key: keyOf(reading.format, row, { entry: read, seen }), row: row.number, entry: read })
  }
  return { entries: entries.toSorted((a, b) => instantOf(a.entry) - instantOf(b.entry)), problems, others }
}

const instantOf = (entry: ImportedEntry): number => ('closedAt' in entry ? entry.closedAt : entry.at)

/** The entry of a row; a text is its problem. */
function readRow(row: TableRow, { format, cellsOf, dateOrder }: Reading): ImportedEntry | undefined | string {
  const cells = cellsOf(row)
  const time = cells.text(format.time)
  if (time === '' && format.untimed !== undefined) return format.untimed
  const instant = (text: string): number | undefined => instantOfText(text, dateOrder)
  const at = instant(time)
  if (at === undefined) return `${format.time} is no date: ${time.slice(0, 40)}`
  try {
    return format.read({ cells, at, instant })
  } catch (error) {
    if (error instanceof RowProblem) return error.message
    throw error
  }
}

/**
 * The exchange's own number of the trade; else a hash of the row and which of equal rows it is, so that two equal trades of one second
 * are two, and the same file again adds nothing.
 */
function keyOf(
  format: ImportFormat,
  row: TableRow,
  { entry, seen }: { readonly entry: ImportedEntry; readonly seen: Map<string, number> },
): string {
  if (entry.tradeId !== '') return `${format.id}:${entry.kind}:${entry.tradeId}`
  const hash = createHash('sha256').update(JSON.stringify(row.cells)).digest('base64url')
  const ordinal = (seen.get(hash) ?? 0) + 1
  seen.set(hash, ordinal)
  return `${format.id}:${hash}:${ordinal}`
}
