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
import { afterFill, afterFunding, type JournalFill, type OpenTrip, type RoundTrip } from '../round-trip.ts'
import type { FoldedEntry, ImportedFill, ImportedTrip } from './entries.ts'
import { coinsOf, isSameCoin } from './markets.ts'

/** Stored entry with its import and key. */
export type KeptEntry = { readonly key: string; readonly importId: string; readonly exchange: string; readonly entry: FoldedEntry }

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
}

type Open = { trip: OpenTrip; readonly first: KeptEntry; last: KeptEntry; readonly feesInCoins: Map<string, bigint> }

const MICRO_PART = 10n ** BigInt(DECIMALS.price - DECIMALS.usdc)

/** Journal fill. A base-coin fee reduces the holding: buying 1 with fee 0.001 holds 0.999. `coinFee`: its price is unknown. */
export function journalFillOf(fill: ImportedFill): { readonly fill: JournalFill; readonly coinFee: ImportedFill['fee'] | undefined } {
  const { base, quote } = coinsOf(fill.symbol)
  const { amount, coin } = fill.fee
  const plain = { symbol: fill.symbol, side: fill.side, size: fill.size, worth: fill.worth, at: fill.at }
  if (coin === '' || isSameCoin(coin, quote) || amount === 0n)
    return { fill: { ...plain, fee: microUsdc(ceilDiv(amount, MICRO_PART)) }, coinFee: undefined }
  if (coin !== base || amount >= fill.size) return { fill: { ...plain, fee: microUsdc(0n) }, coinFee: fill.fee }
  const moved = size(fill.side === 'buy' ? fill.size - amount : fill.size + amount)
  const fee = usdcCeil(notional(fill.price * amount))
  return { fill: { ...plain, size: moved, worth: notional(fill.price * moved), fee }, coinFee: undefined }
}

/** Builds round trips, market by market per exchange, oldest first. @example folder.add(entry) // the trips that it closed */
export class TripFolder {
  #group = ''
  #open: Open | undefined
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
    const open = this.#open
    this.#open = undefined
    return open === undefined ? [] : [foldedTrip(open, open.trip)]
  }

  #take(kept: KeptEntry): FoldedTrip[] {
    const { entry } = kept
    if (entry.kind === 'trip') return [reportedTrip(kept, entry)]
    if (entry.kind === 'fill') return this.#fill(kept, entry)
    if (this.#open !== undefined) this.#open.trip = afterFunding(this.#open.trip, entry.amount)
    return []
  }

  #fill(kept: KeptEntry, entry: ImportedFill): FoldedTrip[] {
    const before = this.#open
    const own = closingPart(entry, before?.trip)
    if (own === undefined) {
      this.#unopened.set(kept.importId, (this.#unopened.get(kept.importId) ?? 0) + 1)
      return []
    }
    const { fill, coinFee } = journalFillOf(own)
    const step = afterFill(before?.trip, fill)
    const closed: FoldedTrip[] = []
    if (before !== undefined) {
      before.last = kept
      noteFee(before.feesInCoins, coinFee)
      if (step.closed !== undefined) closed.push(foldedTrip(before, step.closed))
    }
    if (step.open === undefined) this.#open = undefined
    else if (before !== undefined && step.closed === undefined) before.trip = step.open
    else this.#open = begun(kept, step.open, coinFee)
    return closed
  }
}

/** Part of a fill that belongs to known positions; undefined if it only closes a position from before the files. */
function closingPart(entry: ImportedFill, open: OpenTrip | undefined): ImportedFill | undefined {
  if (entry.closes === undefined) return entry
  const isClosing = open !== undefined && (open.side === 'long') === (entry.side === 'sell')
  if (!isClosing) return entry.closes === 'all' || open === undefined ? undefined : entry
  if (entry.closes === 'some' || entry.size <= open.held) return entry
  const fee = { ...entry.fee, amount: (entry.fee.amount * open.held) / entry.size }
  return { ...entry, size: open.held, worth: notional(entry.price * open.held), fee }
}

function begun(first: KeptEntry, trip: OpenTrip, coinFee: ImportedFill['fee'] | undefined): Open {
  const open = { trip, first, last: first, feesInCoins: new Map<string, bigint>() }
  noteFee(open.feesInCoins, coinFee)
  return open
}

function noteFee(fees: Map<string, bigint>, fee: ImportedFill['fee'] | undefined): void {
  if (fee !== undefined) fees.set(fee.coin, (fees.get(fee.coin) ?? 0n) + fee.amount)
}

const averageOf = (worth: Notional, amount: bigint): Price | null => (amount === 0n ? null : price(worth / amount))

function foldedTrip({ first, last, feesInCoins }: Open, trip: OpenTrip | RoundTrip): FoldedTrip {
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
  }
}

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
    openedAt: null,
    closedAt: reported.closedAt,
    size: reported.size,
    entry: reported.entry,
    exit: reported.exit,
    gross: usdcFloor(notional(moved * reported.size)),
    fees: null,
    funding: microUsdc(0n),
    net: reported.net,
    moneyReason: null,
    fillCount: 0,
    feesInCoins: new Map(),
  }
}
