import * as z from 'zod/mini'
import { epochMsField, sourceKind } from '../market/market.ts'
import { orderSide } from '../trading/trading.ts'
import { accountId, decimalText, instant, knownDecimal, nextCursor } from '../trading/trading-account.ts'

/** Identity of a round trip: the same for ever, also after a rebuild or an import that was undone and done again. */
export const tripId = z.uuid()
/** Directions of a position. */
export const tripSide = z.enum(['long', 'short'])

/** Longest note, in characters; Markdown, shown only sanitised. */
export const MOST_NOTE_CHARACTERS = 20_000
/** Most tags of a trip. */
export const MOST_TAGS = 20
/** A tag: 1 to 40 characters, without control characters, commas and spaces at its ends. */
export const tripTag = z
  .string()
  .check(z.maxLength(40), z.regex(/^[^\s,\p{Cc}](?:[^,\p{Cc}]*[^\s,\p{Cc}])?$/u, 'a tag has no comma, and no space at its start or end'))

/**
 * How closely the worst and best of a position were watched. `tick`: every mark from its first fill to its last; `minute`: from candles of a minute
 * for at least a part, so the truth lies a little inside, or of an imported position within a range whose near end `mae` and `mfe` are;
 * `fills`: only the prices of its own fills, so MAE and MFE may have been larger; `none`: not known, as of an imported position without its fills.
 */
export const EXCURSION_RESOLUTIONS = ['tick', 'minute', 'fills', 'none'] as const
/** One of `EXCURSION_RESOLUTIONS`. */
export const excursionResolution = z.enum(EXCURSION_RESOLUTIONS)

/**
 * Why a trip has no result in money. `fee_coin`: a fee was paid in a coin of which no price is known; `not_told`: the file does not say;
 * `account_reset`: its account was reset while the position was open, so it ended without being closed.
 */
export const TRIP_MONEY_REASONS = ['fee_coin', 'not_told', 'account_reset'] as const

const tripFields = {
  id: tripId,
  /** As the market or the file writes it. */
  symbol: z.string(),
  side: tripSide,
  /** Null: the file does not tell when the position was opened. */
  opened_at_ms: z.nullable(epochMsField),
  /** Null while it is open. Of a trip that its account's reset has ended, when that was. */
  closed_at_ms: z.nullable(epochMsField),
  /** Coins bought (of a short: sold) in all. */
  size: decimalText,
  /** Average price of what was entered, and of what was exited; to 10⁻¹². */
  entry: decimalText,
  exit: knownDecimal,
  /** In `currency`. `net` = gross - fees + funding; null while it is open, and where it cannot be known. */
  gross: knownDecimal,
  fees: knownDecimal,
  /** Received above 0, paid below. */
  funding: decimalText,
  net: knownDecimal,
  /** Multiple of the initial risk; null without a stop at entry, or without a net. */
  r: z.nullable(z.number()),
  /** Worst and best unrealised profit of the whole position, before fees: `mae` is 0 or below, `mfe` 0 or above. Null: not known. */
  mae: knownDecimal,
  mfe: knownDecimal,
  /** The same as fractions of what the position had cost then; seen apart from the amounts, and maybe at another time. */
  mae_part: z.nullable(z.number()),
  mfe_part: z.nullable(z.number()),
  /**
   * Far ends of a range: of an imported position nobody knows whether the low and high of a minute with a fill came before it or after. `mae` and
   * `mfe` were reached for certain; beyond `mae_far` (at or below `mae`) and `mfe_far` (at or above `mfe`) it did not go. Null where there is no
   * range, or its far end is not known.
   */
  mae_far: knownDecimal,
  mfe_far: knownDecimal,
  mae_part_far: z.nullable(z.number()),
  mfe_part_far: z.nullable(z.number()),
  resolution: excursionResolution,
  /** Lost against the middle of the book at the decision, of the fills that have one; null where none has. */
  slippage: knownDecimal,
  /** The same against the middle of the first book that each order met, and against the price that set it off; null where no fill has one. */
  arrival_slippage: knownDecimal,
  trigger_slippage: knownDecimal,
  tags: z.array(tripTag),
  /** 1 to 5; null: none was given. */
  rating: z.nullable(z.int().check(z.gte(1), z.lte(5))),
  has_note: z.boolean(),
  /** `paper`, or the exchange of the file that it was imported from. */
  origin: z.string(),
  /** Market source of a paper account; null for imports. Real money is in imports alone. */
  source_kind: z.nullable(sourceKind),
  /** What its amounts are in: `USDC` for paper accounts and every dollar of a file, else the coin or currency that the market is quoted in. */
  currency: z.string(),
}

/** A round trip as lists have it. */
export const tripRow = z.object(tripFields)
/** A round trip as lists have it. */
export type TripRow = z.output<typeof tripRow>

/** Page of `GET /api/v1/journal/trips`: newest first, by their closing (open ones before all), then by id. */
export const tripsPage = z.object({ data: z.array(tripRow), next: nextCursor })

const column = <T extends z.core.$ZodType>(item: T) => z.array(item)

/**
 * Page of `GET /api/v1/journal/trips?form=columns`: the same rows, one array a field, all of one length, for a table that filters and sorts
 * 100,000 of them by itself. Up to 20,000 rows a page; the pages of one reading fit together while nothing is imported or undone.
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
  /** Trips of the whole reading, with these filters. */
  total: z.int().check(z.gte(0)),
})
/** Trips by columns. */
export type TripColumns = z.output<typeof tripColumns>['data']

/** Most rows of one page: of rows, and of columns. */
export const MOST_TRIPS_A_PAGE = { rows: 200, columns: 20_000 } as const

/** Filters that lists, statistics and the export share; all of them must be met. */
export const tripFilterFields = {
  /** ISO 8601; closed at or after it. Open trips are left out where `from` or `to` is given. */
  from: z.optional(z.iso.datetime({ offset: true })),
  /** ISO 8601; closed before it. */
  to: z.optional(z.iso.datetime({ offset: true })),
  symbol: z.optional(z.string().check(z.minLength(1), z.maxLength(40))),
  side: z.optional(tripSide),
  tag: z.optional(tripTag),
  /** `paper`, or an exchange's name. */
  origin: z.optional(z.string().check(z.minLength(1), z.maxLength(40))),
  /** One paper account. */
  account: z.optional(accountId),
  /** One import. */
  import: z.optional(z.uuid()),
}

/** Query of `GET /api/v1/journal/trips`. */
export const tripsQuery = z.object({
  ...tripFilterFields,
  state: z.optional(z.enum(['open', 'closed'])),
  form: z.optional(z.enum(['rows', 'columns'])),
  /** `next` of the page before. */
  cursor: z.optional(z.string().check(z.maxLength(200))),
  /** 50 rows, or 20,000 in columns, where it is absent. */
  limit: z.optional(z.string().check(z.regex(/^[1-9]\d{0,4}$/, 'a whole number from 1'))),
})
/** Query of `GET /api/v1/journal/trips`. */
export type TripsQuery = z.output<typeof tripsQuery>

const standing = { money: decimalText, part: z.nullable(z.number()), r: z.nullable(z.number()) }
/**
 * Worst or best of a position: the amount, the fraction of its cost, the multiple of its risk, and when the amount was seen; null of imports.
 * `far` is the other end of a range, null where there is none or it is not known.
 */
const excursion = z.object({ ...standing, at: z.nullable(instant), far: z.nullable(z.object(standing)) })

/** A forecast that was on show; `hash` is that of its own chain. */
export const shownForecast = z.object({ chain: z.string(), seq: z.int(), issued_at: instant, hours: z.int(), hash: z.string() })

/**
 * What was known when the position was opened, fixed then: no later edit, moved stop or deleted alert changes it. Records of one
 * account follow each other by their hashes; docs/math/journal.md says what a hash covers.
 */
export const tripFacts = z.object({
  /** Place in the account's chain, from 1. */
  number: z.int().check(z.gte(1)),
  /** Event of the account that opened it. */
  seq: z.int(),
  opened_at: instant,
  /** Price and size of the first fill, and what its order was to open. */
  entry: decimalText,
  size: decimalText,
  planned_size: decimalText,
  /** Where the stop stood; null: there was none. */
  stop: knownDecimal,
  /** `|entry - stop| · planned size + expected fees`, USDC; null without a stop. */
  risk: knownDecimal,
  /** Middle of the book when the user decided; null where the order did not say. */
  decision_mid: knownDecimal,
  /** The newest forecast of 24 hours that the user could see; null: there was none. */
  forecast: z.nullable(shownForecast),
  /** The alert that the order was made from, as it fired; null: it named none. */
  alert: z.nullable(z.object({ firing: z.uuid(), at: instant, text: z.string() })),
  /** How many items of the coin's checklist were ticked when the order was sent; null: its user had none. */
  checklist: z.nullable(z.object({ done: z.int(), items: z.int() })),
  /** SHA-256, hex. */
  previous_hash: z.string(),
  hash: z.string(),
})
/** Frozen facts of an entry. */
export type TripFacts = z.output<typeof tripFacts>

/** A fill of a trip; of a fill through zero its own part. */
export const tripFill = z.object({
  at: instant,
  side: orderSide,
  price: decimalText,
  size: decimalText,
  /** Null: in a coin of which no price is known, see `fee_coin`. */
  fee: knownDecimal,
  fee_coin: z.string(),
  /** The account's event; null for imports. */
  seq: z.nullable(z.int()),
})

/** A lot of the first-in-first-out view. Amounts in the trip's currency. */
export const fifoLot = z.object({
  size: decimalText,
  opened_at: instant,
  closed_at: instant,
  entry: decimalText,
  exit: decimalText,
  gross: decimalText,
  fees: decimalText,
  /** Worst and best unrealised profit of the lot between its own two fills, as closely watched as its trip; null: not known. */
  mae: knownDecimal,
  mfe: knownDecimal,
  /** Far ends of a range, as of the trip. */
  mae_far: knownDecimal,
  mfe_far: knownDecimal,
})

/** Data of `GET /api/v1/journal/trips/{id}`. */
export const tripDetail = z.object({
  ...tripFields,
  /** Paper account or import that it comes from; one of both. */
  account: z.nullable(accountId),
  import: z.nullable(z.uuid()),
  /** Why `net` is null although it is closed. */
  money_reason: z.nullable(z.enum(TRIP_MONEY_REASONS)),
  /** Fees in coins without a known price. */
  fees_in_coins: z.array(z.object({ coin: z.string(), amount: decimalText })),
  /** What the venue's insurance paid of its loss after a liquidation: in `gross`, beyond what the fills came to. 0 for imports. */
  insurance: decimalText,
  /** Still held; null when closed. */
  held: knownDecimal,
  /** Milliseconds from its first fill to its last. */
  hold_ms: z.nullable(z.int()),
  worst: z.nullable(excursion),
  best: z.nullable(excursion),
  /** Parts of its time that were not watched tick by tick; read from candles of a minute where `is_filled`. At most 20, newest first. */
  gaps: z.array(z.object({ from: instant, to: instant, is_filled: z.boolean() })),
  /** net / MFE; null where it never stood in profit. By the near end of a range: net / `mfe_far` is its other end. */
  exit_efficiency: z.nullable(z.number()),
  /** Size of the fills that have a decision mid: what `slippage` rests on. */
  decided_size: decimalText,
  /** The same of `arrival_slippage` and `trigger_slippage`. */
  arrived_size: decimalText,
  triggered_size: decimalText,
  /** Null for imports: nobody can vouch for them. */
  facts: z.nullable(tripFacts),
  /** The forecast of 24 hours that was on show at its exit; null: none was. Absent while it is open, of imports, and where it was not written down. */
  exit_forecast: z.optional(z.nullable(shownForecast)),
  /** At most 500, oldest first; `fill_count` says how many there are. */
  fills: z.array(tripFill),
  fill_count: z.int(),
  /** The same fills first in, first out; at most 500. */
  lots: z.array(fifoLot),
  /** Markdown as written, never HTML to be trusted. */
  note: z.string(),
})
/** A round trip with everything that is known of it. */
export type TripDetail = z.output<typeof tripDetail>

/** Most prices of one answer: some eight hours. */
export const MOST_TRIP_TICKS = 6_000

/**
 * Data of `GET /api/v1/journal/trips/{id}/ticks`: the prices of its coin that are stored of its own market from its first fill to its last, oldest
 * first, for a replay. `reason` says why there are none: `none_stored` (they are kept for some days, and a recording has none), or `too_many`.
 */
export const tripTicks = z.object({
  ticks: z.array(z.tuple([epochMsField, decimalText])).check(z.maxLength(MOST_TRIP_TICKS)),
  /** The newest price of each so long a time is stored. */
  every_ms: z.int(),
  reason: z.nullable(z.enum(['none_stored', 'too_many'])),
})
/** Stored prices of the time of a trip. */
export type TripTicks = z.output<typeof tripTicks>

/** Body of `PATCH /api/v1/journal/trips/{id}`: what is absent stays; nothing else of a trip can be changed. */
export const tripPatch = z.strictObject({
  tags: z.optional(z.array(tripTag).check(z.maxLength(MOST_TAGS))),
  note: z.optional(z.string().check(z.maxLength(MOST_NOTE_CHARACTERS))),
  rating: z.optional(z.nullable(z.int().check(z.gte(1), z.lte(5)))),
})
/** Change of a trip's own words. */
export type TripPatch = z.output<typeof tripPatch>
