import { least, type Price, price, type Size, size } from '@aerie/core/numbers/units'
import type { Instrument } from '../instrument.ts'
import { computeMark, type MarkMemory } from '../margin/mark.ts'
import type { Side } from '../orders/order.ts'

/** A book that nothing was heard of for longer takes no orders that need it. */
export const STALE_AFTER_MS = 5_000

/** Price and size of one level. */
export type BookLevel = readonly [price: Price, size: Size]

/** A trade on the source; without an aggressor where the source does not tell it. */
export type MarketTrade = { readonly price: Price; readonly size: Size; readonly aggressor: Side | undefined }

/** How the source names a book: by its own number, and by its own clock in epoch milliseconds. */
export type VenueBook = { readonly seq: number; readonly at: number }

/** What is known of one instrument's market. Every account of the source reads the same one. */
export type Market = {
  readonly instrument: Instrument
  /** Best first. */
  bids: readonly BookLevel[]
  /** Best first. */
  asks: readonly BookLevel[]
  /** Counts books, as evidence of what a fill met. */
  bookSeq: number
  /** The source's own number and instant of the newest book, where it tells them. */
  venueBook: VenueBook | undefined
  /** When a book or a trade was last heard of; undefined before the first. */
  heardAt: number | undefined
  last: Price | undefined
  oracle: Price | undefined
  mark: Price | undefined
  markAt: number | undefined
  /** The source sends marks: ours is not computed. */
  isMarkGiven: boolean
  memory: MarkMemory
  /** What trades since the newest book have taken from each of its sides. */
  traded: { readonly bids: ReadonlyMap<Price, Size>; readonly asks: ReadonlyMap<Price, Size> }
}

const NOTHING_TRADED: Market['traded'] = { bids: new Map(), asks: new Map() }

/** A market of which nothing is known yet. */
export const emptyMarket = (instrument: Instrument): Market => ({
  instrument,
  bids: [],
  asks: [],
  bookSeq: 0,
  venueBook: undefined,
  heardAt: undefined,
  last: undefined,
  oracle: undefined,
  mark: undefined,
  markAt: undefined,
  isMarkGiven: false,
  memory: {},
  traded: NOTHING_TRADED,
})

/** Whether orders may meet this book now. */
export const isFresh = ({ heardAt }: Market, now: number): boolean => heardAt !== undefined && now - heardAt <= STALE_AFTER_MS

/** Whether triggers may be judged by this mark now. */
export const isMarkFresh = (market: Market, now: number): boolean =>
  isFresh(market, now) && market.markAt !== undefined && now - market.markAt <= STALE_AFTER_MS

const byPrice = (direction: 1 | -1) => (a: BookLevel, b: BookLevel) => (a[0] === b[0] ? 0 : a[0] < b[0] ? -direction : direction)

/** The whole book again, in any order; levels of size 0 are none. */
export function hearBook(
  market: Market,
  book: { readonly bids: readonly BookLevel[]; readonly asks: readonly BookLevel[]; readonly venue?: VenueBook },
  at: number,
): void {
  market.bids = book.bids.filter(([, size]) => size > 0n).toSorted(byPrice(-1))
  market.asks = book.asks.filter(([, size]) => size > 0n).toSorted(byPrice(1))
  market.bookSeq += 1
  market.venueBook = book.venue
  market.heardAt = at
  market.traded = NOTHING_TRADED
  refreshMark(market, at)
}

/** The newest book, as the evidence of a fill names it. */
export const bookMet = ({ bookSeq, venueBook }: Market): { readonly book: number; readonly venueBook?: VenueBook } => ({
  book: bookSeq,
  ...(venueBook && { venueBook }),
})

/**
 * Middle of the newest book; undefined where one of its sides is empty.
 *
 * @throws never
 */
export function midOf({ bids, asks }: Pick<Market, 'bids' | 'asks'>): Price | undefined {
  const [bid, ask] = [bids[0]?.[0], asks[0]?.[0]]
  return bid === undefined || ask === undefined ? undefined : price((bid + ask) / 2n)
}

/**
 * A trade of others. Until the next book its size is missing from the side that it met, from the best price on to its own; without an
 * aggressor, from the side that its price is on.
 *
 * Source: nautilus, trade seeding
 */
export function hearTrade(market: Market, trade: MarketTrade, at: number): void {
  market.last = trade.price
  market.heardAt = at
  const { traded, bids, asks } = market
  if (trade.aggressor !== 'sell') market.traded = { ...traded, asks: withTrade(traded.asks, asks, trade, 1n) }
  if (trade.aggressor !== 'buy') market.traded = { ...market.traded, bids: withTrade(traded.bids, bids, trade, -1n) }
  refreshMark(market, at)
}

/** `sign` is 1 for the asks, which a trade takes up to its price, and -1 for the bids. */
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

/** A mark of the source; from now on ours is not computed. */
export function hearMark(market: Market, mark: Price, at: number): void {
  market.isMarkGiven = true
  market.mark = mark
  market.markAt = at
}

/** The index price. */
export function hearOracle(market: Market, oracle: Price, at: number): void {
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

/** The side that an order of `side` takes from. */
export const oppositeLevels = (market: Market, side: Side): readonly BookLevel[] => (side === 'buy' ? market.asks : market.bids)
/** The side that an order of `side` rests on. */
export const ownLevels = (market: Market, side: Side): readonly BookLevel[] => (side === 'buy' ? market.bids : market.asks)

const displays = new WeakMap<readonly BookLevel[], ReadonlyMap<Price, Size>>()

/** What one side of a book displays, by price: made once for each book, as every account of the source asks for it. */
export function displayedBy(levels: readonly BookLevel[]): ReadonlyMap<Price, Size> {
  const known = displays.get(levels)
  if (known !== undefined) return known
  const made = new Map(levels)
  displays.set(levels, made)
  return made
}
