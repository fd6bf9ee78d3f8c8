import { CsvError, parse } from 'csv-parse/sync'

/** File that cannot be imported; the message explains the remedy. */
export class ImportFault extends Error {
  override readonly name = 'ImportFault'
}

/** Unknown header: the user has to map the columns. */
export class UnknownHeader extends ImportFault {
  readonly header: readonly string[]
  readonly sample: readonly (readonly string[])[]

  constructor(message: string, header: readonly string[], sample: readonly (readonly string[])[]) {
    super(message)
    this.header = header
    this.sample = sample
  }
}

/** Row with its line number as editors count it. */
export type TableRow = {
  readonly number: number
  readonly cells: readonly string[]
  readonly raw: readonly string[]
}

/** Rows of a file, including the header. */
export type Table = readonly TableRow[]

/** Maximum rows per file, excluding the header. */
export const MOST_ROWS = 200_000
/** A note of 20,000 four-byte characters, plus the rest of the row. */
const MOST_ROW_CHARACTERS = 100_000

/** Parses CSV: drops the byte order mark; the separator (comma, semicolon, tab) is the header's most frequent. @throws ImportFault */
export function parseTable(text: string): Table {
  const table = rowsOf(text)
    .map(tableRow)
    .filter(({ cells }) => cells.some((cell) => cell !== ''))
  if (table.length === 0) throw new ImportFault('The file is empty.')
  if (table.length > MOST_ROWS + 1)
    throw new ImportFault(`The file has more than ${MOST_ROWS.toLocaleString('en-US')} rows. Split it by date.`)
  return commaOf(table, isSemicolons(text)) === 'decimal' ? table.map(withPoints) : table
}

/** Whether a file is as spreadsheets write it where the comma is the decimal mark. */
export const isSemicolons = (text: string): boolean => delimiterOf(text) === ';'

/** A figure of a parsed table such as `60,000`, or `60.000` between semicolons, if nothing shows whether it is 60 or sixty thousand. */
export function unclearFigure(table: Table, isSemicolon: boolean): string | undefined {
  if (commaOf(table, isSemicolon) === 'unclear') return table.flatMap(({ cells }) => cells).find((cell) => GROUPED.test(cell))
  const isMarked = columnsOf(table, '.', [WITH_POINT]).size > 0 || columnsOf(table, ',', [WITH_COMMA, GROUPED, MILLIONS]).size > 0
  if (isMarked || !isSemicolon) return undefined
  // Decimal commas are points by now.
  return table.flatMap(({ cells, raw }) => cells.filter((cell, at) => POINT_GROUPED.test(cell) && cell === raw[at]?.trim()))[0]
}

/** `0,5`, `12,25`, `1.234,5`, `1 234,5`, `1'234,5`, `2,5E-05`: the comma cannot be a thousands separator. */
const WITH_COMMA =
  /^[\u061c\u200e]?[-+(−]?[$€£]?\s?(?:\d+,\d{1,2}|0,\d+|\d+,\d{4,}|\d{1,3}(?:[.\s'’]\d{3})+,\d+|\d,\d+E[-+]?\d{1,2})\s?[A-Za-z€$£)]*$/
/** `1,234`, whose comma may be either. */
const GROUPED = /^[\u061c\u200e]?[-+(−]?[$€£]?\s?\d{1,3},\d{3}\s?[A-Za-z€$£)]*$/
/** `0.5`, `12.25`, `1,234.5`, and Indian `12,34,567.8`. */
const WITH_POINT = /^[\u061c\u200e]?[-+(−]?[$€£]?\s?(?:\d+\.\d{1,2}|0\.\d+|\d+\.\d{4,}|\d{1,3}(?:,\d{2,3})*,\d{3}\.\d+)\s?[A-Za-z€$£)]*$/
/** `1,234,567`, and Indian `12,34,567`. */
const MILLIONS = /^[\u061c\u200e]?[-+(−]?[$€£]?\s?\d{1,3}(?:,\d{2,3})+,\d{3}\s?[A-Za-z€$£)]*$/
/** `1.234`, whose point may be either mark. */
const POINT_GROUPED = /^[-+(−]?[$€£]?\s?[1-9]\d{0,2}\.\d{3}\s?[A-Za-z€$£)]*$/
const FIGURE = /^[\u061c\u200e]?[-+(−]?[$€£]?\s?(?:\d{1,3}(?:[.\s'’]\d{3})+|\d+)(?:,\d+)?(?:E[-+]?\d{1,2})?\s?[A-Za-z€$£)]*$/

/**
 * What commas in figures are: decimal if some can be nothing else and none has a point, which in a file with commas between its cells takes two
 * columns. Where all are like `1,234`, another figure of the column or of the row decides.
 */
function commaOf(table: Table, isSemicolon: boolean): 'decimal' | 'thousands' | 'unclear' {
  if (columnsOf(table, '.', [WITH_POINT]).size > 0 || columnsOf(table, ',', [MILLIONS]).size > 0) return 'thousands'
  const decimal = columnsOf(table, ',', [WITH_COMMA])
  if (decimal.size >= (isSemicolon ? 1 : 2)) return 'decimal'
  const grouped = columnsOf(table, ',', [GROUPED])
  if (grouped.size === 0) return 'thousands'
  return commaOfColumns(table, grouped) ?? commaOfTotals(table) ?? 'unclear'
}

/** Where figures are grouped, no long one is not; and a column whose figures end in a zero behind the mark has decimals in each of them. */
function commaOfColumns(table: Table, columns: ReadonlySet<number>): 'decimal' | 'thousands' | undefined {
  const others = [...columns].flatMap((column) => table.map(({ cells }) => cells[column] ?? '')).filter((cell) => WHOLE.test(cell))
  if (others.some((cell) => cell.length > MOST_UNGROUPED)) return 'decimal'
  const hasZero = [...columns].some((column) => table.some(({ cells }) => /,\d\d0$/.test(cells[column] ?? '')))
  return others.some((cell) => cell !== '0') && hasZero ? 'thousands' : undefined
}

const WHOLE = /^\d+$/
/** Digits that Spanish of America leaves together, which groups from ten thousand on. */
const MOST_UNGROUPED = 4

const PRICES = /^(?:(?:avg|average)?\.? ?(?:filled|deal|exec|trade)? ?price|px)\b/i
const SIZES = /^(?:sz|size|qty|quantity|executed|filled|(?:filled|executed|deal) (?:amount|qty|quantity|size))\b/i
const TOTALS = /^(?:ntl|total|value|funds|volume|turnover|(?:trade|filled|deal) value|filled volume)\b/i

/** The reading in which price × size is the total of every row, to a factor of two, as totals are rounded and may include fees. */
function commaOfTotals(table: Table): 'decimal' | 'thousands' | undefined {
  const at = table
    .slice(0, HEADER_LINES)
    .findIndex(({ cells }) => [PRICES, SIZES, TOTALS].every((name) => cells.some((cell) => name.test(cell))))
  const header = table[at]?.cells ?? []
  const [price, size, total] = [PRICES, SIZES, TOTALS].map((name) => header.findIndex((cell) => name.test(cell)))
  const rows = table.slice(at + 1).map(({ cells }) => [price, size, total].map((column) => cells[column ?? -1] ?? ''))
  const isRight = (mark: string): boolean =>
    rows.length > 0 &&
    rows.every((cells) => {
      const [each = 0, many = 0, worth = 0] = cells.map((cell) =>
        Math.abs(Number.parseFloat(cell.replaceAll(/[^\d,]/g, '').replace(',', mark))),
      )
      return each * many <= worth * 2 && each * many * 2 >= worth
    })
  const [isDecimal, isThousands] = at === -1 ? [false, false] : [isRight('.'), isRight('')]
  return isDecimal === isThousands ? undefined : isDecimal ? 'decimal' : 'thousands'
}

function columnsOf(table: Table, mark: string, shapes: readonly RegExp[]): ReadonlySet<number> {
  const columns = new Set<number>()
  for (const { cells } of table)
    for (const [column, cell] of cells.entries())
      if (cell.includes(mark) && cell.length < MOST_FIGURE && shapes.some((shape) => shape.test(cell))) columns.add(column)
  return columns
}

const MOST_FIGURE = 60

const withPoints = (row: TableRow): TableRow => ({ ...row, cells: row.cells.map(withPoint) })

const withPoint = (cell: string): string =>
  cell.length < MOST_FIGURE && FIGURE.test(cell) ? cell.replaceAll(/[.\s'’]/g, '').replace(',', '.') : cell

function tableRow(raw: readonly string[], index: number): TableRow {
  const cells = raw.map((cell) => cell.trim())
  return { number: index + 1, cells, raw: cells.every((cell, place) => cell === raw[place]) ? cells : raw }
}

function rowsOf(text: string): string[][] {
  if (text.includes('\u0000')) throw new ImportFault('The file is not text in UTF-8. Save it as "CSV UTF-8" and import that.')
  const delimiter = delimiterOf(text)
  const plain = plainRows(text, delimiter)
  if (plain !== undefined) return plain.map(withoutHint)
  try {
    return parse(text, { ...OPTIONS, delimiter, to: MOST_ROWS + 2 })
      .map(withoutHint)
      .map((cells) => unwrapped(cells, delimiter))
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw new ImportFault(
      `The file cannot be read as CSV: ${error.message.replace(/\.$/, '')}. Correct that row, or export the file again.`,
      { cause: error },
    )
  }
}

const OPTIONS = { bom: true, relax_column_count: true, max_record_size: MOST_ROW_CHARACTERS } as const

/** `sep=;`, a hint for spreadsheets in the first line. */
const withoutHint = (cells: string[], at: number): string[] => (at === 0 && /^\uFEFF?sep=.?$/i.test(cells[0] ?? '') ? [''] : cells)

/** A row that a spreadsheet wrote as one quoted cell. */
function unwrapped(cells: string[], delimiter: string): string[] {
  const [only = '', ...more] = cells
  if (!only.includes(delimiter) || more.some((cell) => cell !== '')) return cells
  const [inner] = parse(only, { ...OPTIONS, delimiter })
  return inner ?? cells
}

/** Fast path (a third of the time) without quotes and with uniform line endings; else undefined. */
function plainRows(text: string, delimiter: string): string[][] | undefined {
  const start = text.startsWith('\uFEFF') ? 1 : 0
  if (text.includes('"')) return undefined
  const end = /\r?\n|\r/.exec(text)?.[0] ?? '\n'
  if (end === '\r' || (end === '\n' && text.includes('\r')) || (end === '\r\n' && /[^\r]\n|\r[^\n]/.test(text))) return undefined
  const lines = text.slice(start).split(end, MOST_ROWS + LINES_BEYOND)
  if (lines.at(-1) === '') lines.pop()
  if (lines.some(({ length }) => length > MOST_ROW_CHARACTERS)) return undefined
  return lines.map((line) => line.split(delimiter))
}

/** Header, one excess row, and the text after the last line break. */
const LINES_BEYOND = 3

const DELIMITERS = [',', ';', '\t'] as const
/** Header search depth; some exchanges put an account or period above it. */
const HEADER_LINES = 12

function delimiterOf(text: string): string {
  const hint = /^\uFEFF?sep=([,;\t])\r?\n/i.exec(text)?.[1]
  if (hint !== undefined) return hint
  const head = text.split('\n', HEADER_LINES).join('\n')
  const counted = DELIMITERS.map((delimiter) => ({ delimiter, count: head.split(delimiter).length }))
  return counted.reduce((best, each) => (each.count > best.count ? each : best)).delimiter
}
