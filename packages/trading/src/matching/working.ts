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
  /** What the others have taken of a level that displays so much. */
  readonly takenByOthers: (at: Price, displayed: Size) => Size
  /** Told of what this account takes of a level that displays so much. */
  readonly take: (at: Price, amount: Size, displayed: Size) => void
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
  /** By symbol, then by price. */
  readonly taken: Map<string, Map<Price, Taken>>
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
  const taken = working.taken.get(symbol) ?? new Map<Price, Taken>()
  working.taken.set(symbol, taken)
  const levels = oppositeLevels(market, side)
  for (const [at, amount] of takes) {
    const before = taken.get(at)
    const displayed = displayedBy(levels).get(at) ?? size(0n)
    taken.set(at, { amount: size((before?.amount ?? 0n) + amount), displayed })
    shared?.take(at, amount, displayed)
  }
}

/** Forgets what was taken of levels whose displayed size has changed. */
export function forgetChanged(working: Working, market: Market): void {
  const taken = working.taken.get(market.instrument.symbol)
  if (taken === undefined) return
  const [bids, asks] = [displayedBy(market.bids), displayedBy(market.asks)]
  for (const [at, one] of taken) if ((asks.get(at) ?? bids.get(at)) !== one.displayed) taken.delete(at)
  if (taken.size === 0) working.taken.delete(market.instrument.symbol)
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
    const available = availableAt(working, market, at, displayed) - (shared?.takenByOthers(at, displayed) ?? 0n)
    if (available <= 0n) continue
    const amount = least(available, left)
    takes.push([at, size(amount)])
    left -= amount
  }
  return { takes, filled: size(want - left) }
}

/** What a level still offers; below 0 where more was taken than it shows. */
function availableAt(working: Working, { instrument, traded }: Market, at: Price, displayed: Size): bigint {
  const own = working.taken.get(instrument.symbol)?.get(at)?.amount ?? 0n
  return displayed - own - (traded.get(at) ?? 0n)
}
