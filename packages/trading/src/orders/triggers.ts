import { FRACTION_ONE, floorDiv, type Price, price } from '@aerie/core/numbers/units'
import { isFresh, isMarkFresh, type Market } from '../matching/market.ts'
import { activeOrders } from '../state.ts'
import { emit, type Turn } from '../turn.ts'
import { end } from './bracket.ts'
import { enter, entryRefusal } from './enter.ts'
import { ORDER_TYPES, type Order, signOf, type Trail } from './order.ts'
import { tradableSize } from './reach.ts'

/** Price that activates an order. */
export const sourcePrice = (market: Market, order: Order): Price | undefined =>
  order.terms.triggerBy === 'last' ? market.last : market.mark

/** 1: triggers at or above; -1: at or below. Stops trigger on their own side, take-profits on the other. */
export const directionOf = ({ terms: { type, side } }: Order): bigint =>
  ORDER_TYPES[type].trigger === 'profit' ? -signOf(side) : signOf(side)

/** Whether `at` activates a trigger. */
export const isPassed = (order: Order, trigger: Price, at: Price): boolean => directionOf(order) * (at - trigger) >= 0n

/** Evaluates all waiting triggers of a market. In a stale market they are held; missed prices are not reconstructed. */
export function evaluateTriggers(turn: Turn, symbol: string): void {
  for (const { terms } of activeOrders(turn.state, symbol)) {
    const order = turn.state.orders.get(terms.clientId)
    if (order?.state !== 'untriggered' || isOnItsWay(turn, order)) continue
    const at = judgedBy(turn, order)
    const isJudged = at !== undefined
    if (order.isHeld === isJudged) emit(turn, { kind: 'held', clientId: terms.clientId, isHeld: !isJudged })
    if (isJudged) judge(turn, terms.clientId, at)
  }
}

/** Marks triggers of a market as held once it becomes stale. */
export function holdTriggers(turn: Turn, symbol: string): void {
  for (const order of activeOrders(turn.state, symbol)) {
    if (order.state !== 'untriggered' || order.isHeld || isOnItsWay(turn, order) || judgedBy(turn, order) !== undefined) continue
    emit(turn, { kind: 'held', clientId: order.terms.clientId, isHeld: true })
  }
}

/** Triggers, too, reach the venue only after the latency. */
const isOnItsWay = ({ now }: Turn, { liveAt }: Order): boolean => liveAt !== undefined && now < liveAt

function judgedBy({ now, markets }: Turn, order: Order): Price | undefined {
  const market = markets.get(order.terms.symbol)
  if (market === undefined) return undefined
  const isJudged = order.terms.triggerBy === 'last' ? isFresh(market, now) : isMarkFresh(market, now)
  return isJudged ? sourcePrice(market, order) : undefined
}

/** A trailing stop without activation starts at the market price on placement. */
export function startTrail(turn: Turn, order: Order): void {
  const at = order.terms.type === 'trailing_stop' ? judgedBy(turn, order) : undefined
  if (at !== undefined) ratchet(turn, order, at)
}

function judge(turn: Turn, clientId: string, at: Price): void {
  const before = turn.state.orders.get(clientId)
  if (before?.terms.type === 'trailing_stop') ratchet(turn, before, at)
  const order = turn.state.orders.get(clientId)
  const trigger = order?.terms.type === 'trailing_stop' ? order.trail?.stop : order?.trigger
  if (order === undefined || trigger === undefined || !isPassed(order, trigger, at)) return
  emit(turn, { kind: 'triggered', clientId, at })
  send(turn, clientId)
}

/** A triggered order meets the book immediately: it was already at the venue. */
function send(turn: Turn, clientId: string) {
  const order = turn.state.orders.get(clientId)
  if (order === undefined) return
  if (order.terms.isReduceOnly && tradableSize(turn, order) === 0n) return end(turn, order, 'reduceOnlyCanceled')
  const refusal = entryRefusal(turn, order)
  if (refusal === undefined) enter(turn, clientId)
  else end(turn, order, refusal === 'perpMarginRejected' ? 'marginCanceled' : refusal)
}

/** Moves a trailing stop after activation, never back. */
function ratchet(turn: Turn, order: Order, at: Price): void {
  const { activation, clientId } = order.terms
  if (order.trail === undefined && activation !== undefined && signOf(order.terms.side) * (at - activation) > 0n) return
  const isBetter = order.trail === undefined || signOf(order.terms.side) * (at - order.trail.extreme) < 0n
  if (isBetter) emit(turn, { kind: 'trailed', clientId, trail: trailAt(order, at) })
}

/** Stop that trails `extreme` by the callback. */
export function trailAt({ terms }: Order, extreme: Price): Trail {
  const sign = signOf(terms.side)
  const stop =
    terms.callbackAbs === undefined
      ? floorDiv(extreme * (FRACTION_ONE + sign * (terms.callback ?? 0n)), FRACTION_ONE)
      : extreme + sign * terms.callbackAbs
  return { extreme, stop: price(stop) }
}
