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

/** Fill as the journal reads it. */
export type JournalFill = {
  readonly symbol: string
  readonly side: 'buy' | 'sell'
  readonly size: Size
  /** Exact value, without the fee. */
  readonly worth: Notional
  readonly fee: MicroUsdc
  /** Market clock, epoch milliseconds. */
  readonly at: number
  readonly decisionMid?: Price
  /** Mid of the first book its order met. */
  readonly arrivalMid?: Price
  /** Trigger price of its order. */
  readonly trigger?: Price
  /** Initial risk (`initialRisk`), read only from the opening fill. */
  readonly risk?: MicroUsdc
}

/** Worst or best state of an open position. `money`: exact; `part`: fraction of the cost. */
export type Excursion = {
  readonly money: Notional
  readonly part: Fraction
  readonly at: number
}

/** Loss against a reference price (positive: worse), and the size of the fills that have one. */
export type Shortfall = { readonly lost: Notional; readonly size: Size }

/** Low and high between two fills, including both fill prices. */
export type PriceSpan = { readonly low: Price; readonly high: Price }

/** Maximum fills with stored price spans; equals the number of lots shown. */
export const MOST_SPANS = 500

/** Position since flat: totals of its fills and the holding, at average cost. `funding`: positive if received; worst ≤ 0 ≤ best. */
export type OpenTrip = {
  readonly symbol: string
  readonly side: 'long' | 'short'
  readonly openedAt: number
  readonly fillCount: number
  readonly held: Size
  /** Exact entry value of the holding, above 0. */
  readonly cost: Notional
  readonly entered: Size
  readonly enteredWorth: Notional
  readonly exited: Size
  readonly exitedWorth: Notional
  readonly fees: MicroUsdc
  readonly funding: MicroUsdc
  readonly worst: Excursion
  readonly best: Excursion
  /** Loss against the mid at the decision, for fills that have one; positive: worse. */
  readonly slippage: Notional
  readonly decided: Size
  /** Against the mid of the first book its orders met; absent if unknown. */
  readonly arrival?: Shortfall
  /** Against trigger prices; absent without triggers. */
  readonly triggered?: Shortfall
  /** Prices after each fill, first `MOST_SPANS`; absent for older positions. */
  readonly spans?: readonly PriceSpan[]
  readonly risk: MicroUsdc | undefined
}

/** Closed round trip, flat to flat. */
export type RoundTrip = Omit<OpenTrip, 'held' | 'cost'> & {
  readonly closedAt: number
  /** Profit before fees and funding, rounded down; includes insurance after a liquidation. */
  readonly gross: MicroUsdc
  /** `gross - fees + funding`. */
  readonly net: MicroUsdc
}

/** Effect of a fill: a reversal closes one trip and opens the next. */
export type TripStep = { readonly open: OpenTrip | undefined; readonly closed: RoundTrip | undefined }

/** Round trips after a fill; a fill through zero is split: fee by size, closing part rounded down. Source: docs/math/journal.md; Lean. */
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

/** Positions opened before these fields existed omit them rather than hold partial values. */
const bareOf = ({ arrivalMid: _arrivalMid, trigger: _trigger, ...fill }: JournalFill): JournalFill => fill

const ownPrice = ({ worth, size: amount }: JournalFill): Price => price(worth / amount)

function spanOf(fill: JournalFill): PriceSpan {
  const own = ownPrice(fill)
  return { low: own, high: own }
}

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

/** Updates worst and best by a price, before fees; same object if unchanged. Source: Sweeney (1997); docs/math/journal.md. */
export function afterPrice(before: OpenTrip, seen: Price, at: number): OpenTrip {
  const open = withSpan(before, seen)
  const unrealized = unrealizedAt(open, seen)
  return isWithin(open, unrealized) ? open : reached(open, { worst: unrealized, best: unrealized }, at)
}

/** Unrealized profit before fees, absolute and as a fraction of the cost. */
export type UnrealizedProfit = Pick<Excursion, 'money' | 'part'>

/** Unrealized profit of an open position at a price. */
export function unrealizedAt({ side, held, cost }: Pick<OpenTrip, 'side' | 'held' | 'cost'>, seen: Price): UnrealizedProfit {
  const moved = seen * held - cost
  const money = notional(side === 'long' ? moved : -moved)
  return { money, part: fraction(floorDiv(money * FRACTION_ONE, cost)) }
}

/** Extends worst and best where the new values go further. */
export const reached = (
  open: OpenTrip,
  { worst, best }: { readonly worst: UnrealizedProfit; readonly best: UnrealizedProfit },
  at: number,
): OpenTrip => ({
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

const isWithin = ({ worst, best }: OpenTrip, { money, part }: UnrealizedProfit): boolean =>
  money >= worst.money && money <= best.money && part >= worst.part && part <= best.part

function lower(known: Excursion, seen: Excursion): Excursion {
  const part = least(seen.part, known.part)
  return seen.money < known.money ? { ...seen, part } : { ...known, part }
}

function higher(known: Excursion, seen: Excursion): Excursion {
  const part = most(seen.part, known.part)
  return seen.money > known.money ? { ...seen, part } : { ...known, part }
}

/** Applies a funding payment; positive: received. */
export const afterFunding = (open: OpenTrip, amount: MicroUsdc): OpenTrip => ({ ...open, funding: microUsdc(open.funding + amount) })

/** Applies an insurance payment (above 0) to a closed trip. Source: docs/math/journal.md. */
export const afterInsurance = (trip: RoundTrip, amount: MicroUsdc): RoundTrip => ({
  ...trip,
  gross: microUsdc(trip.gross + amount),
  net: microUsdc(trip.net + amount),
})

/** Insurance paid on a closed trip: its result minus that of its fills. */
export const insuranceOf = (trip: RoundTrip): MicroUsdc => microUsdc(trip.gross - grossOfFills(trip))

/** Input of `initialRisk` at the opening of the position. */
export type EntryPlan = {
  readonly entry: Price
  readonly stop: Price
  readonly size: Size
  /** Expected fees of entering and exiting at the stop. */
  readonly fees: MicroUsdc
}

/** Initial risk: `|entry - stop| · size + expected fees`; later stop changes do not affect it. Source: docs/math/journal.md. */
export function initialRisk({ entry, stop, size: planned, fees }: EntryPlan): MicroUsdc {
  const distance = entry > stop ? entry - stop : stop - entry
  return microUsdc(usdcFloor(notional(distance * planned)) + fees)
}

/** Result in R; null without a stop at entry or without risk. */
export const multipleOfRisk = (amount: MicroUsdc, risk: MicroUsdc | undefined): number | null =>
  risk === undefined || risk <= 0n ? null : Number(amount) / Number(risk)
