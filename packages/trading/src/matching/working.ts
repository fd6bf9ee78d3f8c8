import { least, type Price, type Size, size } from '@aerie/core/numbers/units'
import type { Side } from '../orders/order.ts'
import { type BookLevel, type Market, oppositeLevels } from './market.ts'
import type { QueuePlace } from './queue.ts'

/** What this account took of one level, and what the level displayed then: it counts until the display changes. */
type Taken = { readonly amount: Size; readonly displayed: Size }

/**
 * What an account knows of the books beyond its events: its places in the queues and what it took of the levels. It is not stored;
 * after a restart each place is set to the whole displayed size, which is worse for the account, never better.
 */
export type Working = {
  /** Places in the queues of resting orders, by client id. */
  readonly places: Map<string, QueuePlace>
  /** By symbol, then by price. */
  readonly taken: Map<string, Map<Price, Taken>>
  /** While a copied order is decided: what the leader and other followers of the same signal have taken of its market, by price. */
  others?: ReadonlyMap<Price, Size> | undefined
}

/** Nothing known. */
export const emptyWorking = (): Working => ({ places: new Map(), taken: new Map() })

/** Remembers what a fill took, so that the same displayed size never fills twice. */
export function rememberTaken(working: Working, market: Market, side: Side, takes: readonly BookLevel[]): void {
  const { symbol } = market.instrument
  const taken = working.taken.get(symbol) ?? new Map<Price, Taken>()
  working.taken.set(symbol, taken)
  const levels = oppositeLevels(market, side)
  for (const [at, amount] of takes) {
    const before = taken.get(at)
    taken.set(at, { amount: size((before?.amount ?? 0n) + amount), displayed: displayedAt(levels, at) })
  }
}

function displayedAt(levels: readonly BookLevel[], price: Price): Size {
  for (const [at, displayed] of levels) if (at === price) return displayed
  return size(0n)
}

/** Forgets what was taken of levels whose displayed size has changed. */
export function forgetChanged(working: Working, market: Market): void {
  const taken = working.taken.get(market.instrument.symbol)
  if (taken === undefined) return
  const displayed = new Map([...market.bids, ...market.asks])
  for (const [at, one] of taken) if (displayed.get(at) !== one.displayed) taken.delete(at)
  if (taken.size === 0) working.taken.delete(market.instrument.symbol)
}

/** What a walk takes. */
export type Walk = { readonly takes: readonly BookLevel[]; readonly filled: Size }

/** How far an order may walk: to its limit, and for so much. */
export type Reach = { readonly side: Side; readonly limit: Price | undefined; readonly want: Size }

/**
 * Walks a book from its best price on, inside the limit, until `want` is filled or nothing is left. A level offers what it displays,
 * less what the account took of it before, what others of the same copied signal took, and what trades since the newest book have taken;
 * beyond what is displayed there is nothing.
 */
export function walkBook(working: Working, market: Market, { side, limit, want }: Reach): Walk {
  const takes: BookLevel[] = []
  let left: bigint = want
  for (const [at, displayed] of oppositeLevels(market, side)) {
    if (left === 0n || (limit !== undefined && (side === 'buy' ? at > limit : at < limit))) break
    const available = availableAt(working, market, at, displayed)
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
  return displayed - own - (working.others?.get(at) ?? 0n) - (traded.get(at) ?? 0n)
}
