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
  const open = afterPrice(before, price(fill.worth / fill.size), fill.at)
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
  return { ...trip, fillCount: trip.fillCount + 1, fees: microUsdc(trip.fees + fill.fee), ...slippageAfter(trip, fill) }
}

function slippageAfter(before: Pick<OpenTrip, 'slippage' | 'decided'>, fill: JournalFill): Pick<OpenTrip, 'slippage' | 'decided'> {
  if (fill.decisionMid === undefined) return { slippage: before.slippage, decided: before.decided }
  const over = fill.worth - fill.decisionMid * fill.size
  return {
    slippage: notional(before.slippage + (fill.side === 'buy' ? over : -over)),
    decided: size(before.decided + fill.size),
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
 * @returns the same object where the price is neither
 * @throws never
 * Source: Sweeney, Maximum Adverse Excursion (1997); docs/math/journal.md
 */
export function afterPrice(open: OpenTrip, seen: Price, at: number): OpenTrip {
  const moved = seen * open.held - open.cost
  const money = notional(open.side === 'long' ? moved : -moved)
  const part = fraction(floorDiv(money * FRACTION_ONE, open.cost))
  if (isWithin(open, money, part)) return open
  return { ...open, worst: lower(open.worst, { money, part, at }), best: higher(open.best, { money, part, at }) }
}

const isWithin = ({ worst, best }: OpenTrip, money: Notional, part: Fraction): boolean =>
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
