import * as z from 'zod/mini'
import { byId, endpoint } from '../endpoint.ts'
import { decimalText, instant } from '../trading/trading-account.ts'

/** Maximum file size in bytes. */
export const MOST_IMPORT_BYTES = 50 * 1024 * 1024

/** Whether 08/03 is 8 March or 3 August. */
export const dateOrder = z.enum(['day-first', 'month-first'])

const columnText = z.string().check(z.minLength(1), z.maxLength(200))
/** Column headings per field, for a file of unknown format. */
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
/** A user-defined column mapping. */
export type ImportMapping = z.output<typeof importMapping>

/** Time zone: an IANA name or an offset such as `UTC+8`. */
const zoneText = z.string().check(z.minLength(1), z.maxLength(60))
/** Account or exchange that a file belongs to. Files of one source share positions; those of different sources never close each other. */
export const sourceText = z
  .string()
  .check(z.minLength(1), z.maxLength(34), z.regex(/^[^\s\p{C}](?:[^\p{C}]*[^\s\p{C}])?$/u, 'a name without control characters'))

/** `importing` is atomic; `undone` is fully reverted. A PATCH resolves the `_needed` states. Unconfirmed imports expire after a day. */
export const IMPORT_STATES = [
  'mapping_needed',
  'date_order_needed',
  'zone_needed',
  'hedge_needed',
  'ready',
  'importing',
  'done',
  'undone',
] as const
/** One of `IMPORT_STATES`. */
export const importState = z.enum(IMPORT_STATES)

const previewEntry = z.object({
  row: z.int(),
  kind: z.enum(['fill', 'funding', 'trip']),
  at: instant,
  symbol: z.string(),
  side: z.nullable(z.string()),
  price: z.nullable(decimalText),
  size: z.nullable(decimalText),
  amount: decimalText,
  coin: z.string(),
})

/** Data of `POST /api/v1/journal/imports`, `GET` and `PATCH …/{id}`, `POST …/{id}/confirm` and `DELETE …/{id}`. */
export const journalImport = z.object({
  id: z.uuid(),
  state: importState,
  format: z.nullable(z.string()),
  exchange: z.string(),
  title: z.string(),
  name: z.string(),
  header: z.array(z.string()),
  sample: z.array(z.array(z.string())),
  date_order: z.nullable(dateOrder),
  mapping: z.nullable(importMapping),
  /** Zone in which times without one are read; null while it is asked, and for imports of earlier versions. */
  zone: z.optional(z.nullable(z.string())),
  /** `assumed`: the file has none, so UTC. */
  zone_from: z.optional(z.nullable(z.enum(['file', 'user', 'assumed']))),
  source: z.optional(z.nullable(z.string())),
  contract_size: z.optional(z.nullable(decimalText)),
  /** Whether the account holds both directions of a market at once; null if not asked. */
  hedge: z.optional(z.nullable(z.boolean())),
  rows: z.int(),
  entries: z.int(),
  duplicates: z.int(),
  others: z.int(),
  /** Fills closing a position opened earlier: no round trip until its opening is imported. */
  unopened: z.nullable(z.int()),
  /**
   * Trades without a number at the first or last time of the file that equal those of an earlier file which ends or begins just then. They count
   * once, although both may have happened.
   */
  at_border: z.optional(z.int()),
  problems: z.array(z.object({ row: z.int(), text: z.string() })),
  problem_count: z.int(),
  preview: z.array(previewEntry),
  trips: z.nullable(z.int()),
  created_at: instant,
  done_at: z.nullable(instant),
})
/** A file import. */
export type JournalImport = z.output<typeof journalImport>

/** Body of `PATCH /api/v1/journal/imports/{id}`: re-parses the file; earlier answers stay; 409 once confirmed. */
export const importChoices = z.strictObject({
  date_order: z.optional(dateOrder),
  mapping: z.optional(importMapping),
  zone: z.optional(zoneText),
  source: z.optional(sourceText),
  contract_size: z.optional(z.string().check(z.regex(/^(?=.*[1-9])\d{1,12}(?:\.\d{1,12})?$/, 'a number above 0'))),
  hedge: z.optional(z.boolean()),
})
/** The user's answers to what a file leaves open. */
export type ImportChoices = z.output<typeof importChoices>
/** Data of `GET /api/v1/journal/imports/progress`: progress of the user's running request; null if none. */
export const importProgress = z.nullable(
  z.object({
    phase: z.enum(['reading', 'storing', 'building']),
    done: z.int(),
    total: z.int(),
  }),
)
/** Progress of an import. */
export type ImportProgress = z.output<typeof importProgress>

const IMPORT_ERRORS = ['import_running', 'import_not_ready', 'import_fault', 'too_many_entries'] as const

export const createImport = endpoint('POST /journal/imports', {
  auth: 'user',
  scope: 'journal:write',
  summary: 'Reads a file of an exchange: its format, what it would add, its problems; stores no trade',
  description:
    'The body is the file, at most 50 MB, as `text/csv`, or a ZIP archive with CSV files, which are read together. An earlier file that was not confirmed is dropped. ' +
    '`mapping_needed`, `date_order_needed`, `zone_needed` and `hedge_needed` are answered with PATCH. One import of a user at a time: 409 `import_running`.',
  query: z.object({
    name: z.optional(z.string().check(z.maxLength(200))),
    date_order: z.optional(dateOrder),
    source: z.optional(sourceText),
    zone: z.optional(zoneText),
  }),
  // Browsers send several types for CSV; some depend on the installed spreadsheet.
  consumes: [
    'text/csv',
    'text/plain',
    'application/csv',
    'application/vnd.ms-excel',
    'application/octet-stream',
    'application/zip',
    'application/x-zip-compressed',
  ],
  status: 201,
  returns: journalImport,
  errors: [...IMPORT_ERRORS, 'too_many_imports'],
})

export const listImports = endpoint('GET /journal/imports', {
  auth: 'user',
  scope: 'journal:read',
  summary: 'Imports, newest first: at most 100, without samples and previews',
  lists: journalImport,
})

export const getImportProgress = endpoint('GET /journal/imports/progress', {
  auth: 'user',
  scope: 'journal:read',
  summary: "Progress of the caller's running import; null if none runs",
  returns: importProgress,
})

export const getImport = endpoint('GET /journal/imports/:id', {
  auth: 'user',
  scope: 'journal:read',
  summary: 'An import with its preview',
  params: byId,
  returns: journalImport,
})

export const changeImport = endpoint('PATCH /journal/imports/:id', {
  auth: 'user',
  scope: 'journal:write',
  summary: "Reads the file again with the user's choices: columns, order of day and month, zone, source, contract size, hedge mode",
  params: byId,
  body: importChoices,
  returns: journalImport,
  errors: IMPORT_ERRORS,
})

export const confirmImport = endpoint('POST /journal/imports/:id/confirm', {
  auth: 'user',
  scope: 'journal:write',
  summary: 'Adds all that the preview shows, or nothing; repeated calls get the same response',
  params: byId,
  returns: journalImport,
  errors: IMPORT_ERRORS,
})

export const undoImport = endpoint('DELETE /journal/imports/:id', {
  auth: 'user',
  scope: 'journal:write',
  summary: 'Reverts an import completely, or drops one that was not confirmed',
  description: 'The import of a connection can be undone once the connection is deleted: 409 `import_of_connection` before.',
  params: byId,
  returns: journalImport,
  errors: [...IMPORT_ERRORS, 'import_of_connection'],
})
