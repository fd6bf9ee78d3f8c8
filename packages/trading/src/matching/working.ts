import { least, type Price, type Size, size } from '@aerie/core/numbers/units'
import type { Side } from '../orders/order.ts'
import { type BookLevel, displayedBy, type Market, oppositeLevels } from './market.ts'
import type { QueuePlace } from './queue.ts'

/** What this account took of one level, and what the level displayed then: it counts until the display changes. */
type Taken = { readonly amount: Size; readonly displayed: Size }

/**
 * A book that several accounts take from as one: leader and followers of copied trades. What one of them has taken is not there for the
 * next, as long as the level displays the same.
 */
export type SharedBook = {
  /** What orders of `side` of the others have taken of a level that displays so much. */
  readonly takenByOthers: (side: Side, at: Price, displayed: Size) => Size
  /** Called with what an order of `side` of this account takes of a level that displays so much. */
  readonly take: (side: Side, at: Price, amount: Size, displayed: Size) => void
}
/** The book that an order shares, by its market and client id; undefined: its account is alone with what is displayed. */
export type SharedBookOf = (symbol: string, clientId: string) => SharedBook | undefined

/**
 * What an account knows of the books beyond its events: its places in the queues and what it took of the levels. It is not stored;
 * after a restart each place is set to the whole displayed size, which is worse for the account, never better.
 */
export type Working = {
  /** Places in the queues of resting orders, by client id. */
  readonly places: Map<string, QueuePlace>
  /** By symbol, by the side of the order that took, by price. */
  readonly taken: Map<string, Readonly<Record<Side, Map<Price, Taken>>>>
  readonly sharedBook: SharedBookOf
}

const alone: SharedBookOf = () => undefined

/** Nothing known. @param sharedBook asked at each look of an order at the book */
export const emptyWorking = (sharedBook = alone): Working => ({ places: new Map(), taken: new Map(), sharedBook })

/** What took from a book: its side, its levels, and the book that it shares. */
export type Taking = { readonly side: Side; readonly takes: readonly BookLevel[]; readonly shared?: SharedBook | undefined }

/** Remembers what a fill took, so that the same displayed size never fills twice. */
export function rememberTaken(working: Working, market: Market, { side, takes, shared }: Taking): void {
  const { symbol } = market.instrument
  const sides = working.taken.get(symbol) ?? { buy: new Map(), sell: new Map() }
  working.taken.set(symbol, sides)
  const taken = sides[side]
  const levels = oppositeLevels(market, side)
  for (const [at, amount] of takes) {
    const before = taken.get(at)
    const displayed = displayedBy(levels).get(at) ?? size(0n)
    taken.set(at, { amount: size((before?.amount ?? 0n) + amount), displayed })
    shared?.take(side, at, amount, displayed)
  }
}

/** Forgets what was taken of levels whose displayed size has changed. */
export function forgetChanged(working: Working, market: Market): void {
  const sides = working.taken.get(market.instrument.symbol)
  if (sides === undefined) return
  for (const side of ['buy', 'sell'] as const) {
    const displayed = displayedBy(oppositeLevels(market, side))
    for (const [at, one] of sides[side]) if (displayed.get(at) !== one.displayed) sides[side].delete(at)
  }
  if (sides.buy.size + sides.sell.size === 0) working.taken.delete(market.instrument.symbol)
}

/** What a walk takes. */
export type Walk = { readonly takes: readonly BookLevel[]; readonly filled: Size }

/** How far an order may walk: to its limit, and for so much; `shared` is the book that it shares with others. */
export type Reach = {
  readonly side: Side
  readonly limit: Price | undefined
  readonly want: Size
  readonly shared?: SharedBook | undefined
}

/**
 * Walks a book from its best price on, inside the limit, until `want` is filled or nothing is left. A level offers what it displays,
 * less what the account took of it before, what those it shares the book with took, and what trades since the newest book have taken;
 * beyond what is displayed there is nothing.
 */
export function walkBook(working: Working, market: Market, { side, limit, want, shared }: Reach): Walk {
  const takes: BookLevel[] = []
  let left: bigint = want
  for (const [at, displayed] of oppositeLevels(market, side)) {
    if (left === 0n || (limit !== undefined && (side === 'buy' ? at > limit : at < limit))) break
    const trades = (side === 'buy' ? market.traded.asks : market.traded.bids).get(at) ?? 0n
    const available = displayed - trades - goneAt(working, market, { side, at, displayed, shared })
    if (available <= 0n) continue
    const amount = least(available, left)
    takes.push([at, size(amount)])
    left -= amount
  }
  return { takes, filled: size(want - left) }
}

type LevelLook = {
  readonly side: Side
  readonly at: Price
  readonly displayed: Size
  readonly shared?: SharedBook | undefined
}

/** What the account, and those that it shares the book with, have taken of a level since it displays the same. */
export function goneAt(working: Working, { instrument }: Market, { side, at, displayed, shared }: LevelLook): bigint {
  const own = working.taken.get(instrument.symbol)?.[side].get(at)?.amount ?? 0n
  return own + (shared?.takenByOthers(side, at, displayed) ?? 0n)
}
