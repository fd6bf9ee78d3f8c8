import * as z from 'zod/mini'
import { decimalText, instant } from '../trading/trading-account.ts'

/** Largest file, in bytes. */
export const MOST_IMPORT_BYTES = 50 * 1024 * 1024

/** Whether 08/03 is the eighth of March or the third of August. */
export const dateOrder = z.enum(['day-first', 'month-first'])

const columnText = z.string().check(z.minLength(1), z.maxLength(200))
/** Which of the file's columns holds which field, by their headings, for a file of an unknown kind. */
export const importMapping = z.strictObject({
  time: columnText,
  symbol: columnText,
  side: columnText,
  price: columnText,
  size: columnText,
  fee: z.optional(columnText),
  fee_coin: z.optional(columnText),
  trade_id: z.optional(columnText),
})
/** The user's own mapping of columns. */
export type ImportMapping = z.output<typeof importMapping>

/**
 * Where an import stands. `mapping_needed` and `date_order_needed`: a PATCH answers the question; `ready`: to be confirmed;
 * `importing`: being written, all of it or nothing; `done`; `undone`: taken back whole. What is not confirmed within a day is dropped.
 */
export const IMPORT_STATES = ['mapping_needed', 'date_order_needed', 'ready', 'importing', 'done', 'undone'] as const
/** One of `IMPORT_STATES`. */
export const importState = z.enum(IMPORT_STATES)

/** An entry of a file as it was read, for the preview. */
const previewEntry = z.object({
  /** Row as a spreadsheet counts it; the first is 1. */
  row: z.int(),
  kind: z.enum(['fill', 'funding', 'trip']),
  at: instant,
  symbol: z.string(),
  /** `buy`, `sell`, `long`, `short`; null for funding. */
  side: z.nullable(z.string()),
  price: z.nullable(decimalText),
  size: z.nullable(decimalText),
  /** Fee of a fill, amount of funding, net of a trip. */
  amount: decimalText,
  /** Coin of the amount; empty: that of the quote. */
  coin: z.string(),
})

/** Data of `POST /api/v1/journal/imports`, `GET` and `PATCH …/{id}`, `POST …/{id}/confirm` and `DELETE …/{id}`. */
export const journalImport = z.object({
  id: z.uuid(),
  state: importState,
  /** Kind of file, such as `binance-futures-trades`; `generic` by the user's mapping; null while it is not known. */
  format: z.nullable(z.string()),
  /** In the exchange's words. */
  exchange: z.string(),
  title: z.string(),
  /** Name that the user's computer gave it; as sent in `?name=`. */
  name: z.string(),
  header: z.array(z.string()),
  /** First rows as they stand in the file, for the choice of columns; at most 5. */
  sample: z.array(z.array(z.string())),
  date_order: z.nullable(dateOrder),
  mapping: z.nullable(importMapping),
  /** Rows below the header. */
  rows: z.int(),
  /** Entries that would be, or were, added; and those that are already there, in this file or in the journal. */
  entries: z.int(),
  duplicates: z.int(),
  /** Rows that are nothing to journal: deposits, transfers. */
  others: z.int(),
  /**
   * Fills that close a position that was opened before: they are kept and make no round trip until a file that opens it is imported. By this file
   * alone until it is done, by the whole journal then; null where it was not counted.
   */
  unopened: z.nullable(z.int()),
  /** Rows that cannot be read and are left out; `text` says what is wrong and what to do. The first 100 of `problem_count`. */
  problems: z.array(z.object({ row: z.int(), text: z.string() })),
  problem_count: z.int(),
  /** Entries as they were read, at most 20. */
  preview: z.array(previewEntry),
  /** Round trips that it led to; null until it is done. */
  trips: z.nullable(z.int()),
  created_at: instant,
  /** Null until it is done. */
  done_at: z.nullable(instant),
})
/** An import of a file. */
export type JournalImport = z.output<typeof journalImport>

/** Query of `POST /api/v1/journal/imports`; its body is the file as `text/csv` or `text/plain`. */
export const importQuery = z.object({
  name: z.optional(z.string().check(z.maxLength(200))),
  date_order: z.optional(dateOrder),
})
/** Body of `PATCH /api/v1/journal/imports/{id}`: the file is read again with it; 409 once it was confirmed. */
export const importChoices = z.strictObject({ date_order: z.optional(dateOrder), mapping: z.optional(importMapping) })
/** Page of `GET /api/v1/journal/imports`: newest first, at most 100, without samples and previews. */
export const importsPage = z.object({ data: z.array(journalImport), next: z.null() })

/** Data of `GET /api/v1/journal/imports/progress`: what the user's running request has done so far; null while none runs. */
export const importProgress = z.nullable(
  z.object({
    /** `reading` the file, `storing` its entries, `building` the round trips. */
    phase: z.enum(['reading', 'storing', 'building']),
    done: z.int(),
    /** 0 while it is not known yet. */
    total: z.int(),
  }),
)
/** Progress of an import. */
export type ImportProgress = z.output<typeof importProgress>
