import {
  ceilDiv,
  DECIMALS,
  least,
  type MicroUsdc,
  microUsdc,
  type Notional,
  notional,
  type Price,
  price,
  roundDiv,
  type Size,
  size,
  usdcCeil,
  usdcFloor,
} from '@aerie/core/numbers/units'
import { afterFill, afterFunding, type JournalFill, type OpenTrip, type RoundTrip, type TripStep } from '../round-trip.ts'
import { type FoldedEntry, type ImportedFill, type ImportedFunding, type ImportedTrip, microOf, profitOf } from './entries.ts'
import { coinsOf, isSameCoin, leastOrderValue, marketName, moneyDecimals, moneyScale } from './markets.ts'

/** Stored entry with its import and key. */
export type KeptEntry = {
  readonly key: string
  readonly importId: string
  readonly exchange: string
  readonly entry: FoldedEntry
  /** Price of its fee's coin in the market's currency at that minute, if a candle is stored. */
  readonly feePrice?: Price | undefined
}

/** Round trip from entries. Amounts in 10 to the power of -`decimals` of `currency`; null if the files lack data. */
export type FoldedTrip = {
  readonly firstKey: string
  readonly lastKey: string
  readonly importId: string
  readonly exchange: string
  readonly symbol: string
  readonly side: 'long' | 'short'
  readonly currency: string
  readonly decimals: number
  /** Of an inverse contract: its size is in dollars. */
  readonly isInverse: boolean
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
  /** Coins that purchases paid as fees. */
  paidInBase: bigint
  /** The same of sales, and their value. */
  soldForFees: { readonly size: bigint; readonly worth: bigint }
}

const MICRO_PART = 10n ** BigInt(DECIMALS.price - DECIMALS.usdc)

type PricedFill = {
  readonly fill: JournalFill
  /** Fee whose price is unknown. */
  readonly coinFee: ImportedFill['fee'] | undefined
  readonly isEstimated: boolean
}

/** Currency of an entry's money. */
const currencyOf = ({ symbol, settled }: FoldedEntry): string => settled ?? coinsOf(symbol).quote

const OTHER = { buy: 'sell', sell: 'buy', long: 'short', short: 'long' } as const

/** Value of a part of a fill. An inverse contract's dollars are worth fewer coins the higher the price. */
const worthOf = ({ price: each, settled }: ImportedFill, amount: Size, scale: bigint): Notional =>
  notional(settled === undefined ? each * amount * scale : (amount * COIN_PART * scale) / each)
const COIN_PART = 10n ** BigInt(DECIMALS.notional)

/** Average price of a value in units of account (`moneyScale`). */
export const averagePrice = (
  worth: Notional,
  amount: bigint,
  { scale, isInverse }: { readonly scale: bigint; readonly isInverse: boolean },
) => price(isInverse ? (amount * COIN_PART * scale) / worth : worth / amount / scale)

type FillTerms = {
  /** Price of a fee in a third coin. */
  readonly feePrice?: Price | undefined
  /** Size of the open position. */
  readonly held?: bigint | undefined
}

/**
 * Journal fill, with amounts in units of account (`moneyScale`). A base-coin fee reduces the holding: buying 1 with fee 0.001 holds 0.999. That of
 * a sale which takes all that is held was paid from other coins, and opens no short.
 * An inverse contract is the linear one of its dollars, priced in coins: who is long of it has sold dollars.
 */
export function journalFillOf(fill: ImportedFill, { feePrice, held }: FillTerms = {}): PricedFill {
  const { base, quote } = coinsOf(fill.symbol)
  const currency = fill.settled ?? quote
  const scale = moneyScale(currency)
  const { amount, coin } = fill.fee
  const side = fill.settled === undefined ? fill.side : OTHER[fill.side]
  const plain = { symbol: fill.symbol, side, size: fill.size, worth: worthOf(fill, fill.size, scale), at: fill.at }
  const isInCurrency = coin === '' || coin === currency || (isSameCoin(coin, currency) && coin !== base)
  if (isInCurrency || amount === 0n)
    return { fill: { ...plain, fee: microUsdc(ceilDiv(amount * scale, MICRO_PART)) }, coinFee: undefined, isEstimated: false }
  if (fill.settled !== undefined || !isSameCoin(coin, base) || amount >= fill.size) {
    if (feePrice === undefined) return { fill: { ...plain, fee: microUsdc(0n) }, coinFee: fill.fee, isEstimated: false }
    return { fill: { ...plain, fee: usdcCeil(notional(feePrice * amount * scale)) }, coinFee: undefined, isEstimated: true }
  }
  const taken = size(fill.side === 'buy' ? fill.size - amount : fill.size + amount)
  const isClosing = fill.closes === 'spot' || fill.closes === 'all'
  const moved = isClosing && held !== undefined && taken > held ? size(held) : taken
  const fee = usdcCeil(notional(fill.price * amount * scale))
  return { fill: { ...plain, size: moved, worth: worthOf(fill, moved, scale), fee }, coinFee: undefined, isEstimated: false }
}

type Reported = { readonly at: number; readonly trip: FoldedTrip }

/** Files of closed positions have the time of the last fill, some of them in whole minutes. */
const SAME_CLOSE_MS = 60_000
/** Funding and the fee of a liquidation are booked up to some seconds after the position was closed. */
const LATE_BOOKING_MS = 60_000

type Closed = { readonly open: Open; trip: RoundTrip; readonly rest: Size | undefined }

/** Builds round trips, market by market per exchange, oldest first. @example folder.add(entry) // trips that closed over a minute before it */
export class TripFolder {
  #market = { exchange: '', symbol: '' }
  /** By direction; most accounts hold only one at a time. */
  readonly #open = new Map<'long' | 'short', Open>()
  readonly #unopened = new Map<string, number>()
  /** Closed positions that a file reports, until it is clear that no fills of theirs follow. */
  readonly #reported = { long: [] as Reported[], short: [] as Reported[] }
  /** Time at which fills last closed a position or a part of it. */
  readonly #closedAt = { long: 0, short: 0 }
  /** Closed positions whose funding or liquidation fee may still be booked. */
  readonly #closed: Closed[] = []

  /** Number of fills of positions without an opening entry, per import; they belong to no trip. */
  get unopened(): ReadonlyMap<string, number> {
    return this.#unopened
  }

  add(kept: KeptEntry): FoldedTrip[] {
    const { exchange, symbol } = this.#market
    const isSame =
      kept.exchange === exchange &&
      (kept.entry.symbol === symbol || marketName({ exchange, symbol: kept.entry.symbol }) === marketName(this.#market))
    const left = isSame ? this.#due(kept.entry) : this.end()
    this.#market = { exchange: kept.exchange, symbol: kept.entry.symbol }
    return [...left, ...this.#take(kept)]
  }

  end(): FoldedTrip[] {
    const open = [...this.#open.values()]
    this.#open.clear()
    const { long, short } = this.#reported
    const reported = [...long.splice(0), ...short.splice(0)].map(({ trip }) => trip)
    this.#closedAt.long = this.#closedAt.short = 0
    return [...this.#closed.splice(0).map(closedTrip), ...reported, ...open.map((each) => foldedTrip(each, each.trip))]
  }

  /** Closed positions to which no later entry belongs, and reported ones that no fill of this or a later time can have closed. */
  #due(entry: FoldedEntry): FoldedTrip[] {
    const at = 'at' in entry ? entry.at : entry.closedAt
    const closed = takeUntil(this.#closed, ({ trip }) => trip.closedAt < at - LATE_BOOKING_MS).map(closedTrip)
    const reported = [this.#reported.long, this.#reported.short].flatMap((waiting) =>
      takeUntil(waiting, (each) => each.at < at - SAME_CLOSE_MS).map(({ trip }) => trip),
    )
    return [...closed, ...reported]
  }

  /** A position that fills close and a file of closed positions reports, too, is one trade: that of the fills. */
  #report(trip: FoldedTrip, at: number): void {
    if (this.#closedAt[trip.side] < at - SAME_CLOSE_MS) this.#reported[trip.side].push({ at, trip })
  }

  #take(kept: KeptEntry): FoldedTrip[] {
    const { entry } = kept
    if (entry.kind === 'trip') {
      this.#report(reportedTrip(kept, entry), entry.closedAt)
      return []
    }
    if (entry.kind === 'fill') return this.#fill(kept, entry)
    this.#book(kept, entry)
    return []
  }

  /** Adds funding or the fee of a liquidation to its position. */
  #book(kept: KeptEntry, entry: ImportedFunding): void {
    const scale = entry.settled === undefined ? moneyScale(currencyOf(entry)) : 1n
    const amount = microUsdc(entry.amount * scale)
    const closed = this.#closed.findLast(({ open, trip }) => entry.position === undefined || directionOf(open, trip) === entry.position)
    const [first] = this.#open.values()
    const open = entry.position === undefined ? first : this.#open.get(entry.position)
    if (entry.of === 'liquidation') {
      // What was just closed was liquidated, rather than what was opened since.
      if (closed !== undefined) closed.trip = withFee(closed.trip, -amount)
      else if (first !== undefined) first.trip = withFee(first.trip, -amount)
      else this.#unopened.set(kept.importId, (this.#unopened.get(kept.importId) ?? 0) + 1)
      return
    }
    const found = open ?? (closed === undefined ? first : undefined)
    if (found !== undefined) found.trip = afterFunding(found.trip, amount)
    else if (closed !== undefined) closed.trip = { ...closed.trip, funding: microUsdc(closed.trip.funding + amount) }
  }

  /** Open position that a fill changes. One that does not say so closes what it can, as an account with one position per market does. */
  #openFor({ position, side, size: amount }: ImportedFill): Open | undefined {
    if (position !== undefined) return this.#open.get(position)
    const [own, other] = side === 'buy' ? (['long', 'short'] as const) : (['short', 'long'] as const)
    const [adding, closing] = [this.#open.get(own), this.#open.get(other)]
    return adding !== undefined && closing !== undefined && amount > closing.trip.held ? adding : (closing ?? adding)
  }

  #fill(kept: KeptEntry, entry: ImportedFill): FoldedTrip[] {
    const left = this.#endReplaced(entry)
    const before = this.#openFor(entry)
    if (before !== undefined && entry.closes === 'spot') returnPaid(before, entry)
    const own = closingPart(entry, before)
    if (own === undefined) {
      this.#unopened.set(kept.importId, (this.#unopened.get(kept.importId) ?? 0) + 1)
      return left
    }
    const priced = journalFillOf(own, { feePrice: kept.feePrice, held: before?.trip.held })
    const { fill, isEstimated } = priced
    const step = withoutDust(afterFill(before?.trip, fill), own)
    const coinFees = splitFee(priced, before?.trip, step)
    if (before !== undefined) {
      before.last = kept
      before.areFeesEstimated ||= isEstimated
      const direction = directionOf(before, before.trip)
      if ((direction === 'long') === (own.side === 'sell')) {
        this.#closedAt[direction] = own.at
        this.#reported[direction].length = 0
      }
      noteFee(before.feesInCoins, coinFees.closing)
      if (step.closed !== undefined) this.#closed.push({ open: before, trip: step.closed, rest: step.rest })
    }
    const paidInBase = own.side === 'buy' ? own.size - fill.size : 0n
    if (before !== undefined && step.closed !== undefined) this.#open.delete(directionOf(before, before.trip))
    if (step.open === undefined) return left
    if (before !== undefined && step.closed === undefined) {
      before.trip = step.open
      before.paidInBase += paidInBase
      if (own.side === 'sell' && fill.size > own.size) before.soldForFees = withSoldFee(before.soldForFees, fill, fill.size - own.size)
      return left
    }
    const after = begun(kept, step.open, { coinFee: coinFees.opening, isEstimated, paidInBase })
    this.#open.set(directionOf(after, step.open), after)
    return left
  }

  /** A position in a coin that was replaced by another of its name stays open. */
  #endReplaced({ symbol, at }: ImportedFill): FoldedTrip[] {
    const replacedAt = REPLACED_AT.get(coinsOf(symbol).base) ?? 0
    const ended = at < replacedAt ? [] : [...this.#open].filter(([, { trip }]) => trip.openedAt < replacedAt)
    for (const [direction] of ended) this.#open.delete(direction)
    return ended.map(([, open]) => foldedTrip(open, open.trip))
  }
}

/** Coins of which another one took the name. Source: Terra, launch of the chain whose coin is LUNA, the former one being LUNC since. */
const REPLACED_AT: ReadonlyMap<string, number> = new Map([['LUNA', Date.UTC(2022, 4, 28)]])

function takeUntil<T>(waiting: T[], isDue: (each: T) => boolean): T[] {
  const later = waiting.findIndex((each) => !isDue(each))
  return waiting.splice(0, later === -1 ? waiting.length : later)
}

const closedTrip = ({ open, trip, rest }: Closed): FoldedTrip => foldedTrip(open, trip, rest)

const withFee = <T extends { readonly fees: MicroUsdc }>(trip: T, paid: bigint): T => ({ ...trip, fees: microUsdc(trip.fees + paid) })

/** Direction of a position; that of an inverse contract is kept as the one of its dollars. */
const directionOf = ({ first: { entry } }: Open, { side }: OpenTrip | RoundTrip): 'long' | 'short' =>
  entry.kind === 'fill' && entry.settled !== undefined ? OTHER[side] : side

/** Part of a fill that belongs to known positions; undefined if it is only of a position from before the files. */
function closingPart(entry: ImportedFill, open: Open | undefined): ImportedFill | undefined {
  if (entry.closes === undefined) return entry
  if (entry.closes === 'adds') return open === undefined ? undefined : entry
  const isClosing = open !== undefined && (directionOf(open, open.trip) === 'long') === (entry.side === 'sell')
  if (!isClosing) return entry.closes !== 'some' || open === undefined ? undefined : entry
  const { held } = open.trip
  if (entry.closes === 'some' || entry.size <= held) return entry
  const fee = { ...entry.fee, amount: (entry.fee.amount * held) / entry.size }
  return { ...entry, size: held, worth: notional(entry.price * held), fee }
}

/** A sale of all coins bought shows that the fees in the bought coin were paid from others: at most so much is added to the holding. */
function returnPaid(open: Open, { size: sold }: ImportedFill): void {
  const { trip, paidInBase, soldForFees } = open
  const more = sold - trip.held
  if (more <= 0n || more > paidInBase + soldForFees.size) return
  const unsold = least<bigint>(more, soldForFees.size)
  const unsoldWorth = unsold === 0n ? 0n : (soldForFees.worth * unsold) / soldForFees.size
  const bought = more - unsold
  const costOf = (amount: bigint): bigint => (trip.cost * amount) / trip.held
  open.paidInBase -= bought
  open.soldForFees = { size: soldForFees.size - unsold, worth: soldForFees.worth - unsoldWorth }
  open.trip = {
    ...trip,
    held: sold,
    cost: notional(trip.cost + costOf(more)),
    entered: size(trip.entered + bought),
    enteredWorth: notional(trip.enteredWorth + costOf(bought)),
    exited: size(trip.exited - unsold),
    exitedWorth: notional(trip.exitedWorth - unsoldWorth),
  }
}

const withSoldFee = (before: Open['soldForFees'], fill: JournalFill, paid: bigint): Open['soldForFees'] => ({
  size: before.size + paid,
  worth: before.worth + (fill.worth * paid) / fill.size,
})

type Step = TripStep & { readonly rest?: Size }

/** Most of the coins bought that may be left over as too few to sell, one in so many. */
const DUST_PART = 20n
/** The same where the smallest order of the currency is unknown; above what fees take. */
const SMALL_DUST_PART = 400n

/** Closes a holding of which less is left than the exchange would sell; the coins left are `rest`, at cost, and in no result. */
function withoutDust(step: Step, { closes, price: last, at }: ImportedFill): Step {
  const { open } = step
  if (closes !== 'spot' || open === undefined || open.side !== 'long') return step
  const leastOrder = leastOrderValue(coinsOf(open.symbol).quote)
  const isDust =
    leastOrder === undefined
      ? open.held * SMALL_DUST_PART < open.entered
      : open.held * DUST_PART < open.entered && open.held * last < leastOrder * ONE
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
  const open = {
    trip,
    first,
    last: first,
    feesInCoins: new Map<string, bigint>(),
    areFeesEstimated: isEstimated,
    paidInBase,
    soldForFees: { size: 0n, worth: 0n },
  }
  noteFee(open.feesInCoins, coinFee)
  return open
}

function noteFee(fees: Map<string, bigint>, fee: ImportedFill['fee'] | undefined): void {
  if (fee !== undefined) fees.set(fee.coin, (fees.get(fee.coin) ?? 0n) + fee.amount)
}

/** To the nearest: values of inverse contracts are quotients, and their rounding must not show. */
const grossOfInverse = ({ side, enteredWorth, exitedWorth }: RoundTrip): MicroUsdc =>
  microUsdc(roundDiv(side === 'long' ? exitedWorth - enteredWorth : enteredWorth - exitedWorth, NOTIONAL_IN_MICRO))
const NOTIONAL_IN_MICRO = 10n ** BigInt(DECIMALS.notional - DECIMALS.usdc)

function foldedTrip(open: Open, trip: OpenTrip | RoundTrip, rest?: Size): FoldedTrip {
  const { first, last, feesInCoins, areFeesEstimated } = open
  const closed = 'closedAt' in trip ? trip : undefined
  const isKnown = feesInCoins.size === 0
  const currency = currencyOf(first.entry)
  const isInverse = first.entry.settled !== undefined
  const terms = { scale: moneyScale(currency), isInverse }
  const gross = closed === undefined ? null : isInverse ? grossOfInverse(closed) : closed.gross
  return {
    firstKey: first.key,
    lastKey: last.key,
    importId: first.importId,
    exchange: first.exchange,
    symbol: trip.symbol,
    side: directionOf(open, trip),
    currency,
    decimals: moneyDecimals(currency),
    isInverse,
    openedAt: trip.openedAt,
    closedAt: closed?.closedAt ?? null,
    size: trip.entered,
    entry: averagePrice(trip.enteredWorth, trip.entered, terms),
    exit: trip.exited === 0n ? null : averagePrice(trip.exitedWorth, trip.exited, terms),
    gross,
    fees: isKnown ? trip.fees : null,
    funding: trip.funding,
    net: isKnown && gross !== null ? microUsdc(gross - trip.fees + trip.funding) : null,
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
  const currency = currencyOf(reported)
  const isInverse = reported.settled !== undefined
  const part = isInverse ? 1n : moneyScale(currency)
  const money = (amount: bigint): MicroUsdc => microUsdc(amount * part)
  const moved = profitOf(reported, isInverse)
  const gross = grossOf(reported) ?? (isInverse ? microUsdc(moved) : microOf(moved))
  return {
    firstKey: key,
    lastKey: key,
    importId,
    exchange,
    symbol: reported.symbol,
    side: reported.side,
    currency,
    decimals: moneyDecimals(currency),
    isInverse,
    openedAt: reported.openedAt ?? null,
    closedAt: reported.closedAt,
    size: reported.size,
    entry: reported.entry,
    exit: reported.exit,
    gross: money(gross),
    fees: reported.fees === undefined ? null : money(reported.fees),
    funding: money(reported.funding ?? 0n),
    net: money(reported.net),
    moneyReason: null,
    fillCount: 0,
    feesInCoins: new Map(),
  }
}
