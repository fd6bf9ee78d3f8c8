import { FRACTION_ONE, type Fraction, fraction, least, type Price, price, type Size, size } from '@aerie/core/numbers/units'
import type { Instrument } from '../instrument.ts'
import type { Side } from '../orders/order.ts'

/** A book without updates for longer accepts no orders that need it. */
export const STALE_AFTER_MS = 5_000

/** Price and size of a level. */
export type BookLevel = readonly [price: Price, size: Size]

/** Market trade; no aggressor if the source does not provide it. */
export type MarketTrade = { readonly price: Price; readonly size: Size; readonly aggressor: Side | undefined }

/** The source's own number and clock (epoch ms) of a book. */
export type VenueBook = { readonly seq: number; readonly at: number }

/** Market state of an instrument, shared by all accounts of the source. */
export type Market = {
  readonly instrument: Instrument
  bids: readonly BookLevel[]
  asks: readonly BookLevel[]
  bookSeq: number
  venueBook: VenueBook | undefined
  receivedAt: number | undefined
  last: Price | undefined
  oracle: Price | undefined
  mark: Price | undefined
  markAt: number | undefined
  /** The source provides marks, so none are computed. */
  isMarkGiven: boolean
  memory: MarkMemory
  /** Size that trades since the latest book took from each side. */
  traded: { readonly bids: ReadonlyMap<Price, Size>; readonly asks: ReadonlyMap<Price, Size> }
}

const NOTHING_TRADED: Market['traded'] = { bids: new Map(), asks: new Map() }

/** Market without data. */
export const emptyMarket = (instrument: Instrument): Market => ({
  instrument,
  bids: [],
  asks: [],
  bookSeq: 0,
  venueBook: undefined,
  receivedAt: undefined,
  last: undefined,
  oracle: undefined,
  mark: undefined,
  markAt: undefined,
  isMarkGiven: false,
  memory: {},
  traded: NOTHING_TRADED,
})

/** Whether orders may match this book now. */
export const isFresh = ({ receivedAt }: Market, now: number): boolean => receivedAt !== undefined && now - receivedAt <= STALE_AFTER_MS

/** Whether this mark may trigger orders now. */
export const isMarkFresh = (market: Market, now: number): boolean =>
  isFresh(market, now) && market.markAt !== undefined && now - market.markAt <= STALE_AFTER_MS

const byPrice = (direction: 1 | -1) => (a: BookLevel, b: BookLevel) => (a[0] === b[0] ? 0 : a[0] < b[0] ? -direction : direction)

/** Replaces the book; levels in any order, size 0 means absent. */
export function applyBook(
  market: Market,
  book: { readonly bids: readonly BookLevel[]; readonly asks: readonly BookLevel[]; readonly venue?: VenueBook },
  at: number,
): void {
  market.bids = book.bids.filter(([, size]) => size > 0n).toSorted(byPrice(-1))
  market.asks = book.asks.filter(([, size]) => size > 0n).toSorted(byPrice(1))
  market.bookSeq += 1
  market.venueBook = book.venue
  market.receivedAt = at
  market.traded = NOTHING_TRADED
  refreshMark(market, at)
}

/** Latest book, as recorded in fill evidence. */
export const bookMet = ({ bookSeq, venueBook }: Market): { readonly book: number; readonly venueBook?: VenueBook } => ({
  book: bookSeq,
  ...(venueBook && { venueBook }),
})

/** Mid of the latest book; undefined if a side is empty. */
export function midOf({ bids, asks }: Pick<Market, 'bids' | 'asks'>): Price | undefined {
  const [bid, ask] = [bids[0]?.[0], asks[0]?.[0]]
  return bid === undefined || ask === undefined ? undefined : price((bid + ask) / 2n)
}

/** Market trade; until the next book its size is deducted from the levels it hit. Source: nautilus, trade seeding. */
export function applyTrade(market: Market, trade: MarketTrade, at: number): void {
  market.last = trade.price
  market.receivedAt = at
  const { traded, bids, asks } = market
  if (trade.aggressor !== 'sell') market.traded = { ...traded, asks: withTrade(traded.asks, asks, trade, 1n) }
  if (trade.aggressor !== 'buy') market.traded = { ...market.traded, bids: withTrade(traded.bids, bids, trade, -1n) }
  refreshMark(market, at)
}

/** `sign`: 1 for asks, which a trade takes up to its price, -1 for bids. */
function withTrade(
  before: ReadonlyMap<Price, Size>,
  levels: readonly BookLevel[],
  trade: MarketTrade,
  sign: 1n | -1n,
): ReadonlyMap<Price, Size> {
  const traded = new Map(before)
  let left: bigint = trade.size
  for (const [at, displayed] of levels) {
    if (left === 0n || sign * (at - trade.price) > 0n) break
    const known = traded.get(at) ?? 0n
    const taken = least(displayed - known, left)
    traded.set(at, size(known + taken))
    left -= taken
  }
  return traded
}

/** Mark from the source; stops own computation. */
export function applyMark(market: Market, mark: Price, at: number): void {
  market.isMarkGiven = true
  market.mark = mark
  market.markAt = at
}

/** Sets the index price. */
export function applyOracle(market: Market, oracle: Price, at: number): void {
  market.oracle = oracle
  refreshMark(market, at)
}

function refreshMark(market: Market, at: number): void {
  if (market.isMarkGiven) return
  const { last, oracle } = market
  const { mark, memory } = computeMark(market.memory, { bid: market.bids[0]?.[0], ask: market.asks[0]?.[0], last, oracle }, at)
  market.memory = memory
  if (mark === undefined) return
  market.mark = mark
  market.markAt = at
}

/** Side that an order of `side` takes from. */
export const oppositeLevels = (market: Market, side: Side): readonly BookLevel[] => (side === 'buy' ? market.asks : market.bids)
/** Side that an order of `side` rests on. */
export const ownLevels = (market: Market, side: Side): readonly BookLevel[] => (side === 'buy' ? market.bids : market.asks)

const displays = new WeakMap<readonly BookLevel[], ReadonlyMap<Price, Size>>()

/** Displayed sizes by price; cached per book because every account requests it. */
export function displayedBy(levels: readonly BookLevel[]): ReadonlyMap<Price, Size> {
  const known = displays.get(levels)
  if (known !== undefined) return known
  const made = new Map(levels)
  displays.set(levels, made)
  return made
}

/** Moving average as two sums, weighting samples by duration. */
export type MovingAverage = { readonly sum: bigint; readonly weight: bigint; readonly at: number; readonly latest: bigint }

/** `sum ← sum·e^(−t/τ) + sample·t`, `weight ← weight·e^(−t/τ) + t`, with `t` since the previous sample. Source: Hyperliquid. */
export function addSample(before: MovingAverage | undefined, sample: bigint, at: number, constantMs: number): MovingAverage {
  if (before === undefined) return { sum: 0n, weight: 0n, at, latest: sample }
  const elapsed = Math.max(0, at - before.at)
  if (elapsed === 0) return { ...before, latest: sample }
  const left = decay(elapsed, constantMs)
  const added = BigInt(elapsed) * FRACTION_ONE
  return {
    sum: (before.sum * left) / FRACTION_ONE + sample * added,
    weight: (before.weight * left) / FRACTION_ONE + added,
    at,
    latest: sample,
  }
}

/** Average; for a single sample, that sample. */
export const averageOf = ({ sum, weight, latest }: MovingAverage): bigint => (weight === 0n ? latest : sum / weight)

/** Median; for an even count the mean of the middle two, rounded down. */
export function medianPrice(prices: readonly Price[]): Price | undefined {
  const sorted = prices.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0))
  const upper = sorted[sorted.length >> 1]
  const lower = sorted[(sorted.length - 1) >> 1]
  return upper === undefined || lower === undefined ? undefined : price((upper + lower) / 2n)
}

/** Time constants of the two averages (Hyperliquid's 150 s and 30 s). */
const BASIS_CONSTANT_MS = 150_000
const BOOK_CONSTANT_MS = 30_000

/** State of the mark price between samples. */
export type MarkMemory = { readonly basis?: MovingAverage; readonly book?: MovingAverage }

/** Market inputs of the mark price. */
type MarkInputs = {
  readonly bid: Price | undefined
  readonly ask: Price | undefined
  readonly last: Price | undefined
  readonly oracle: Price | undefined
}

/**
 * Mark price, never the last trade alone: median of (a) oracle + 150 s EMA of (mid − oracle), (b) median of best bid, best ask and last
 * trade, and (d) 30 s EMA of (b) if only these exist. Without an oracle only (b). Source: Hyperliquid, robust price indices.
 */
export function computeMark(
  memory: MarkMemory,
  { bid, ask, last, oracle }: MarkInputs,
  at: number,
): { readonly mark: Price | undefined; readonly memory: MarkMemory } {
  const ofBook = medianPrice([bid, ask, last].filter((value) => value !== undefined))
  if (ofBook === undefined) return { mark: undefined, memory }
  if (oracle === undefined || bid === undefined || ask === undefined) return { mark: ofBook, memory }
  const basis = addSample(memory.basis, (bid + ask) / 2n - oracle, at, BASIS_CONSTANT_MS)
  const book = addSample(memory.book, ofBook, at, BOOK_CONSTANT_MS)
  const candidates = [price(oracle + averageOf(basis)), ofBook, price(averageOf(book))]
  return { mark: medianPrice(candidates), memory: { basis, book } }
}

const SCALE = 10n ** 36n
const TO_FRACTION = SCALE / FRACTION_ONE
/** Above it e⁻ˣ is below 10⁻¹⁸. */
const MOST_EXPONENT = 45n * SCALE
const TERMS = 12n

/** e^(−elapsed/constant) in integers, so all machines agree on the mark; accurate to about 10⁻¹⁷. `constantMs` > 0. */
export function decay(elapsedMs: number, constantMs: number): Fraction {
  let exponent = (BigInt(Math.max(0, Math.trunc(elapsedMs))) * SCALE) / BigInt(constantMs)
  if (exponent > MOST_EXPONENT) return fraction(0n)
  let halvings = 0
  while (exponent > SCALE / 8n) {
    exponent /= 2n
    halvings += 1
  }
  let term = SCALE
  let sum = SCALE
  for (let n = 1n; n <= TERMS; n += 1n) {
    term = (-term * exponent) / (SCALE * n)
    sum += term
  }
  for (let n = 0; n < halvings; n += 1) sum = (sum * sum) / SCALE
  return fraction(sum / TO_FRACTION)
}
