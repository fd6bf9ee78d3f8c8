import { CsvError, parse } from 'csv-parse/sync'

/** A file that cannot be imported at all, in words that say what to do. */
export class ImportFault extends Error {
  override readonly name = 'ImportFault'
}

/** No kind of file that is known has this header: the user has to say which column holds what. */
export class UnknownHeader extends ImportFault {
  readonly header: readonly string[]
  /** First rows below it, as they stand in the file. */
  readonly sample: readonly (readonly string[])[]

  constructor(words: string, header: readonly string[], sample: readonly (readonly string[])[]) {
    super(words)
    this.header = header
    this.sample = sample
  }
}

/** A row of a file: its number as an editor or spreadsheet counts it, and its cells. */
export type TableRow = {
  readonly number: number
  /** Without spaces at their ends. */
  readonly cells: readonly string[]
  /** As they stand in the file. */
  readonly raw: readonly string[]
}

/** Rows of a file, the header being one of them. */
export type Table = readonly TableRow[]

/** Most rows of one file, its header aside. */
export const MOST_ROWS = 200_000
/** A note of 20,000 characters of four bytes, and the rest of its row. */
const MOST_ROW_CHARACTERS = 100_000

/**
 * The rows of a CSV file. A byte order mark is dropped; cells are separated by commas, semicolons or tabs, whichever the header has
 * most of.
 *
 * @throws ImportFault
 */
export function parseTable(text: string): Table {
  const table = rowsOf(text)
    .map(tableRow)
    .filter(({ cells }) => cells.some((cell) => cell !== ''))
  if (table.length === 0) throw new ImportFault('The file is empty.')
  if (table.length > MOST_ROWS + 1)
    throw new ImportFault(`The file has more than ${MOST_ROWS.toLocaleString('en-US')} rows. Split it by date.`)
  return table
}

/** Cells that have no such spaces are kept once. */
function tableRow(raw: readonly string[], index: number): TableRow {
  const cells = raw.map((cell) => cell.trim())
  return { number: index + 1, cells, raw: cells.every((cell, place) => cell === raw[place]) ? cells : raw }
}

function rowsOf(text: string): string[][] {
  if (text.includes('\u0000')) throw new ImportFault('The file is not text in UTF-8. Save it as "CSV UTF-8" and import that.')
  try {
    return parse(text, {
      bom: true,
      delimiter: delimiterOf(text),
      relax_column_count: true,
      max_record_size: MOST_ROW_CHARACTERS,
      to: MOST_ROWS + 2,
    })
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw new ImportFault(`The file cannot be read as CSV: ${error.message}.`, { cause: error })
  }
}

const DELIMITERS = [',', ';', '\t'] as const
/** A header stands within the first lines; some exchanges write an account or a period above it. */
const HEADER_LINES = 12

function delimiterOf(text: string): string {
  const head = text.split('\n', HEADER_LINES).join('\n')
  const counted = DELIMITERS.map((delimiter) => ({ delimiter, count: head.split(delimiter).length }))
  return counted.reduce((best, each) => (each.count > best.count ? each : best)).delimiter
}
