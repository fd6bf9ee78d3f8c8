import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { epochMsField, sourceKind } from '../market/market.ts'
import { nextCursor } from '../problem.ts'
import { orderSide } from '../trading/trading.ts'
import { accountId, decimalText, instant, knownDecimal } from '../trading/trading-account.ts'

/** Stable identity of a round trip, also across a rebuild or a repeated import. */
export const tripId = z.uuid()
/** Directions of a position. */
export const tripSide = z.enum(['long', 'short'])

/** Maximum note length in characters; Markdown, shown only sanitised. */
export const MOST_NOTE_CHARACTERS = 20_000
/** Maximum tags per trip. */
export const MOST_TAGS = 20
/** A tag: 1 to 40 characters, no control characters or commas, trimmed. */
export const tripTag = z
  .string()
  .check(z.maxLength(40), z.regex(/^[^\s,\p{Cc}](?:[^,\p{Cc}]*[^\s,\p{Cc}])?$/u, 'a tag has no comma, and no space at its start or end'))

/**
 * Precision of MAE and MFE. `tick`: every mark. `minute`: partly minute candles, slightly overstated, or for imports a range with near ends
 * `mae` and `mfe`. `fills`: own fill prices only, understated. `none`: unknown.
 */
export const EXCURSION_RESOLUTIONS = ['tick', 'minute', 'fills', 'none'] as const
/** One of `EXCURSION_RESOLUTIONS`. */
export const excursionResolution = z.enum(EXCURSION_RESOLUTIONS)

/** `fee_coin`: a fee in a coin without a known price. `not_told`: not in the file. `account_reset`: reset while the position was open. */
export const TRIP_MONEY_REASONS = ['fee_coin', 'not_told', 'account_reset'] as const

const tripFields = {
  id: tripId,
  symbol: z.string(),
  side: tripSide,
  opened_at_ms: z.nullable(epochMsField),
  /** Null while open. For a trip ended by an account reset, the time of the reset. */
  closed_at_ms: z.nullable(epochMsField),
  size: decimalText,
  entry: decimalText,
  exit: knownDecimal,
  /** In `currency`. `net` = gross - fees + funding; null while open or if it cannot be known. */
  gross: knownDecimal,
  fees: knownDecimal,
  /** Positive if received, negative if paid. */
  funding: decimalText,
  net: knownDecimal,
  r: z.nullable(z.number()),
  /** Extreme unrealised results of the whole position before fees: `mae` at or below 0, `mfe` at or above 0. Null if unknown. */
  mae: knownDecimal,
  mfe: knownDecimal,
  /** As fractions of the position's cost at that moment; tracked separately from the amounts, so possibly at another time. */
  mae_part: z.nullable(z.number()),
  mfe_part: z.nullable(z.number()),
  /** Far ends of a range for imported positions: `mae` and `mfe` were reached, these were not exceeded. Null if unknown or no range. */
  mae_far: knownDecimal,
  mfe_far: knownDecimal,
  mae_part_far: z.nullable(z.number()),
  mfe_part_far: z.nullable(z.number()),
  resolution: excursionResolution,
  /** Loss against the book mid at the decision, over the fills that have one; null if none has. */
  slippage: knownDecimal,
  /** Loss against the mid of the first book each order met, and against its trigger price; null if no fill has one. */
  arrival_slippage: knownDecimal,
  trigger_slippage: knownDecimal,
  tags: z.array(tripTag),
  rating: z.nullable(z.int().check(z.gte(1), z.lte(5))),
  has_note: z.boolean(),
  origin: z.string(),
  /** Market source of a paper account; null for imports, the only trips with real money. */
  source_kind: z.nullable(sourceKind),
  /** `USDC` for paper accounts, otherwise the quote coin or currency as the file has it: `USDT`, `EUR`. */
  currency: z.string(),
  /** Account or exchange of an import; absent for paper trips and in columns. */
  source: z.optional(z.nullable(z.string())),
  /** Present if a fee in a third coin was valued by the candle of its minute; absent in columns. */
  fees_estimated: z.optional(z.boolean()),
}

/** A round trip in lists. */
export const tripRow = z.object(tripFields)
/** A round trip in lists. */
export type TripRow = z.output<typeof tripRow>

/** Page of `GET /api/v1/journal/trips`: open trips, then newest close first, then by id. */
export const tripsPage = z.object({ data: z.array(tripRow), next: nextCursor })

const column = <T extends z.core.$ZodType>(item: T) => z.array(item)

/**
 * Page of `GET /api/v1/journal/trips?form=columns`: arrays per field, up to 20,000 rows; consistent while nothing is imported or undone.
 */
export const tripColumns = z.object({
  data: z.object({
    id: column(tripFields.id),
    symbol: column(tripFields.symbol),
    side: column(tripFields.side),
    opened_at_ms: column(tripFields.opened_at_ms),
    closed_at_ms: column(tripFields.closed_at_ms),
    size: column(tripFields.size),
    entry: column(tripFields.entry),
    exit: column(tripFields.exit),
    gross: column(tripFields.gross),
    fees: column(tripFields.fees),
    funding: column(tripFields.funding),
    net: column(tripFields.net),
    r: column(tripFields.r),
    mae: column(tripFields.mae),
    mfe: column(tripFields.mfe),
    mae_part: column(tripFields.mae_part),
    mfe_part: column(tripFields.mfe_part),
    mae_far: column(tripFields.mae_far),
    mfe_far: column(tripFields.mfe_far),
    mae_part_far: column(tripFields.mae_part_far),
    mfe_part_far: column(tripFields.mfe_part_far),
    resolution: column(tripFields.resolution),
    slippage: column(tripFields.slippage),
    arrival_slippage: column(tripFields.arrival_slippage),
    trigger_slippage: column(tripFields.trigger_slippage),
    tags: column(tripFields.tags),
    rating: column(tripFields.rating),
    has_note: column(tripFields.has_note),
    origin: column(tripFields.origin),
    source_kind: column(tripFields.source_kind),
    currency: column(tripFields.currency),
  }),
  next: nextCursor,
  total: z.int().check(z.gte(0)),
})
/** Trips in columns. */
export type TripColumns = z.output<typeof tripColumns>['data']

/** Maximum rows per page, by form. */
export const MOST_TRIPS_A_PAGE = { rows: 200, columns: 20_000 } as const

/** Filters shared by lists, statistics and the export; all must match. */
export const tripFilterFields = {
  /** ISO 8601, inclusive close time. `from` and `to` exclude open trips. */
  from: z.optional(z.iso.datetime({ offset: true })),
  /** ISO 8601, exclusive close time. */
  to: z.optional(z.iso.datetime({ offset: true })),
  symbol: z.optional(z.string().check(z.minLength(1), z.maxLength(40))),
  side: z.optional(tripSide),
  tag: z.optional(tripTag),
  origin: z.optional(z.string().check(z.minLength(1), z.maxLength(40))),
  account: z.optional(accountId),
  import: z.optional(z.uuid()),
}

/** Query of `GET /api/v1/journal/trips`. */
export const tripsQuery = z.object({
  ...tripFilterFields,
  state: z.optional(z.enum(['open', 'closed'])),
  form: z.optional(z.enum(['rows', 'columns'])),
  cursor: z.optional(z.string().check(z.maxLength(200))),
  limit: z.optional(z.string().check(z.regex(/^[1-9]\d{0,4}$/, 'a whole number from 1'))),
})
/** Query of `GET /api/v1/journal/trips`. */
export type TripsQuery = z.output<typeof tripsQuery>

const unrealizedFields = { money: decimalText, part: z.nullable(z.number()), r: z.nullable(z.number()) }
const excursion = z.object({ ...unrealizedFields, at: z.nullable(instant), far: z.nullable(z.object(unrealizedFields)) })

/** A forecast displayed to the user; `hash` is from its own chain. */
export const shownForecast = z.object({ chain: z.string(), seq: z.int(), issued_at: instant, hours: z.int(), hash: z.string() })

/** Facts frozen when the position opened, in a hash chain per account (docs/math/journal.md). */
export const tripFacts = z.object({
  number: z.int().check(z.gte(1)),
  seq: z.int(),
  opened_at: instant,
  entry: decimalText,
  size: decimalText,
  planned_size: decimalText,
  stop: knownDecimal,
  /** `|entry - stop| · planned size + expected fees`, USDC; null without a stop. */
  risk: knownDecimal,
  decision_mid: knownDecimal,
  forecast: z.nullable(shownForecast),
  alert: z.nullable(z.object({ firing: z.uuid(), at: instant, text: z.string() })),
  checklist: z.nullable(z.object({ done: z.int(), items: z.int() })),
  previous_hash: z.string(),
  hash: z.string(),
})
/** Frozen facts of an entry. */
export type TripFacts = z.output<typeof tripFacts>

/** A fill of a trip; for a fill through zero, only this trip's part. */
export const tripFill = z.object({
  at: instant,
  side: orderSide,
  price: decimalText,
  size: decimalText,
  fee: knownDecimal,
  fee_coin: z.string(),
  seq: z.nullable(z.int()),
  /** Absent for fills of orders. */
  is_liquidation: z.optional(z.boolean()),
})

/** A lot in FIFO accounting, in the trip's currency. */
export const fifoLot = z.object({
  size: decimalText,
  opened_at: instant,
  closed_at: instant,
  entry: decimalText,
  exit: decimalText,
  gross: decimalText,
  fees: decimalText,
  mae: knownDecimal,
  mfe: knownDecimal,
  mae_far: knownDecimal,
  mfe_far: knownDecimal,
})

/** Data of `GET /api/v1/journal/trips/{id}`. */
export const tripDetail = z.object({
  ...tripFields,
  account: z.nullable(accountId),
  import: z.nullable(z.uuid()),
  money_reason: z.nullable(z.enum(TRIP_MONEY_REASONS)),
  fees_in_coins: z.array(z.object({ coin: z.string(), amount: decimalText })),
  /** Coins left over that were too few to sell when the trip was closed; in no result. Absent if none. */
  rest: z.optional(decimalText),
  /**
   * Of a closed trade in a coin: its net in dollars at the close of that coin's candle of the closing minute, an estimate; null without one. Absent for
   * other trades.
   */
  net_in_dollars: z.optional(knownDecimal),
  /** Insurance payment for a liquidation loss: in `gross`, on top of the fills. 0 for imports. */
  insurance: decimalText,
  held: knownDecimal,
  hold_ms: z.nullable(z.int()),
  worst: z.nullable(excursion),
  best: z.nullable(excursion),
  /** Intervals not observed tick by tick; covered by minute candles if `is_filled`. At most 20, newest first. */
  gaps: z.array(z.object({ from: instant, to: instant, is_filled: z.boolean() })),
  /** net / MFE (near end of a range; the other end is net / `mfe_far`); null if never in profit. */
  exit_efficiency: z.nullable(z.number()),
  decided_size: decimalText,
  arrived_size: decimalText,
  triggered_size: decimalText,
  /** Null for imports: not verifiable. */
  facts: z.nullable(tripFacts),
  /** The 24-hour forecast displayed at the exit; null if none. Absent while open, for imports, and if not recorded. */
  exit_forecast: z.optional(z.nullable(shownForecast)),
  fills: z.array(tripFill),
  fill_count: z.int(),
  /** FIFO; at most 500. */
  lots: z.array(fifoLot),
  /** Markdown source; never trusted as HTML. */
  note: z.string(),
})
/** A round trip with all details. */
export type TripDetail = z.output<typeof tripDetail>

/** Maximum prices per response: about eight hours. */
export const MOST_TRIP_TICKS = 6_000

/** Data of `GET /api/v1/journal/trips/{id}/ticks`, oldest first. `none_stored`: kept for some days only, never for a recording. */
export const tripTicks = z.object({
  ticks: z.array(z.tuple([epochMsField, decimalText])).check(z.maxLength(MOST_TRIP_TICKS)),
  every_ms: z.int(),
  reason: z.nullable(z.enum(['none_stored', 'too_many'])),
})
/** Stored prices during a trip. */
export type TripTicks = z.output<typeof tripTicks>

/** Body of `PATCH /api/v1/journal/trips/{id}`: absent fields stay; nothing else of a trip is editable. */
export const tripPatch = z.strictObject({
  tags: z.optional(z.array(tripTag).check(z.maxLength(MOST_TAGS))),
  note: z.optional(z.string().check(z.maxLength(MOST_NOTE_CHARACTERS))),
  rating: z.optional(z.nullable(z.int().check(z.gte(1), z.lte(5)))),
})
/** User edits of a trip. */
export type TripPatch = z.output<typeof tripPatch>

const byId = z.object({ id: tripId })

export const listTrips = endpoint('GET /journal/trips', {
  auth: 'user',
  scope: 'journal:read',
  summary: 'Round trips of paper accounts and imports, newest first',
  description:
    'A page of at most 200 rows; with `form=columns` at most 20,000, as one array per field, for a table that filters and sorts itself. ' +
    'Pass `next` as `cursor`. `from` and `to` compare the close time, so they exclude open trips.',
  query: tripsQuery,
  response: z.union([tripsPage, tripColumns]),
  errors: ['not_found'],
})

export const getTrip = endpoint('GET /journal/trips/:id', {
  auth: 'user',
  scope: 'journal:read',
  summary: 'A round trip with its fills and frozen entry facts',
  params: byId,
  returns: tripDetail,
})

export const getTripTicks = endpoint('GET /journal/trips/:id/ticks', {
  auth: 'user',
  scope: 'journal:read',
  summary: 'Stored prices from the first fill of a round trip to its last, for a replay',
  description: 'The newest price of each `every_ms`, kept for some days. None if there are more than 6,000: `reason` says so.',
  params: byId,
  returns: tripTicks,
})

export const changeTrip = endpoint('PATCH /journal/trips/:id', {
  auth: 'user',
  scope: 'journal:write',
  summary: 'Changes the tags, note and rating of a round trip; nothing else is editable',
  params: byId,
  body: tripPatch,
  returns: tripDetail,
})

export const exportTrips = endpoint('GET /journal/export', {
  auth: 'user',
  scope: 'journal:read',
  summary: 'Round trips as CSV, filtered like the list; cells that a spreadsheet would take for a formula are neutralised',
  query: z.object(tripFilterFields),
  file: 'text/csv',
})

export const exportPictures = endpoint('GET /journal/export/pictures', {
  auth: 'user',
  scope: 'journal:read',
  summary: 'Charts of round trips at entry and exit, filtered like the list: for each its data, the SHA-256 of the data, and the picture',
  description:
    'One JSON object per line: `data` (hours, lines, displayed forecast), `sha256` of the text of `data` as it is in the line, and `picture`, SVG; ' +
    'null if no hour of that time is stored. One export of a user at a time: 409 `pictures_running`, and few of all users: 503.',
  query: z.object(tripFilterFields),
  file: 'application/x-ndjson',
  errors: ['pictures_running'],
})
