import type { Cells } from './cells.ts'
import type { ImportedEntry } from './entries.ts'
import type { TableRow } from './table.ts'

/** Input of a row parser. */
export type RowReader = {
  readonly cells: Cells
  readonly at: number
  readonly instant: (text: string) => number | undefined
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
  /** Required columns, in any order and case. */
  readonly columns: readonly string[]
  readonly time: string
  /** Key namespace shared with another format of the same trades; defaults to `id`. */
  readonly keys?: string
  /** Trade ids restart per market, so an id alone is ambiguous. */
  readonly isNumberedByMarket?: boolean
  /** Newest row first, if the row times do not show it. */
  readonly isNewestFirst?: boolean
  readonly untimed?: string
  /** Identifies formats with a localized header by cell positions; `names` then replaces the header. */
  readonly byPosition?: { readonly names: readonly string[]; readonly isOwn: (cells: readonly string[]) => boolean }
  readonly join?: (rows: readonly TableRow[], cellsOf: (row: TableRow) => Cells) => JoinedRows
  /** Undefined: irrelevant row (deposit, transfer). @throws RowProblem */
  readonly read: (row: RowReader) => ImportedEntry | undefined
}
