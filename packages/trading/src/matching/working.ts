import { least, type Price, type Size, size } from '@aerie/core/numbers/units'
import type { Side } from '../orders/order.ts'
import { type BookLevel, displayedBy, type Market, oppositeLevels } from './market.ts'
import type { QueuePosition } from './queue.ts'

/** Size taken from a level, valid until its displayed size changes. */
type Taken = { readonly amount: Size; readonly displayed: Size }

/** Book shared by leader and copy followers: what one takes is unavailable to the next while the level displays the same size. */
export type SharedBook = {
  /** Size other accounts' `side` orders took from a level with this displayed size. */
  readonly takenByOthers: (side: Side, at: Price, displayed: Size) => Size
  readonly take: (side: Side, at: Price, amount: Size, displayed: Size) => void
}
/** Shared book by market and client id; undefined: not shared. */
export type SharedBookOf = (symbol: string, clientId: string) => SharedBook | undefined

/** Account state beyond its events. Not stored; on restart queues reset to the full displayed size, never in the account's favour. */
export type Working = {
  readonly queuePositions: Map<string, QueuePosition>
  readonly taken: Map<string, Readonly<Record<Side, Map<Price, Taken>>>>
  readonly sharedBook: SharedBookOf
}

const alone: SharedBookOf = () => undefined

/** Empty state. `sharedBook` is queried whenever an order meets the book. */
export const emptyWorking = (sharedBook = alone): Working => ({ queuePositions: new Map(), taken: new Map(), sharedBook })

/** Side, levels and shared book of a take. */
export type Taking = { readonly side: Side; readonly takes: readonly BookLevel[]; readonly shared?: SharedBook | undefined }

/** Records a fill so that the same displayed size never fills twice. */
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

/** Drops takes of levels whose displayed size has changed. */
export function forgetChanged(working: Working, market: Market): void {
  const sides = working.taken.get(market.instrument.symbol)
  if (sides === undefined) return
  for (const side of ['buy', 'sell'] as const) {
    const displayed = displayedBy(oppositeLevels(market, side))
    for (const [at, one] of sides[side]) if (displayed.get(at) !== one.displayed) sides[side].delete(at)
  }
  if (sides.buy.size + sides.sell.size === 0) working.taken.delete(market.instrument.symbol)
}

/** Result of walking a book. */
export type Walk = { readonly takes: readonly BookLevel[]; readonly filled: Size }

/** Limit and size of a walk; `shared`: book shared with others. */
export type Reach = {
  readonly side: Side
  readonly limit: Price | undefined
  readonly want: Size
  readonly shared?: SharedBook | undefined
}

/** Walks a book within the limit up to `want`. A level offers its displayed size minus earlier takes and trades since the book. */
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

/** Size this account and those sharing its book took from a level at its current display. */
export function goneAt(working: Working, { instrument }: Market, { side, at, displayed, shared }: LevelLook): bigint {
  const own = working.taken.get(instrument.symbol)?.[side].get(at)?.amount ?? 0n
  return own + (shared?.takenByOthers(side, at, displayed) ?? 0n)
}
