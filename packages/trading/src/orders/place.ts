import { magnitude, notional, size } from '@aerie/core/numbers/units'
import { checkLeverage } from '../margin/leverage.ts'
import type { Walk } from '../matching/working.ts'
import type { Reason } from '../reasons.ts'
import { activeOrders } from '../state.ts'
import { emit, type Turn } from '../turn.ts'
import { firstRefusal, refusalOf } from './checks.ts'
import { enter, entryRefusal } from './enter.ts'
import { isOverdue, type Order, type OrderRole, type OrderTerms } from './order.ts'
import { isTrigger, walkOf } from './reach.ts'
import { startTrail } from './triggers.ts'

/** Attributes of a new order besides its terms. */
export type NewOrder = { readonly role?: OrderRole; readonly parent?: string; readonly state?: Order['state'] }

/** New order, not yet checked. */
export function newOrder(turn: Turn, terms: OrderTerms, { role = 'order', parent, state = 'open' }: NewOrder = {}): Order {
  const held = turn.state.positions.get(terms.symbol)?.size ?? size(0n)
  return {
    terms,
    role,
    parent,
    state,
    reason: undefined,
    size: terms.size ?? magnitude(held),
    price: terms.price,
    trigger: terms.trigger,
    filled: size(0n),
    paid: notional(0n),
    liveAt: undefined,
    trail: undefined,
    isHeld: false,
    slots: 0,
    createdAt: turn.now,
    updatedAt: turn.now,
  }
}

/** Refuses an order with an event. */
export const reject = (turn: Turn, order: Order, reason: Reason): void =>
  emit(turn, { kind: 'rejected', order: { ...order, state: 'rejected', reason } })

/** Checks an order, accepts it and sends it to the market. */
export function placeOrder(turn: Turn, terms: OrderTerms, extra: NewOrder = {}) {
  const order = newOrder(turn, terms, extra)
  const change = checkLeverage(turn, order)
  const walk = isTrigger(order) ? undefined : walkOf(turn, order)
  const reason = firstRefusal(change.reason, refusalOf(change.turn, order, walk))
  if (reason !== undefined) return reject(turn, order, reason)
  for (const body of change.bodies) emit(turn, body)
  acceptOrder(turn, order, walk)
}

/** Accepts a checked order; `walk`: what it takes now, if known. */
export function acceptOrder(turn: Turn, order: Order, walk?: Walk) {
  const { clientId } = order.terms
  const { latencyMs } = turn.rules
  if (isOverdue(order, turn.now)) return acceptOverdue(turn, order)
  if (isTrigger(order)) return acceptTrigger(turn, order)
  if (latencyMs > 0) return emit(turn, { kind: 'accepted', order: { ...order, state: 'pending', liveAt: turn.now + latencyMs } })
  emit(turn, { kind: 'accepted', order })
  enter(turn, clientId, walk)
}

function acceptTrigger(turn: Turn, order: Order): void {
  const { latencyMs } = turn.rules
  const liveAt = latencyMs > 0 ? turn.now + latencyMs : undefined
  const waiting: Order = { ...order, state: 'untriggered', liveAt }
  emit(turn, { kind: 'accepted', order: waiting })
  startTrail(turn, waiting)
}

/** An expired good-till-date order is accepted and ends at once without trading. */
function acceptOverdue(turn: Turn, order: Order): void {
  emit(turn, { kind: 'accepted', order })
  emit(turn, { kind: 'ended', clientId: order.terms.clientId, state: 'expired', reason: undefined })
}

/** Matches orders whose latency has passed against the current book. */
export function admitPending(turn: Turn, symbol: string): void {
  for (const { terms } of activeOrders(turn.state, symbol)) {
    const order = turn.state.orders.get(terms.clientId)
    if (order?.state !== 'pending' || order.liveAt === undefined || order.liveAt > turn.now) continue
    const reason = entryRefusal(turn, order)
    if (reason === undefined) enter(turn, terms.clientId)
    else emit(turn, { kind: 'ended', clientId: terms.clientId, state: order.filled > 0n ? 'canceled' : 'rejected', reason })
  }
}
