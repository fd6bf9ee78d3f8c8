import {
  ceilDiv,
  DECIMALS,
  type MicroUsdc,
  microUsdc,
  type Notional,
  notional,
  type Price,
  price,
  type Size,
  size,
  usdcCeil,
  usdcFloor,
} from '@aerie/core/numbers/units'
import { afterFill, afterFunding, type JournalFill, type OpenTrip, type RoundTrip, type TripStep } from '../round-trip.ts'
import type { FoldedEntry, ImportedFill, ImportedTrip } from './entries.ts'
import { coinsOf, isSameCoin, leastOrderValue } from './markets.ts'

/** Stored entry with its import and key. */
export type KeptEntry = {
  readonly key: string
  readonly importId: string
  readonly exchange: string
  readonly entry: FoldedEntry
  /** Price of its fee's coin in the market's currency at that minute, if a candle is stored. */
  readonly feePrice?: Price | undefined
}

/** Round trip from entries. Amounts in `currency`; null if the files lack data. */
export type FoldedTrip = {
  readonly firstKey: string
  readonly lastKey: string
  readonly importId: string
  readonly exchange: string
  readonly symbol: string
  readonly side: 'long' | 'short'
  readonly currency: string
  readonly openedAt: number | null
  /** Null: not closed in these files. */
  readonly closedAt: number | null
  readonly size: Size
  readonly entry: Price
  readonly exit: Price | null
  readonly gross: MicroUsdc | null
  readonly fees: MicroUsdc | null
  readonly funding: MicroUsdc
  readonly net: MicroUsdc | null
  readonly moneyReason: 'fee_coin' | 'not_told' | null
  readonly fillCount: number
  /** Fees in coins without a known price, in 10⁻¹² each. */
  readonly feesInCoins: ReadonlyMap<string, bigint>
  /** A fee in a third coin was valued by a candle. */
  readonly areFeesEstimated?: true
  /** Of an account that holds both directions at once. */
  readonly position?: 'long' | 'short'
  /** Coins left over that are too few to sell. */
  readonly rest?: Size
}

type Open = {
  trip: OpenTrip
  readonly first: KeptEntry
  last: KeptEntry
  readonly feesInCoins: Map<string, bigint>
  areFeesEstimated: boolean
  paidInBase: bigint
}

const MICRO_PART = 10n ** BigInt(DECIMALS.price - DECIMALS.usdc)

type PricedFill = {
  readonly fill: JournalFill
  /** Fee whose price is unknown. */
  readonly coinFee: ImportedFill['fee'] | undefined
  readonly isEstimated: boolean
}

/** Journal fill. A base-coin fee reduces the holding: buying 1 with fee 0.001 holds 0.999. `feePrice`: of a fee in a third coin. */
export function journalFillOf(fill: ImportedFill, feePrice?: Price): PricedFill {
  const { base, quote } = coinsOf(fill.symbol)
  const { amount, coin } = fill.fee
  const plain = { symbol: fill.symbol, side: fill.side, size: fill.size, worth: fill.worth, at: fill.at }
  if (coin === '' || isSameCoin(coin, quote) || amount === 0n)
    return { fill: { ...plain, fee: microUsdc(ceilDiv(amount, MICRO_PART)) }, coinFee: undefined, isEstimated: false }
  if (!isSameCoin(coin, base) || amount >= fill.size) {
    if (feePrice === undefined) return { fill: { ...plain, fee: microUsdc(0n) }, coinFee: fill.fee, isEstimated: false }
    return { fill: { ...plain, fee: usdcCeil(notional(feePrice * amount)) }, coinFee: undefined, isEstimated: true }
  }
  const moved = size(fill.side === 'buy' ? fill.size - amount : fill.size + amount)
  const fee = usdcCeil(notional(fill.price * amount))
  return { fill: { ...plain, size: moved, worth: notional(fill.price * moved), fee }, coinFee: undefined, isEstimated: false }
}

/** Builds round trips, market by market per exchange, oldest first. @example folder.add(entry) // the trips that it closed */
export class TripFolder {
  #group = ''
  /** By position; of most accounts there is one per market. */
  readonly #open = new Map<string, Open>()
  readonly #unopened = new Map<string, number>()

  /** Number of closing fills without an opening entry, per import; they belong to no trip. */
  get unopened(): ReadonlyMap<string, number> {
    return this.#unopened
  }

  add(kept: KeptEntry): FoldedTrip[] {
    const group = `${kept.exchange}\n${kept.entry.symbol}`
    const left = group === this.#group ? [] : this.end()
    this.#group = group
    return [...left, ...this.#take(kept)]
  }

  end(): FoldedTrip[] {
    const open = [...this.#open.values()]
    this.#open.clear()
    return open.map((each) => foldedTrip(each, each.trip))
  }

  #take(kept: KeptEntry): FoldedTrip[] {
    const { entry } = kept
    if (entry.kind === 'trip') return [reportedTrip(kept, entry)]
    if (entry.kind === 'fill') return this.#fill(kept, entry)
    const [open] = this.#open.values()
    if (open !== undefined) open.trip = afterFunding(open.trip, entry.amount)
    return []
  }

  #fill(kept: KeptEntry, entry: ImportedFill): FoldedTrip[] {
    const slot = entry.position ?? ''
    const before = this.#open.get(slot)
    if (before !== undefined && entry.closes === 'spot') returnPaid(before, entry)
    const own = closingPart(entry, before?.trip)
    if (own === undefined) {
      this.#unopened.set(kept.importId, (this.#unopened.get(kept.importId) ?? 0) + 1)
      return []
    }
    const priced = journalFillOf(own, kept.feePrice)
    const { fill, isEstimated } = priced
    const step = withoutDust(afterFill(before?.trip, fill), own)
    const closed: FoldedTrip[] = []
    const coinFees = splitFee(priced, before?.trip, step)
    if (before !== undefined) {
      before.last = kept
      before.areFeesEstimated ||= isEstimated
      noteFee(before.feesInCoins, coinFees.closing)
      if (step.closed !== undefined) closed.push(foldedTrip(before, step.closed, step.rest))
    }
    const paidInBase = own.side === 'buy' ? own.size - fill.size : 0n
    if (step.open === undefined) this.#open.delete(slot)
    else if (before !== undefined && step.closed === undefined) {
      before.trip = step.open
      before.paidInBase += paidInBase
    } else this.#open.set(slot, begun(kept, step.open, { coinFee: coinFees.opening, isEstimated, paidInBase }))
    return closed
  }
}

/** Part of a fill that belongs to known positions; undefined if it only closes a position from before the files. */
function closingPart(entry: ImportedFill, open: OpenTrip | undefined): ImportedFill | undefined {
  if (entry.closes === undefined) return entry
  const isClosing = open !== undefined && (open.side === 'long') === (entry.side === 'sell')
  if (!isClosing) return entry.closes !== 'some' || open === undefined ? undefined : entry
  if (entry.closes === 'some' || entry.size <= open.held) return entry
  const fee = { ...entry.fee, amount: (entry.fee.amount * open.held) / entry.size }
  return { ...entry, size: open.held, worth: notional(entry.price * open.held), fee }
}

/** A sale of all coins bought shows that the fee in the bought coin was paid from others: at most so much is added to the holding. */
function returnPaid(open: Open, { size: sold }: ImportedFill): void {
  const { trip } = open
  const more = sold - trip.held
  if (more <= 0n || more > open.paidInBase) return
  const cost = (trip.cost * more) / trip.held
  open.paidInBase -= more
  open.trip = {
    ...trip,
    held: sold,
    cost: notional(trip.cost + cost),
    entered: size(trip.entered + more),
    enteredWorth: notional(trip.enteredWorth + cost),
  }
}

type Step = TripStep & { readonly rest?: Size }

/** Most of the coins bought that may be left over as too few to sell, one in so many. */
const DUST_PART = 20n
/** The same where the smallest order of the currency is unknown; above what fees take. */
const SMALL_DUST_PART = 400n

/** Closes a holding of which less is left than the exchange would sell; the coins left are `rest`, at cost, and in no result. */
function withoutDust(step: Step, { closes, price: last, at }: ImportedFill): Step {
  const { open } = step
  if (closes !== 'spot' || open === undefined || open.side !== 'long') return step
  const least = leastOrderValue(coinsOf(open.symbol).quote)
  const isDust =
    least === undefined
      ? open.held * SMALL_DUST_PART < open.entered
      : open.held * DUST_PART < open.entered && open.held * last < least * ONE
  if (!isDust) return step
  const { held, cost, ...trip } = open
  const [entered, enteredWorth] = [size(trip.entered - held), notional(trip.enteredWorth - cost)]
  const gross = usdcFloor(notional(trip.exitedWorth - enteredWorth))
  const net = microUsdc(gross - trip.fees + trip.funding)
  return { open: undefined, closed: { ...trip, entered, enteredWorth, closedAt: at, gross, net }, rest: held }
}

const ONE = 10n ** BigInt(DECIMALS.price)

type CoinFee = PricedFill['coinFee']

/** Fee of a fill through zero, by size; otherwise whole in the only part. */
function splitFee(
  { fill, coinFee }: PricedFill,
  before: OpenTrip | undefined,
  { open, closed }: TripStep,
): Record<'closing' | 'opening', CoinFee> {
  if (coinFee === undefined || before === undefined || open === undefined || closed === undefined)
    return { closing: coinFee, opening: coinFee }
  const closing = (coinFee.amount * before.held) / fill.size
  return { closing: { ...coinFee, amount: closing }, opening: { ...coinFee, amount: coinFee.amount - closing } }
}

type Begun = { readonly coinFee: CoinFee; readonly isEstimated: boolean; readonly paidInBase: bigint }

function begun(first: KeptEntry, trip: OpenTrip, { coinFee, isEstimated, paidInBase }: Begun): Open {
  const open = { trip, first, last: first, feesInCoins: new Map<string, bigint>(), areFeesEstimated: isEstimated, paidInBase }
  noteFee(open.feesInCoins, coinFee)
  return open
}

function noteFee(fees: Map<string, bigint>, fee: ImportedFill['fee'] | undefined): void {
  if (fee !== undefined) fees.set(fee.coin, (fees.get(fee.coin) ?? 0n) + fee.amount)
}

const averageOf = (worth: Notional, amount: bigint): Price | null => (amount === 0n ? null : price(worth / amount))

function foldedTrip({ first, last, feesInCoins, areFeesEstimated }: Open, trip: OpenTrip | RoundTrip, rest?: Size): FoldedTrip {
  const closed = 'closedAt' in trip ? trip : undefined
  const isKnown = feesInCoins.size === 0
  return {
    firstKey: first.key,
    lastKey: last.key,
    importId: first.importId,
    exchange: first.exchange,
    symbol: trip.symbol,
    side: trip.side,
    currency: coinsOf(trip.symbol).quote,
    openedAt: trip.openedAt,
    closedAt: closed?.closedAt ?? null,
    size: trip.entered,
    entry: averageOf(trip.enteredWorth, trip.entered) ?? price(0n),
    exit: averageOf(trip.exitedWorth, trip.exited),
    gross: closed?.gross ?? null,
    fees: isKnown ? trip.fees : null,
    funding: trip.funding,
    net: isKnown && closed !== undefined ? closed.net : null,
    moneyReason: isKnown ? null : 'fee_coin',
    fillCount: trip.fillCount,
    feesInCoins,
    ...(isKnown && areFeesEstimated && { areFeesEstimated }),
    ...(first.entry.kind === 'fill' && first.entry.position && { position: first.entry.position }),
    ...(rest !== undefined && { rest }),
  }
}

/** From the result, since prices are rounded averages. */
const grossOf = ({ net, fees, funding = microUsdc(0n) }: ImportedTrip): MicroUsdc | undefined =>
  fees === undefined ? undefined : microUsdc(net + fees - funding)

function reportedTrip({ key, importId, exchange }: KeptEntry, reported: ImportedTrip): FoldedTrip {
  const moved = reported.side === 'long' ? reported.exit - reported.entry : reported.entry - reported.exit
  return {
    firstKey: key,
    lastKey: key,
    importId,
    exchange,
    symbol: reported.symbol,
    side: reported.side,
    currency: coinsOf(reported.symbol).quote,
    openedAt: reported.openedAt ?? null,
    closedAt: reported.closedAt,
    size: reported.size,
    entry: reported.entry,
    exit: reported.exit,
    gross: grossOf(reported) ?? usdcFloor(notional(moved * reported.size)),
    fees: reported.fees ?? null,
    funding: reported.funding ?? microUsdc(0n),
    net: reported.net,
    moneyReason: null,
    fillCount: 0,
    feesInCoins: new Map(),
  }
}
