import { createHash } from 'node:crypto'
import { type Cells, cellsReader, columnName, RowProblem } from './cells.ts'
import { type DateOrder, dateOrderOf, instantOfText, type MixedOrders } from './dates.ts'
import type { ImportedEntry } from './entries.ts'
import type { ImportFormat, JoinedRows } from './format.ts'
import { type GenericMapping, genericFormat, IMPORT_FORMATS } from './formats.ts'
import { ImportFault, parseTable, type Table, type TableRow, UnknownHeader } from './table.ts'

/** Skipped row and the reason. */
export type ImportProblem = { readonly row: number; readonly text: string }

/** Entry with its identity: the same trade has the same key in every file. */
export type KeyedEntry = {
  readonly key: string
  /** Key from earlier imports, if that lacks the market. */
  readonly former?: string
  readonly row: number
  readonly entry: ImportedEntry
}

/** Contents of a file. */
export type ParsedImport = {
  readonly format: ImportFormat
  readonly header: readonly string[]
  readonly sample: readonly (readonly string[])[]
  /** `undecided`: ambiguous day and month; nothing is imported until the user chooses. */
  readonly dateOrder: DateOrder | 'undecided'
  readonly entries: readonly KeyedEntry[]
  readonly problems: readonly ImportProblem[]
  readonly rows: number
  readonly others: number
}

/** User's choices for what the file does not specify. */
export type ImportChoices = { readonly dateOrder?: DateOrder; readonly mapping?: GenericMapping }

/** Maximum problems listed; further ones are only counted. */
export const MOST_PROBLEMS = 100
const MOST_PREAMBLE = 12

/** Parses an exchange file; a faulty row is dropped without affecting others. @throws UnknownHeader, ImportFault */
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
  const placed = mapping === undefined ? formatByPosition(table) : undefined
  if (placed !== undefined) return placed
  const message =
    mapping === undefined
      ? 'No exchange that is known writes these columns. Choose which column holds what.'
      : 'The file has no row with all of the columns that were chosen.'
  throw new UnknownHeader(message, table[0]?.cells ?? [], sampleOf(table, 1))
}

/** Detects a format with a localized header by its first rows. */
function formatByPosition(table: Table): Recognised | undefined {
  const [header, ...rows] = table
  const first = rows.slice(0, SAMPLE_ROWS)
  if (header === undefined || first.length === 0) return undefined
  for (const format of IMPORT_FORMATS) {
    const { byPosition } = format
    if (byPosition === undefined || header.cells.length !== byPosition.names.length || byPosition.isOwn(header.cells)) continue
    if (first.every(({ cells }) => cells.length === byPosition.names.length && byPosition.isOwn(cells)))
      return { format, header: byPosition.names.map(columnName), rows }
  }
  return undefined
}

const SAMPLE_ROWS = 5
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

/** Whether time mostly runs backwards; then rows of equal time are reversed, too. */
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

/** Exchange's trade id, else a hash of the row plus its occurrence: equal trades stay distinct and re-imports add nothing. */
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
