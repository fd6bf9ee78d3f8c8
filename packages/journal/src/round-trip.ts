import {
  FRACTION_ONE,
  type Fraction,
  floorDiv,
  fraction,
  least,
  type MicroUsdc,
  microUsdc,
  most,
  type Notional,
  notional,
  type Price,
  price,
  type Size,
  size,
  usdcFloor,
} from '@aerie/core/numbers/units'

/** A fill as the journal reads it. */
export type JournalFill = {
  readonly symbol: string
  readonly side: 'buy' | 'sell'
  readonly size: Size
  /** Exact worth of the fill, its fee apart. */
  readonly worth: Notional
  readonly fee: MicroUsdc
  /** Milliseconds since the epoch, on the market's clock. */
  readonly at: number
  /** Middle of the book when the user decided. */
  readonly decisionMid?: Price
  /** Middle of the first book that its order met. */
  readonly arrivalMid?: Price
  /** Price that set its order off, where one did. */
  readonly trigger?: Price
  /** What is put at risk by opening a position here: `initialRisk`. Read of the fill that opens it, and never again. */
  readonly risk?: MicroUsdc
}

/** The worst and the best that an open position stood at. `money` is exact, `part` the fraction of what the position cost. */
export type Excursion = {
  readonly money: Notional
  readonly part: Fraction
  /** When the money figure was seen. */
  readonly at: number
}

/** What was lost against a price, above 0 being worse than it, and the size of the fills that have such a price. */
export type Shortfall = { readonly lost: Notional; readonly size: Size }

/** Lowest and highest price from one fill to the next, both fills' own prices among them. */
export type PriceSpan = { readonly low: Price; readonly high: Price }

/** Most fills after which the prices are kept: as many lots are shown. */
export const MOST_SPANS = 500

/**
 * A position from flat on: what its fills came to so far, and what of it is still held.
 *
 * The entry price is the average cost; a partial close leaves it as it is.
 */
export type OpenTrip = {
  readonly symbol: string
  readonly side: 'long' | 'short'
  readonly openedAt: number
  readonly fillCount: number
  /** Above 0. */
  readonly held: Size
  /** Exact worth at entry of what is held, above 0. */
  readonly cost: Notional
  readonly entered: Size
  readonly enteredWorth: Notional
  readonly exited: Size
  readonly exitedWorth: Notional
  readonly fees: MicroUsdc
  /** Received above 0, paid below. */
  readonly funding: MicroUsdc
  /** 0 or below. */
  readonly worst: Excursion
  /** 0 or above. */
  readonly best: Excursion
  /** Lost against the middle of the book at the decision, of the fills that have one: above 0 is worse than the middle. */
  readonly slippage: Notional
  /** Size of the fills that have a decision. */
  readonly decided: Size
  /** Against the middle of the first book that its orders met; absent where none told. */
  readonly arrival?: Shortfall
  /** Against the prices that set its orders off; absent where none was a trigger. */
  readonly triggered?: Shortfall
  /** Prices after each of its fills, the first `MOST_SPANS`; absent of what was opened before they were kept. */
  readonly spans?: readonly PriceSpan[]
  readonly risk: MicroUsdc | undefined
}

/** A closed round trip, flat to flat. */
export type RoundTrip = Omit<OpenTrip, 'held' | 'cost'> & {
  readonly closedAt: number
  /** Profit before fees and funding, rounded down; after a liquidation with what the insurance paid. */
  readonly gross: MicroUsdc
  /** `gross - fees + funding`. */
  readonly net: MicroUsdc
}

/** What a fill did: a flip closes one trip and opens the next. */
export type TripStep = { readonly open: OpenTrip | undefined; readonly closed: RoundTrip | undefined }

/**
 * The round trips of one symbol after a further fill. A fill through zero is split: its fee by size, the closing part rounded down.
 *
 * The fill's own price was seen too: it may be the worst or the best.
 *
 * @param before the position before it; undefined where flat
 * @param fill of the same symbol, of a size above 0
 * @throws never
 * Source: docs/math/journal.md; the cases of Lean's TradeBuilderTests
 */
export function afterFill(before: OpenTrip | undefined, fill: JournalFill): TripStep {
  if (before === undefined) return { open: opened(fill), closed: undefined }
  const open = afterPrice(before, ownPrice(fill), fill.at)
  if (isAdding(open, fill)) return { open: increased(open, fill), closed: undefined }
  if (fill.size < open.held) return { open: reduced(open, fill), closed: undefined }
  if (fill.size === open.held) return { open: undefined, closed: closed(open, fill) }
  const { first, rest } = splitFill(fill, open.held)
  return { open: opened(rest), closed: closed(open, first) }
}

const isAdding = (open: OpenTrip, fill: JournalFill): boolean => (open.side === 'long') === (fill.side === 'buy')

function opened(fill: JournalFill): OpenTrip {
  const nothing: Excursion = { money: notional(0n), part: fraction(0n), at: fill.at }
  return {
    symbol: fill.symbol,
    side: fill.side === 'buy' ? 'long' : 'short',
    openedAt: fill.at,
    fillCount: 1,
    held: fill.size,
    cost: fill.worth,
    entered: fill.size,
    enteredWorth: fill.worth,
    exited: size(0n),
    exitedWorth: notional(0n),
    fees: fill.fee,
    funding: microUsdc(0n),
    worst: nothing,
    best: nothing,
    risk: fill.risk,
    spans: [spanOf(fill)],
    ...slippageAfter({ slippage: notional(0n), decided: size(0n) }, fill),
  }
}

function increased(open: OpenTrip, fill: JournalFill): OpenTrip {
  return withFill(
    {
      ...open,
      held: size(open.held + fill.size),
      cost: notional(open.cost + fill.worth),
      entered: size(open.entered + fill.size),
      enteredWorth: notional(open.enteredWorth + fill.worth),
    },
    fill,
  )
}

function reduced(open: OpenTrip, fill: JournalFill): OpenTrip {
  const released = floorDiv(open.cost * fill.size, open.held)
  return withFill(
    {
      ...open,
      held: size(open.held - fill.size),
      cost: notional(open.cost - released),
      exited: size(open.exited + fill.size),
      exitedWorth: notional(open.exitedWorth + fill.worth),
    },
    fill,
  )
}

function closed(open: OpenTrip, fill: JournalFill): RoundTrip {
  const { held: _held, cost: _cost, ...trip } = reduced(open, fill)
  const gross = grossOfFills(trip)
  return { ...trip, closedAt: fill.at, gross, net: microUsdc(gross - trip.fees + trip.funding) }
}

function grossOfFills({ side, enteredWorth, exitedWorth }: Pick<OpenTrip, 'side' | 'enteredWorth' | 'exitedWorth'>): MicroUsdc {
  const moved = exitedWorth - enteredWorth
  return usdcFloor(notional(side === 'long' ? moved : -moved))
}

function withFill(trip: OpenTrip, fill: JournalFill): OpenTrip {
  const spans = trip.spans !== undefined && isSpanned(trip, trip.spans) ? { spans: [...trip.spans, spanOf(fill)].slice(0, MOST_SPANS) } : {}
  return {
    ...trip,
    ...spans,
    fillCount: trip.fillCount + 1,
    fees: microUsdc(trip.fees + fill.fee),
    ...slippageAfter(trip, trip.spans === undefined ? bareOf(fill) : fill),
  }
}

/** What was opened before these were kept has none of them, rather than a part. */
const bareOf = ({ arrivalMid: _arrivalMid, trigger: _trigger, ...fill }: JournalFill): JournalFill => fill

const ownPrice = ({ worth, size: amount }: JournalFill): Price => price(worth / amount)

function spanOf(fill: JournalFill): PriceSpan {
  const own = ownPrice(fill)
  return { low: own, high: own }
}

/** Whether the newest span is that after the newest fill. */
const isSpanned = ({ fillCount }: OpenTrip, spans: readonly PriceSpan[]): boolean => spans.length === fillCount

type Slippage = Pick<OpenTrip, 'slippage' | 'decided' | 'arrival' | 'triggered'>

function slippageAfter(before: Slippage, fill: JournalFill): Slippage {
  const decided = shortfallAfter({ lost: before.slippage, size: before.decided }, fill, fill.decisionMid)
  const arrival = shortfallAfter(before.arrival, fill, fill.arrivalMid)
  const triggered = shortfallAfter(before.triggered, fill, fill.trigger)
  return {
    slippage: decided?.lost ?? before.slippage,
    decided: decided?.size ?? before.decided,
    ...(arrival && { arrival }),
    ...(triggered && { triggered }),
  }
}

function shortfallAfter(before: Shortfall | undefined, fill: JournalFill, against: Price | undefined): Shortfall | undefined {
  if (against === undefined) return before
  const over = fill.worth - against * fill.size
  return {
    lost: notional((before?.lost ?? 0n) + (fill.side === 'buy' ? over : -over)),
    size: size((before?.size ?? 0n) + fill.size),
  }
}

function splitFill(fill: JournalFill, at: Size): { first: JournalFill; rest: JournalFill } {
  const worth = floorDiv(fill.worth * at, fill.size)
  const fee = floorDiv(fill.fee * at, fill.size)
  const { risk: _risk, ...closing } = fill
  return {
    first: { ...closing, size: at, worth: notional(worth), fee: microUsdc(fee) },
    rest: { ...fill, size: size(fill.size - at), worth: notional(fill.worth - worth), fee: microUsdc(fill.fee - fee) },
  }
}

/**
 * The open position after a price was seen: its unrealised profit, before fees, as a new worst or best. The whole of what is held
 * counts, also after it was added to.
 *
 * @returns the same object where the price is neither, and no new low or high since its newest fill
 * @throws never
 * Source: Sweeney, Maximum Adverse Excursion (1997); docs/math/journal.md
 */
export function afterPrice(before: OpenTrip, seen: Price, at: number): OpenTrip {
  const open = withSpan(before, seen)
  const standing = standingAt(open, seen)
  return isWithin(open, standing) ? open : reached(open, { worst: standing, best: standing }, at)
}

/** What an open position stands at: its unrealised profit before fees, and the same as a fraction of what it cost. */
export type Standing = Pick<Excursion, 'money' | 'part'>

/**
 * What an open position stands at by a price.
 *
 * @throws never
 */
export function standingAt({ side, held, cost }: Pick<OpenTrip, 'side' | 'held' | 'cost'>, seen: Price): Standing {
  const moved = seen * held - cost
  const money = notional(side === 'long' ? moved : -moved)
  return { money, part: fraction(floorDiv(money * FRACTION_ONE, cost)) }
}

/**
 * The open position with a new worst and best, where these go further.
 *
 * @throws never
 */
export const reached = (open: OpenTrip, { worst, best }: { readonly worst: Standing; readonly best: Standing }, at: number): OpenTrip => ({
  ...open,
  worst: lower(open.worst, { ...worst, at }),
  best: higher(open.best, { ...best, at }),
})

function withSpan(open: OpenTrip, seen: Price): OpenTrip {
  const last = open.spans?.at(-1)
  if (open.spans === undefined || last === undefined || !isSpanned(open, open.spans)) return open
  if (seen >= last.low && seen <= last.high) return open
  return { ...open, spans: open.spans.with(-1, { low: least(seen, last.low), high: most(seen, last.high) }) }
}

const isWithin = ({ worst, best }: OpenTrip, { money, part }: Standing): boolean =>
  money >= worst.money && money <= best.money && part >= worst.part && part <= best.part

function lower(known: Excursion, seen: Excursion): Excursion {
  const part = least(seen.part, known.part)
  return seen.money < known.money ? { ...seen, part } : { ...known, part }
}

function higher(known: Excursion, seen: Excursion): Excursion {
  const part = most(seen.part, known.part)
  return seen.money > known.money ? { ...seen, part } : { ...known, part }
}

/** The open position after a funding payment: received above 0, paid below. */
export const afterFunding = (open: OpenTrip, amount: MicroUsdc): OpenTrip => ({ ...open, funding: microUsdc(open.funding + amount) })

/**
 * A closed trip after the venue's insurance has paid a part of its loss: `amount` is above 0.
 *
 * @throws never
 * Source: docs/math/journal.md
 */
export const afterInsurance = (trip: RoundTrip, amount: MicroUsdc): RoundTrip => ({
  ...trip,
  gross: microUsdc(trip.gross + amount),
  net: microUsdc(trip.net + amount),
})

/**
 * What the venue's insurance has paid of a closed trip's loss: what its result is above that of its fills.
 *
 * @throws never
 */
export const insuranceOf = (trip: RoundTrip): MicroUsdc => microUsdc(trip.gross - grossOfFills(trip))

/** What `initialRisk` needs, as it stood when the position was opened. */
export type EntryPlan = {
  readonly entry: Price
  /** Where the stop stood then. */
  readonly stop: Price
  /** What the order was to open. */
  readonly size: Size
  /** Fees of getting in and out by the stop, as expected then. */
  readonly fees: MicroUsdc
}

/**
 * What is put at risk: `|entry - stop| · size + expected fees`. Moving the stop later does not change it.
 *
 * @throws never
 * Source: docs/math/journal.md
 */
export function initialRisk({ entry, stop, size: planned, fees }: EntryPlan): MicroUsdc {
  const distance = entry > stop ? entry - stop : stop - entry
  return microUsdc(usdcFloor(notional(distance * planned)) + fees)
}

/**
 * Result in multiples of the initial risk.
 *
 * @returns null without a stop at entry, and where nothing was at risk
 * @throws never
 */
export const multipleOfRisk = (amount: MicroUsdc, risk: MicroUsdc | undefined): number | null =>
  risk === undefined || risk <= 0n ? null : Number(amount) / Number(risk)
