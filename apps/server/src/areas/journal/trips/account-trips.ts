import {
  type Fraction,
  fractionOf,
  type MicroUsdc,
  microUsdc,
  notionalOf,
  type Price,
  type Size,
  size,
  usdcCeil,
} from '@aerie/core/numbers/units'
import {
  afterFill,
  afterFunding,
  afterInsurance,
  afterPrice,
  initialRisk,
  type JournalFill,
  type OpenTrip,
} from '@aerie/journal/round-trip'
import type { TradingEvent } from '@aerie/trading/events'
import type { Order } from '@aerie/trading/orders/order'
import { isTrigger } from '@aerie/trading/orders/reach'
import { type JournalRows, orderIdOf, type TradedAccount } from '../../trading/index.ts'
import { type EntryFacts, factsHash, fieldsOf, type ShownForecast } from './entry-facts.ts'
import { isClosed, type LiveTrip, liveTripRow, type TripGap, withGap } from './live-trip.ts'
import type { StopWatch } from './stop-watch.ts'

type FillEvent = Extract<TradingEvent, { kind: 'filled' }>

export type TripsDeps = {
  readonly row: TradedAccount
  readonly orders: StopWatch
  readonly open: readonly LiveTrip[]
  readonly seq: number
  readonly number: number
  readonly head: Buffer
  readonly forecastOf: (symbol: string) => ShownForecast | undefined
  /** Taker rate of the schedule that the fill was charged by: stops are takers. */
  readonly takerRate: (fill: FillEvent) => Fraction
  /** Whether marks are received; false when events are only replayed. */
  readonly isWatched: () => boolean
}

type Kept = { trip: LiveTrip /** Since when nothing was seen of its market. */; blindSince: number | undefined }

export type Missed = { readonly symbol: string; readonly gap: TripGap; readonly filledAt: number }

export type SeenPrice = { readonly price: Price; readonly at: number }

/** Uses the account's events and the marks received in between. */
export class AccountTrips {
  readonly #deps: TripsDeps
  readonly #open = new Map<string, Kept>()
  #seq: number
  #number: number
  #head: Buffer
  #facts: Record<string, unknown>[] = []
  #changed = new Map<string, LiveTrip>()
  /** Last closed trip: insurance payments belong to it. */
  #closed: LiveTrip | undefined

  constructor(deps: TripsDeps) {
    this.#deps = deps
    this.#seq = deps.seq
    this.#number = deps.number
    this.#head = deps.head
    for (const trip of deps.open) this.#open.set(trip.trip.symbol, { trip, blindSince: trip.seenAt })
  }

  get seq(): number {
    return this.#seq
  }

  open(): LiveTrip[] {
    return [...this.#open.values()].map(({ trip }) => trip)
  }

  hasChanged(): boolean {
    return this.#changed.size > 0
  }

  /** Marks at the exact time of a fill are ignored: they may precede it. */
  handle(symbol: string, mark: Price, at: number): void {
    const kept = this.#open.get(symbol)
    if (kept === undefined) return
    if (kept.blindSince !== undefined) this.#endGap(kept, at)
    if (at <= kept.trip.filledAt) return
    const before = openPart(kept.trip)
    const trip = afterPrice(before, mark, at)
    kept.trip = { ...kept.trip, trip, seenAt: Math.max(kept.trip.seenAt, at) }
    if (trip !== before) this.#changed.set(kept.trip.id, kept.trip)
  }

  missed(symbol: string): void {
    const kept = this.#open.get(symbol)
    if (kept !== undefined) kept.blindSince ??= kept.trip.seenAt
  }

  #endGap(kept: Kept, at: number): void {
    const from = kept.blindSince ?? at
    kept.blindSince = undefined
    if (at <= from) return
    kept.trip = { ...kept.trip, gaps: withGap(kept.trip.gaps, { from, to: at, isFilled: false }) }
    this.#changed.set(kept.trip.id, kept.trip)
  }

  /** Unwatched gaps of open trips whose position is unchanged since. */
  unfilled(): Missed[] {
    return this.open().flatMap(({ gaps, filledAt, trip: { symbol } }) =>
      gaps.filter((gap) => !gap.isFilled && filledAt <= gap.from).map((gap) => ({ symbol, gap, filledAt })),
    )
  }

  fillGap({ symbol, gap, filledAt }: Missed, prices: readonly SeenPrice[]): void {
    const kept = this.#open.get(symbol)
    if (kept?.trip.filledAt !== filledAt || !kept.trip.gaps.includes(gap)) return
    const trip = prices.reduce((open, { price, at }) => afterPrice(open, price, at), openPart(kept.trip))
    const gaps = kept.trip.gaps.map((each) => (each === gap ? { ...gap, isFilled: true } : each))
    kept.trip = { ...kept.trip, trip, gaps }
    this.#changed.set(kept.trip.id, kept.trip)
  }

  fold(events: readonly TradingEvent[]): void {
    for (const event of events) {
      if (event.seq !== this.#seq + 1) throw new RangeError(`Event ${event.seq} does not follow ${this.#seq} in the journal`)
      this.#seq = event.seq
      if (event.kind === 'filled') this.#fill(event)
      if (event.kind === 'funded') this.#fund(event.symbol, event.amount)
      if (event.kind === 'insured') this.#insure(event.amount)
      this.#deps.orders.apply(event)
    }
  }

  #fund(symbol: string, amount: MicroUsdc): void {
    const kept = this.#open.get(symbol)
    if (kept === undefined) return
    kept.trip = { ...kept.trip, trip: afterFunding(openPart(kept.trip), amount) }
    this.#changed.set(kept.trip.id, kept.trip)
  }

  /** Paid in the same turn as the close, so never to a trip already stored as final. */
  #insure(amount: MicroUsdc): void {
    const closed = this.#closed
    if (closed === undefined || !isClosed(closed.trip)) throw new RangeError(`Insurance of event ${this.#seq} follows no close`)
    this.#closed = { ...closed, trip: afterInsurance(closed.trip, amount) }
    this.#changed.set(closed.id, this.#closed)
  }

  #fill(event: FillEvent): void {
    const kept = this.#open.get(event.symbol)
    if (kept?.blindSince !== undefined) this.#endGap(kept, event.t)
    const facts = this.#factsOf(event, kept)
    const step = afterFill(kept && openPart(kept.trip), this.#journalFill(event, facts?.risk))
    if (kept !== undefined) this.#put(kept, event, step.closed ?? step.open)
    if (step.closed !== undefined) this.#close(event.symbol)
    if (facts !== undefined && step.open !== undefined) this.#begin(event, facts, step.open)
  }

  /** The visible forecast is known while events are booked, not when they are replayed. */
  #close(symbol: string): void {
    const trip = this.#open.get(symbol)?.trip
    this.#open.delete(symbol)
    this.#closed = trip && this.#deps.isWatched() ? { ...trip, exitForecast: this.#deps.forecastOf(symbol) ?? null } : trip
    if (this.#closed !== undefined) this.#changed.set(this.#closed.id, this.#closed)
  }

  #put(kept: Kept, event: FillEvent, trip: LiveTrip['trip'] | undefined): void {
    if (trip === undefined) return
    kept.trip = { ...kept.trip, trip, lastSeq: event.seq, filledAt: event.t, seenAt: Math.max(kept.trip.seenAt, event.t) }
    this.#changed.set(kept.trip.id, kept.trip)
  }

  #begin(event: FillEvent, facts: EntryFacts, trip: OpenTrip): void {
    const fields = fieldsOf(facts)
    const hash = factsHash(this.#head, fields)
    this.#facts.push({
      trip: facts.tripId,
      account: facts.accountId,
      number: facts.number,
      body: fields,
      previous: this.#head.toString('hex'),
      hash: hash.toString('hex'),
    })
    this.#number = facts.number
    this.#head = hash
    const live: LiveTrip = { id: facts.tripId, trip, seenAt: event.t, filledAt: event.t, gaps: [], firstSeq: event.seq, lastSeq: event.seq }
    this.#open.set(event.symbol, { trip: live, blindSince: this.#deps.isWatched() ? undefined : event.t })
    this.#changed.set(live.id, live)
  }

  #journalFill(event: FillEvent, risk: MicroUsdc | undefined): JournalFill {
    const { symbol, side, fee, notional: worth, t: at } = event
    const order = this.#deps.orders.order(event.clientId)
    const against = {
      decisionMid: decidedTerms(order)?.decisionMid,
      arrivalMid: order?.arrivalMid ?? event.arrivalMid,
      trigger: triggerOf(order),
    }
    return { symbol, side, size: event.size, worth, fee, at, ...definedOnly(against), ...(risk !== undefined && { risk }) }
  }

  #factsOf(event: FillEvent, kept: Kept | undefined): EntryFacts | undefined {
    const opening = openingSize(event, kept)
    if (opening === undefined) return undefined
    const order = this.#deps.orders.order(event.clientId)
    const stop = order && this.#deps.orders.stopFor(order, event.price)
    const plannedSize = this.#plannedSize(event, order, opening)
    return {
      number: this.#number + 1,
      tripId: orderIdOf(this.#deps.row.id, `trip ${event.seq}`),
      accountId: this.#deps.row.id,
      seq: event.seq,
      symbol: event.symbol,
      side: event.side === 'buy' ? 'long' : 'short',
      openedAt: event.t,
      entry: event.price,
      size: opening,
      plannedSize,
      stop,
      risk: stop && this.#riskOf(event, stop, plannedSize),
      decisionMid: decidedTerms(order)?.decisionMid,
      decision: decidedTerms(order)?.decision,
      forecast: this.#deps.forecastOf(event.symbol),
    }
  }

  /** Planned size of the opening order: for a scaled order all of it, less what closed another position. */
  #plannedSize(event: FillEvent, order: Order | undefined, opening: Size): Size {
    const closing = event.size - opening
    const asked = order?.role === 'leg' ? (this.#deps.orders.order(order.parent ?? '')?.size ?? order.size) : order?.size
    const planned = (asked ?? event.size) - (order?.role === 'leg' ? 0n : (order?.filled ?? 0n)) - closing
    return planned > opening ? size(planned) : opening
  }

  #riskOf(event: FillEvent, stop: Price, planned: Size): MicroUsdc {
    const entryFee = usdcCeil(fractionOf(notionalOf(event.price, planned), event.feeRate))
    const stopFee = usdcCeil(fractionOf(notionalOf(stop, planned), this.#deps.takerRate(event)))
    return initialRisk({ entry: event.price, stop, size: planned, fees: microUsdc(entryFee + stopFee) })
  }

  take(): JournalRows {
    const { row } = this.#deps
    const rows = {
      journal: { account: row.id, seq: this.#seq, number: this.#number, head: this.#head.toString('hex') },
      facts: this.#facts,
      trips: new Map([...this.#changed].map(([id, trip]) => [id, liveTripRow(row, trip)])),
    }
    this.#facts = []
    this.#changed = new Map()
    return rows
  }
}

/** An exit has its entry's terms, but no decision was made then. */
const decidedTerms = (order: Order | undefined): Order['terms'] | undefined =>
  order?.role === 'order' || order?.role === 'leg' ? order.terms : undefined

function triggerOf(order: Order | undefined): Price | undefined {
  if (order === undefined || !isTrigger(order)) return undefined
  return order.terms.type === 'trailing_stop' ? order.trail?.stop : order.trigger
}

type Against = { readonly decisionMid: Price | undefined; readonly arrivalMid: Price | undefined; readonly trigger: Price | undefined }

const definedOnly = ({ decisionMid, arrivalMid, trigger }: Against): Pick<JournalFill, 'decisionMid' | 'arrivalMid' | 'trigger'> => ({
  ...(decisionMid !== undefined && { decisionMid }),
  ...(arrivalMid !== undefined && { arrivalMid }),
  ...(trigger !== undefined && { trigger }),
})

function openPart({ trip }: LiveTrip): OpenTrip {
  if (isClosed(trip)) throw new RangeError(`Trip of ${trip.symbol} is closed already.`)
  return trip
}

function openingSize(event: FillEvent, kept: Kept | undefined): Size | undefined {
  if (kept === undefined) return event.size
  const { side, held } = openPart(kept.trip)
  const isReducing = (side === 'long') !== (event.side === 'buy')
  return isReducing && event.size > held ? size(event.size - held) : undefined
}
