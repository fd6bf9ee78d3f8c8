import { createHash } from 'node:crypto'
import { type Cells, cellsReader, columnName, RowProblem } from './cells.ts'
import { type DateOrder, dateOrderOf, instantOfText, type MixedOrders } from './dates.ts'
import type { ImportedEntry } from './entries.ts'
import type { ImportFormat, JoinedRows } from './format.ts'
import { type GenericMapping, genericFormat, IMPORT_FORMATS } from './formats.ts'
import { ImportFault, parseTable, type Table, type TableRow, UnknownHeader } from './table.ts'

/** A row that is left out, and what is wrong with it. */
export type ImportProblem = { readonly row: number; readonly text: string }

/** An entry with what makes it one: the same trade of the same exchange has the same key in whatever file. */
export type KeyedEntry = {
  readonly key: string
  /** The key that earlier imports gave it, where that does not name its market. */
  readonly former?: string
  readonly row: number
  readonly entry: ImportedEntry
}

/** What a file holds. */
export type ParsedImport = {
  readonly format: ImportFormat
  readonly header: readonly string[]
  /** First rows below it, as they stand in the file. */
  readonly sample: readonly (readonly string[])[]
  /** `undecided`: day and month cannot be told apart; nothing is read until the user says. */
  readonly dateOrder: DateOrder | 'undecided'
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
  const dateOrder = choices.dateOrder ?? oneOrder(rows, (row) => cellsOf(row).text(format.time))
  const about = {
    format,
    header: rawHeader(table, rows),
    sample: rows.slice(0, SAMPLE_ROWS).map(({ cells }) => cells),
    dateOrder,
    rows: rows.length,
  }
  if (dateOrder === 'undecided') return { ...about, entries: [], problems: [], others: 0 }
  const joined = format.join?.(rows, cellsOf)
  if (joined === undefined) return { ...about, ...readRows(rows, { format, cellsOf, dateOrder }) }
  return { ...about, ...readJoined(joined, { format, dateOrder }) }
}

/** @throws ImportFault for a file whose dates are in two orders */
function oneOrder(rows: readonly TableRow[], timeOf: (row: TableRow) => string): DateOrder | 'undecided' {
  const times = rows.map(timeOf)
  const found = dateOrderOf(times)
  return typeof found === 'string' ? found : refuseMixed(found, (at) => `row ${rows[at]?.number ?? 0} has ${times[at]?.slice(0, 40) ?? ''}`)
}

function refuseMixed({ dayFirst, monthFirst }: MixedOrders, named: (at: number) => string): never {
  throw new ImportFault(
    `The dates are in two orders: ${named(dayFirst)}, ${named(monthFirst)}. Import the rows of each order as a file of their own.`,
  )
}

type Recognised = { readonly format: ImportFormat; readonly header: readonly string[]; readonly rows: readonly TableRow[] }

function recognised(table: Table, { mapping }: ImportChoices): Recognised {
  const formats = mapping === undefined ? IMPORT_FORMATS : [genericFormat(mapping)]
  for (const [index, row] of table.slice(0, MOST_PREAMBLE).entries()) {
    const header = row.cells.map(columnName)
    const format = formats.find(({ columns }) => columns.every((name) => header.includes(columnName(name))))
    if (format !== undefined) return { format, header, rows: table.slice(index + 1) }
  }
  const placed = mapping === undefined ? formatByPlace(table) : undefined
  if (placed !== undefined) return placed
  const words =
    mapping === undefined
      ? 'No exchange that is known writes these columns. Choose which column holds what.'
      : 'The file has no row with all of the columns that were chosen.'
  throw new UnknownHeader(words, table[0]?.cells ?? [], sampleOf(table, 1))
}

/** A format whose header is of another language: by what stands in the first rows below it. */
function formatByPlace(table: Table): Recognised | undefined {
  const [header, ...rows] = table
  const first = rows.slice(0, SAMPLE_ROWS)
  if (header === undefined || first.length === 0) return undefined
  for (const format of IMPORT_FORMATS) {
    const { byPlace } = format
    if (byPlace === undefined || header.cells.length !== byPlace.names.length || byPlace.isOwn(header.cells)) continue
    if (first.every(({ cells }) => cells.length === byPlace.names.length && byPlace.isOwn(cells)))
      return { format, header: byPlace.names.map(columnName), rows }
  }
  return undefined
}

const SAMPLE_ROWS = 5
/** Rows as they stand in the file. */
const sampleOf = (table: Table, from: number): readonly (readonly string[])[] =>
  table.slice(from, from + SAMPLE_ROWS).map(({ cells }) => cells)

const rawHeader = (table: Table, rows: readonly TableRow[]): readonly string[] => table[table.length - rows.length - 1]?.cells ?? []

type Reading = { readonly format: ImportFormat; readonly cellsOf: (row: TableRow) => Cells; readonly dateOrder: DateOrder }

function readJoined({ header, rows, others, problems }: JoinedRows, reading: Omit<Reading, 'cellsOf'>): ReturnType<typeof readRows> {
  const read = readRows(rows, { ...reading, cellsOf: cellsReader(header) })
  return { ...read, others: read.others + others, problems: [...problems, ...read.problems].toSorted((a, b) => a.row - b.row) }
}

function readRows(rows: readonly TableRow[], reading: Reading): Pick<ParsedImport, 'entries' | 'problems' | 'others'> {
  const entries: KeyedEntry[] = []
  const problems: ImportProblem[] = []
  const seen = new Map<string, number>()
  let others = 0
  for (const row of rows) {
    const read = readRow(row, reading)
    if (typeof read === 'string') problems.push({ row: row.number, text: read })
    else if (read === undefined) others += 1
    else entries.push({ ...keysOf(reading.format, row, { entry: read, seen }), row: row.number, entry: read })
  }
  const inTime = isNewestFirst(entries, reading.format) ? entries.toReversed() : entries
  return { entries: inTime.toSorted((a, b) => instantOf(a.entry) - instantOf(b.entry)), problems, others }
}

/** Whether time runs backwards in most steps of a file: what has one time in it then stands the other way round, too. */
function isNewestFirst(entries: readonly KeyedEntry[], format: ImportFormat): boolean {
  let balance = 0
  let before: number | undefined
  for (const { entry } of entries) {
    const at = instantOf(entry)
    if (before !== undefined) balance += Math.sign(at - before)
    before = at
  }
  return balance < 0 || (balance === 0 && format.isNewestFirst === true)
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
function keysOf(
  format: ImportFormat,
  row: TableRow,
  { entry, seen }: { readonly entry: ImportedEntry; readonly seen: Map<string, number> },
): Pick<KeyedEntry, 'key' | 'former'> {
  if (entry.tradeId !== '') {
    const kind = `${format.keys ?? format.id}:${entry.kind}`
    const numbered = `${kind}:${entry.tradeId}`
    return format.isNumberedByMarket === true ? { key: `${kind}:${entry.symbol}:${entry.tradeId}`, former: numbered } : { key: numbered }
  }
  const hash = createHash('sha256').update(JSON.stringify(row.cells)).digest('base64url')
  const ordinal = (seen.get(hash) ?? 0) + 1
  seen.set(hash, ordinal)
  return { key: `${format.id}:${hash}:${ordinal}` }
}
