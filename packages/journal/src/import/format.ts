import type { Cells } from './cells.ts'
import type { ImportedEntry } from './entries.ts'
import type { TableRow } from './table.ts'

/** What reads a row. */
export type RowReader = {
  readonly cells: Cells
  /** The instant of its column of the time. */
  readonly at: number
  /** Milliseconds of another date of the row; undefined for what is none. */
  readonly instant: (text: string) => number | undefined
}

/** Rows of a file that tells one trade by several of its rows, brought to one row each. */
export type JoinedRows = {
  /** Names of their columns, by `columnName`. */
  readonly header: readonly string[]
  readonly rows: readonly TableRow[]
  /** Rows that are nothing to journal. */
  readonly others: number
  readonly problems: readonly { readonly row: number; readonly text: string }[]
}

/** A kind of file, known by its header. */
export type ImportFormat = {
  readonly id: string
  readonly exchange: string
  /** What the file is, in the exchange's words. */
  readonly title: string
  /** Columns that it cannot do without, in any order and case. */
  readonly columns: readonly string[]
  /** The column of the time. */
  readonly time: string
  /** What its trades are named by, where another format tells the same ones; else its `id`. */
  readonly keys?: string
  /** Whether each market numbers its trades from 1: the number alone then names several. */
  readonly isNumberedByMarket?: boolean
  /** Whether the newest row stands first, where the times of its rows do not tell. */
  readonly isNewestFirst?: boolean
  /** What is wrong with a row without a time, where that has a meaning. */
  readonly untimed?: string
  /** Whether rows are its own by their places alone, its header being of another language. `names` are then those of its columns. */
  readonly byPlace?: { readonly names: readonly string[]; readonly isOwn: (cells: readonly string[]) => boolean }
  /** For a file that tells one trade by several rows. */
  readonly join?: (rows: readonly TableRow[], cellsOf: (row: TableRow) => Cells) => JoinedRows
  /** Undefined: the row is of another kind (a deposit, a transfer) and nothing to journal. @throws RowProblem */
  readonly read: (row: RowReader) => ImportedEntry | undefined
}
