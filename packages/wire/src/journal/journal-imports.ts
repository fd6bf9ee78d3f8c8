import * as z from 'zod/mini'
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
const sourceText = z
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
  problems: z.array(z.object({ row: z.int(), text: z.string() })),
  problem_count: z.int(),
  preview: z.array(previewEntry),
  trips: z.nullable(z.int()),
  created_at: instant,
  done_at: z.nullable(instant),
})
/** A file import. */
export type JournalImport = z.output<typeof journalImport>

/** Query of `POST /api/v1/journal/imports`; the body is the file as `text/csv` or `text/plain`. */
export const importQuery = z.object({
  name: z.optional(z.string().check(z.maxLength(200))),
  date_order: z.optional(dateOrder),
  source: z.optional(sourceText),
  zone: z.optional(zoneText),
})
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
/** Page of `GET /api/v1/journal/imports`: newest first, at most 100, without samples and previews. */
export const importsPage = z.object({ data: z.array(journalImport), next: z.null() })

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
