import { least, type Price, price, type Size, size } from '@aerie/core/numbers/units'
import type { Instrument } from '../instrument.ts'
import { computeMark, type MarkMemory } from '../margin/mark.ts'
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
