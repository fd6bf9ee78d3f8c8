import type { Cells } from './cells.ts'
import type { DateOrder } from './dates.ts'
import type { ImportedEntry } from './entries.ts'
import type { TableRow } from './table.ts'

/** A column, or its names in several versions of the export. */
export type ColumnNames = string | readonly string[]

/** The user's answers that a format may need. */
export type FormatTerms = {
  /** Coins, or dollars, of one contract. @throws ImportFault for a second market */
  readonly contractSize: (symbol: string) => bigint | undefined
}

/** Input of a row parser. */
export type RowReader = {
  readonly cells: Cells
  readonly at: number
  readonly instant: (text: string) => number | undefined
  readonly terms: FormatTerms
}

/** Rows merged to one per trade, for files that use several rows. */
export type JoinedRows = {
  readonly header: readonly string[]
  readonly rows: readonly TableRow[]
  readonly others: number
  readonly problems: readonly { readonly row: number; readonly text: string }[]
}

/** File format, identified by its header. */
export type ImportFormat = {
  readonly id: string
  readonly exchange: string
  readonly title: string
  /** Exchange whose symbols these are, if not `exchange`. */
  readonly symbolsOf?: string
  /** Required columns, in any order and case. */
  readonly columns: readonly ColumnNames[]
  readonly time: ColumnNames
  /** A time of the file in a form that is read alike everywhere. */
  readonly writtenTime?: (text: string) => string
  /** Order of day and month where the dates of a file leave it open. */
  readonly usualDateOrder?: DateOrder
  /** Key namespace shared with another format of the same trades; defaults to `id`. */
  readonly keys?: string
  /** All fills are of the spot market. */
  readonly isSpot?: boolean
  /** Fills have the realized profit, which shows positions in both directions at once. */
  readonly showsRealized?: boolean
  /**
   * How fees are written that were paid; those of the other sign are rebates. Pages of one exchange differ: a file in which all are of the other
   * sign was paid as well, except for makers' fills. `most`: the sign that most of them have.
   */
  readonly paidFees?: 'positive' | 'negative' | 'most'
  /** Column of price × size, which shows figures that a spreadsheet has changed. */
  readonly total?: ColumnNames
  /** Figures are as the browser or the user's own program writes them: a comma may be either mark. */
  readonly hasLocalFigures?: true
  /** Newest row first, if the row times do not show it. */
  readonly isNewestFirst?: boolean
  readonly untimed?: string
  /** A row has all fills of its order, at their average price; another file of the exchange has them one by one. */
  readonly areOrders?: true
  /** Identifies formats with a localized header by cell positions; `names` then replaces the header. */
  readonly byPosition?: { readonly names: readonly string[]; readonly isOwn: (cells: readonly string[]) => boolean }
  /** Undefined: each row is read as it is. */
  readonly join?: (rows: readonly TableRow[], cellsOf: (row: TableRow) => Cells, terms: FormatTerms) => JoinedRows | undefined
  /** Undefined: irrelevant row (deposit, transfer). @throws RowProblem */
  readonly read: (row: RowReader) => ImportedEntry | undefined
}
