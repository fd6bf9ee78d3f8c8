import { type Price, type Size, size } from '@aerie/core/numbers/units'
import { hasMargin } from '../margin/margin-check.ts'
import { execute } from '../matching/fills.ts'
import { type BookLevel, bookMet, displayedBy, type Market, midOf, oppositeLevels, ownLevels } from '../matching/market.ts'
import { positionAtEnd } from '../matching/queue.ts'
import { goneAt, rememberTaken, type Walk } from '../matching/working.ts'
import type { Reason } from '../reasons.ts'
import { activeOrders } from '../state.ts'
import { emit, marketOf, type Turn } from '../turn.ts'
import { end } from './bracket.ts'
import { isResting, leavesOf, type Order, otherSide, signOf } from './order.ts'
import { limitOf, tradableSize, walkOf } from './reach.ts'

const isImmediate = (order: Order): boolean =>
  order.price === undefined || order.terms.timeInForce === 'ioc' || order.terms.timeInForce === 'fok'

/** Reason an order cannot enter the current market; `walk`: what it would take. */
export function entryRefusal(turn: Turn, order: Order, walk: Walk = walkOf(turn, order)): Reason | undefined {
  if (order.terms.isReduceOnly && tradableSize(turn, order) === 0n) return 'reduceOnlyRejected'
  const { filled } = walk
  if (order.terms.isPostOnly && filled > 0n) return 'badAloPxRejected'
  if (order.price === undefined && filled === 0n) return 'marketOrderNoLiquidityRejected'
  if (order.terms.timeInForce === 'ioc' && filled === 0n) return 'iocCancelRejected'
  if (order.terms.timeInForce === 'fok' && filled < leavesOf(order)) return 'iocCancelRejected'
  return hasMargin(turn, order, walk) ? undefined : 'perpMarginRejected'
}

/** Takes within the limit, then rests or ends; own orders in its way are canceled. `walk`: an earlier walk, to avoid repeating it. */
export function enter(turn: Turn, clientId: string, walk?: Walk): void {
  const order = turn.state.orders.get(clientId)
  if (order === undefined) return
  const found = walk ?? walkOf(turn, order)
  if ((turn.state.active.get(order.terms.symbol)?.size ?? 0) > 1) endOwnWithin(turn, order, found, tradableSize(turn, order))
  if (found.filled > 0n) take(turn, order, found.takes)
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

const arrivalAt = (order: Order, market: Market): Price | undefined => (order.arrivalMid === undefined ? midOf(market) : undefined)

/** Self-trade prevention: cancels own orders met before `walk`; on the last level only once the queue ahead of them is used up. */
export function endOwnWithin(turn: Turn, order: Order, { takes, filled }: Walk, want: Size): void {
  const { side, symbol } = order.terms
  const last = filled === want ? takes.at(-1) : undefined
  const reach = filled === want ? last?.[0] : limitOf(turn, order)
  if (reach === undefined) return
  for (const own of activeOrders(turn.state, symbol)) {
    if (own.terms.side !== otherSide(side) || !isResting(own) || own.price === undefined) continue
    const beyond = signOf(side) * (reach - own.price)
    if (beyond > 0n || (beyond === 0n && (last === undefined || last[1] > aheadOf(turn, own, order)))) end(turn, own, 'selfTradeCanceled')
  }
}

/** Queue ahead of an own resting order for `taker`, minus what was taken from the level. */
function aheadOf(turn: Turn, own: Order, { terms: { symbol, side, clientId } }: Order): bigint {
  const place = turn.working.queuePositions.get(own.terms.clientId)
  if (place === undefined || own.price === undefined) return 0n
  const market = marketOf(turn, symbol)
  const displayed = displayedBy(oppositeLevels(market, side)).get(own.price) ?? size(0n)
  const shared = turn.working.sharedBook(symbol, clientId)
  return place.ahead - goneAt(turn.working, market, { side, at: own.price, displayed, shared })
}

/** Places an order at the end of its level. */
export function rest(turn: Turn, order: Order): void {
  const { symbol, side, clientId } = order.terms
  const market = marketOf(turn, symbol)
  const levels = ownLevels(market, side)
  const arrivalMid = arrivalAt(order, market)
  const queueAhead = levels.find(([at]) => at === order.price)?.[1] ?? size(0n)
  turn.working.queuePositions.set(clientId, positionAtEnd(queueAhead, turn.now))
  emit(turn, {
    kind: 'rested',
    clientId,
    state: order.filled > 0n ? 'partiallyFilled' : 'open',
    queueAhead,
    ...(arrivalMid !== undefined && { arrivalMid }),
  })
}
