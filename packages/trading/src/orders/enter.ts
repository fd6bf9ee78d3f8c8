import { type Price, type Size, size } from '@aerie/core/numbers/units'
import { hasMargin } from '../margin/margin-check.ts'
import { execute } from '../matching/fills.ts'
import { type BookLevel, bookMet, type Market, midOf, ownLevels } from '../matching/market.ts'
import { placeAtEnd } from '../matching/queue.ts'
import { rememberTaken, type Walk } from '../matching/working.ts'
import type { Reason } from '../reasons.ts'
import { activeOrders } from '../state.ts'
import { emit, marketOf, type Turn } from '../turn.ts'
import { end } from './bracket.ts'
import { isResting, leavesOf, type Order, otherSide } from './order.ts'
import { limitOf, tradableSize, walkOf } from './reach.ts'

/** Whether an order takes what it gets at once and never rests. */
const isImmediate = (order: Order): boolean =>
  order.price === undefined || order.terms.timeInForce === 'ioc' || order.terms.timeInForce === 'fok'

/** Why an order cannot enter the market as it is now, if so; `walk` is what it would take. */
export function entryRefusal(turn: Turn, order: Order, walk: Walk = walkOf(turn, order)): Reason | undefined {
  if (order.terms.isReduceOnly && tradableSize(turn, order) === 0n) return 'reduceOnlyRejected'
  const { filled } = walk
  if (order.terms.isPostOnly && filled > 0n) return 'badAloPxRejected'
  if (order.price === undefined && filled === 0n) return 'marketOrderNoLiquidityRejected'
  if (order.terms.timeInForce === 'ioc' && filled === 0n) return 'iocCancelRejected'
  if (order.terms.timeInForce === 'fok' && filled < leavesOf(order)) return 'iocCancelRejected'
  return hasMargin(turn, order, walk) ? undefined : 'perpMarginRejected'
}

/**
 * An order meets the book: it takes what is inside its limit, then rests or ends. Resting orders of the account in its way end.
 *
 * @param walk what it takes, where the caller has just walked the book for it: that half of the work is not done twice
 */
export function enter(turn: Turn, clientId: string, walk?: Walk): void {
  if (hasOthers(turn, clientId)) clearOwnOrders(turn, clientId)
  const order = turn.state.orders.get(clientId)
  if (order === undefined) return
  const { takes, filled } = walk ?? walkOf(turn, order)
  if (filled > 0n) take(turn, order, takes)
  const after = turn.state.orders.get(clientId)
  if (after === undefined || (after.state !== 'pending' && after.state !== 'open' && after.state !== 'partiallyFilled')) return
  if (isImmediate(after)) end(turn, after, after.price === undefined ? 'marketOrderNoLiquidityRejected' : 'iocCancelRejected')
  else rest(turn, after)
}

function take(turn: Turn, order: Order, takes: readonly BookLevel[]): void {
  const { symbol, side, clientId } = order.terms
  const market = marketOf(turn, symbol)
  rememberTaken(turn.working, market, { side, takes, shared: turn.working.sharedBook(symbol, clientId) })
  execute(turn, order, { takes, liquidity: 'taker', evidence: { ...bookMet(market), levels: takes }, arrivalMid: arrivalAt(order, market) })
}

/** Only what arrives for the first time. */
const arrivalAt = (order: Order, market: Market): Price | undefined => (order.arrivalMid === undefined ? midOf(market) : undefined)

/** Whether the account has other orders in the market of this one: a look at two sizes instead of a walk of the book. */
function hasOthers(turn: Turn, clientId: string): boolean {
  const symbol = turn.state.orders.get(clientId)?.terms.symbol
  return symbol !== undefined && (turn.state.active.get(symbol)?.size ?? 0) > 1
}

function clearOwnOrders(turn: Turn, clientId: string): void {
  const order = turn.state.orders.get(clientId)
  if (order !== undefined) endOwnWithin(turn, order, walkOf(turn, order), leavesOf(order))
}

/** The account never trades with itself: its resting orders that one reaches, which takes `walk` of the `want`, end first. */
export function endOwnWithin(turn: Turn, order: Order, { takes, filled }: Walk, want: Size): void {
  const { side, symbol } = order.terms
  const reach = filled === want ? takes.at(-1)?.[0] : limitOf(turn, order)
  if (reach === undefined) return
  for (const own of activeOrders(turn.state, symbol)) {
    if (own.terms.side !== otherSide(side) || !isResting(own) || own.price === undefined) continue
    if (side === 'buy' ? own.price <= reach : own.price >= reach) end(turn, own, 'selfTradeCanceled')
  }
}

/** An order takes its place at the end of its level. */
export function rest(turn: Turn, order: Order): void {
  const { symbol, side, clientId } = order.terms
  const market = marketOf(turn, symbol)
  const levels = ownLevels(market, side)
  const arrivalMid = arrivalAt(order, market)
  const queueAhead = levels.find(([at]) => at === order.price)?.[1] ?? size(0n)
  turn.working.places.set(clientId, placeAtEnd(queueAhead, turn.now))
  emit(turn, {
    kind: 'rested',
    clientId,
    state: order.filled > 0n ? 'partiallyFilled' : 'open',
    queueAhead,
    ...(arrivalMid !== undefined && { arrivalMid }),
  })
}
