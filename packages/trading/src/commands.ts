import { FRACTION_ONE, type Fraction, fraction, type MicroUsdc, magnitude, type Price, type Size, size } from '@aerie/core/numbers/units'
import type { CancelPlan } from './events.ts'
import { moveMargin, setLeverage } from './margin/leverage.ts'
import { leverageOf } from './margin/margin.ts'
import { isLeverageAllowed } from './margin/margin-check.ts'
import { end } from './orders/bracket.ts'
import { firstRefusal, instrumentRefusal, refusalOf } from './orders/checks.ts'
import { enter, entryRefusal } from './orders/enter.ts'
import { isEnded, isResting, type MarginMode, type Order, type OrderTerms, plainTerms } from './orders/order.ts'
import { acceptOrder, newOrder, placeOrder, reject } from './orders/place.ts'
import { isWaiting, walkOf } from './orders/reach.ts'
import { placeScale, placeTwap } from './orders/schedule.ts'
import type { Reason } from './reasons.ts'
import { activeOrders, activeSymbols, sizeWithoutStop } from './state.ts'
import { emit, marketOf, type Turn } from './turn.ts'

/** Changes to an order; absent fields stay unchanged. */
export type Modification = {
  readonly clientId: string
  readonly size: Size | undefined
  readonly price: Price | undefined
  readonly trigger: Price | undefined
}

/** Closes part of a position; `clientId` is the id of the closing order. */
export type CloseTerms = { readonly symbol: string; readonly fraction: Fraction; readonly clientId: string }

/** User commands of an account. */
export type Command =
  | { readonly kind: 'order'; readonly terms: OrderTerms }
  | { readonly kind: 'cancel'; readonly clientId: string }
  | { readonly kind: 'cancelAll'; readonly symbol: string | undefined }
  | ({ readonly kind: 'modify' } & Modification)
  | ({ readonly kind: 'close' } & CloseTerms)
  | { readonly kind: 'reverse'; readonly symbol: string; readonly clientId: string }
  | { readonly kind: 'rearm'; readonly symbol: string; readonly clientId: string }
  | { readonly kind: 'leverage'; readonly symbol: string; readonly leverage: bigint; readonly mode: MarginMode }
  | { readonly kind: 'margin'; readonly symbol: string; readonly amount: MicroUsdc }
  | { readonly kind: 'scheduleCancel'; readonly plan: CancelPlan | null }
  | { readonly kind: 'flatten' }

/** Executes a command; the outcome, including refusals, is in the turn's events. */
export function decideCommand(turn: Turn, command: Command) {
  switch (command.kind) {
    case 'order':
      return decideOrder(turn, command.terms)
    case 'cancel':
      return cancelOrder(turn, command.clientId)
    case 'cancelAll':
      return cancelAll(turn, command.symbol)
    case 'modify':
      return modifyOrder(turn, command)
    case 'close':
      return closePosition(turn, command)
    case 'reverse':
      return reversePosition(turn, command)
    case 'rearm':
      return rearmStop(turn, command)
    case 'leverage':
      return refuse(turn, command.symbol, setLeverage(turn, command.symbol, command))
    case 'margin':
      return refuse(turn, command.symbol, moveMargin(turn, command.symbol, command.amount))
    case 'scheduleCancel':
      return scheduleCancel(turn, command.plan)
    case 'flatten':
      return flatten(turn)
  }
}

const refuse = (turn: Turn, clientId: string, reason: Reason | undefined): void => {
  if (reason !== undefined) emit(turn, { kind: 'refused', clientId, reason })
}

/** A client id permanently identifies one order: the caller answers repeats with the first result. */
function decideOrder(turn: Turn, terms: OrderTerms) {
  if (turn.state.orders.has(terms.clientId)) return refuse(turn, terms.clientId, 'duplicateClientId')
  if (terms.type === 'scale') return placeScale(turn, terms)
  if (terms.type === 'twap') return placeTwap(turn, terms)
  placeOrder(turn, terms)
}

function cancelOrder(turn: Turn, clientId: string) {
  const order = turn.state.orders.get(clientId)
  if (order === undefined) return refuse(turn, clientId, 'unknownOrder')
  if (isEnded(order)) return refuse(turn, clientId, order.state === 'filled' ? 'alreadyFilled' : 'alreadyCanceled')
  if (order.terms.type === 'scale') {
    for (const leg of activeOrders(turn.state, order.terms.symbol)) if (leg.parent === clientId) end(turn, leg, undefined)
  }
  end(turn, order, undefined)
}

function cancelAll(turn: Turn, symbol: string | undefined): void {
  for (const one of symbol === undefined ? activeSymbols(turn.state) : [symbol]) {
    for (const order of activeOrders(turn.state, one)) end(turn, order, undefined)
  }
}

const withWanted = (order: Order, wanted: Omit<Modification, 'clientId'>): Order => ({
  ...order,
  size: wanted.size ?? order.size,
  price: wanted.price ?? order.price,
  trigger: wanted.trigger ?? order.trigger,
})

/** A smaller size at the same price keeps the queue position; any other change loses it. A refused change has no effect. */
function modifyOrder(turn: Turn, { clientId, ...wanted }: Modification) {
  const order = turn.state.orders.get(clientId)
  if (order === undefined) return refuse(turn, clientId, 'unknownOrder')
  if (isEnded(order)) return refuse(turn, clientId, order.state === 'filled' ? 'alreadyFilled' : 'alreadyCanceled')
  const changed = withWanted(order, wanted)
  if (changed.size > 0n && changed.size <= order.filled) return refuse(turn, clientId, 'alreadyFilled')
  const keepsPlace = changed.price === order.price && changed.trigger === order.trigger && changed.size <= order.size
  const reason = modifyRefusal(turn, order, changed, keepsPlace)
  if (reason !== undefined) return refuse(turn, clientId, reason)
  if (isResting(order) && !keepsPlace && order.price !== undefined) placeAgain(turn, changed)
  else emitModified(turn, changed, { keepsPlace })
}

const emitModified = (turn: Turn, { terms, size: amount, price, trigger }: Order, how: { keepsPlace: boolean; liveAt?: number }): void =>
  emit(turn, { kind: 'modified', clientId: terms.clientId, size: amount, price, trigger, ...how })

/** Re-enters an order that lost its place, at the end of its level; a taking order first waits for the latency. */
function placeAgain(turn: Turn, changed: Order): void {
  const { clientId } = changed.terms
  const { latencyMs } = turn.rules
  const isLate = latencyMs > 0 && walkOf(turn, changed).filled > 0n
  turn.working.queuePositions.delete(clientId)
  emitModified(turn, changed, { keepsPlace: false, ...(isLate && { liveAt: turn.now + latencyMs }) })
  if (!isLate) enter(turn, clientId)
}

function modifyRefusal(turn: Turn, order: Order, changed: Order, keepsPlace: boolean): Reason | undefined {
  const { symbol, type } = order.terms
  // The legs of a scaled order are modified individually.
  if ((order.price === undefined && changed.price !== undefined) || type === 'scale') return 'tickRejected'
  if (changed.trigger !== order.trigger && !hasOwnTrigger(turn, order)) return 'badTriggerPxRejected'
  if (keepsPlace) return instrumentRefusal(marketOf(turn, symbol), changed)
  const reason = refusalOf(turn, changed) ?? (isWaiting(turn, order) || type === 'twap' ? undefined : entryRefusal(turn, changed))
  const isTooLarge = !isLeverageAllowed(turn, changed, leverageOf(turn.state, symbol))
  return firstRefusal(isTooLarge ? 'perpMaxPositionRejected' : undefined, reason)
}

const hasOwnTrigger = (turn: Turn, order: Order): boolean => order.terms.type !== 'trailing_stop' && isWaiting(turn, order)

function closePosition(turn: Turn, { symbol, fraction, clientId }: CloseTerms) {
  if (turn.state.orders.has(clientId)) return refuse(turn, clientId, 'duplicateClientId')
  const position = turn.state.positions.get(symbol)
  if (position === undefined) return refuse(turn, clientId, 'noPosition')
  const { lot } = marketOf(turn, symbol).instrument
  const whole = magnitude<bigint>(position.size)
  const part = fraction >= FRACTION_ONE ? whole : ((whole * fraction) / FRACTION_ONE / lot) * lot
  placeOrder(turn, { ...plainTerms({ clientId, symbol, side: position.size > 0n ? 'sell' : 'buy', size: size(part) }), isReduceOnly: true })
}

/** Closes, then opens the same size on the other side. If the second leg is refused, the close remains and the refusal is reported. */
function reversePosition(turn: Turn, { symbol, clientId }: { readonly symbol: string; readonly clientId: string }) {
  const position = turn.state.positions.get(symbol)
  if (position === undefined) return refuse(turn, clientId, 'noPosition')
  if (turn.state.orders.has(clientId)) return refuse(turn, clientId, 'duplicateClientId')
  const side = position.size > 0n ? 'sell' : 'buy'
  const amount = size(magnitude<bigint>(position.size))
  placeOrder(turn, { ...plainTerms({ clientId, symbol, side, size: amount }), isReduceOnly: true })
  const { leverage, mode: margin } = position
  placeOrder(turn, { ...plainTerms({ clientId: `${clientId}:open`, symbol, side, size: amount }), leverage, margin })
}

/**
 * Places the stop that left the position unprotected again, for what has no stop now. Its trigger was passed, so it is not refused for
 * that: it triggers at the next mark beyond it.
 */
function rearmStop(turn: Turn, { symbol, clientId }: { readonly symbol: string; readonly clientId: string }) {
  if (turn.state.orders.has(clientId)) return refuse(turn, clientId, 'duplicateClientId')
  if (!turn.state.positions.has(symbol)) return refuse(turn, clientId, 'noPosition')
  const stop = turn.state.unprotected.get(symbol)
  if (stop === undefined) return refuse(turn, clientId, 'alreadyProtected')
  const { decisionMid: _mid, decision: _decision, ...terms } = stop.terms
  const order = newOrder(turn, {
    ...terms,
    clientId,
    price: stop.price,
    trigger: stop.trigger,
    size: sizeWithoutStop(turn.state, symbol),
    decisionMid: undefined,
    leverage: undefined,
    margin: undefined,
  })
  const reason = refusalOf(turn, { ...order, trigger: undefined })
  if (reason === undefined) acceptOrder(turn, order)
  else reject(turn, order, reason)
}

/** Kill switch: cancels all orders, then closes all positions; closes in stale markets are refused and reported. */
function flatten(turn: Turn): void {
  cancelAll(turn, undefined)
  for (const symbol of Array.from(turn.state.positions.keys())) {
    closePosition(turn, { symbol, fraction: fraction(FRACTION_ONE), clientId: `flatten:${symbol}:${turn.state.seq + 1}` })
  }
}

/** Starts or renews the dead-man switch; null turns it off. */
function scheduleCancel(turn: Turn, plan: CancelPlan | null): void {
  if (plan === null && turn.state.scheduled === null) return
  emit(turn, { kind: 'cancelScheduled', schedule: plan && { ...plan, at: turn.now + plan.afterMs } })
}

/** Cancels the account's orders if the switch was not renewed in time, then turns it off. Source: Hyperliquid, scheduleCancel. */
export function fireScheduledCancel(turn: Turn): void {
  const { scheduled } = turn.state
  if (scheduled === null || turn.now < scheduled.at) return
  emit(turn, { kind: 'scheduledCancelFired', due: scheduled.at })
  for (const symbol of activeSymbols(turn.state)) {
    for (const order of activeOrders(turn.state, symbol)) {
      if (!scheduled.keepsReduceOnly || !order.terms.isReduceOnly) end(turn, order, 'scheduledCancel')
    }
  }
}
