import { least, magnitude, notional, type Size, size } from '@aerie/core/numbers/units'
import type { Reason } from '../reasons.ts'
import { activeOrders } from '../state.ts'
import { emit, type Turn } from '../turn.ts'
import { type ExitTerms, isEnded, type Order, type OrderTerms, otherSide, signOf } from './order.ts'

const EXITS = [
  { role: 'take_profit', suffix: 'tp', termsOf: (terms: OrderTerms) => terms.takeProfit },
  { role: 'stop_loss', suffix: 'sl', termsOf: (terms: OrderTerms) => terms.stopLoss },
] as const

/** Client ids of a bracket's exits. */
export const exitIds = (clientId: string): string[] => EXITS.map(({ suffix }) => `${clientId}:${suffix}`)

/**
 * What a fill means for other orders: the exits of a bracket arm for the part that was filled and grow with it, exits of one bracket
 * shrink together, orders that follow the position get its size, and what has nothing left to reduce ends.
 */
export function followFill(turn: Turn, clientId: string): void {
  const order = turn.state.orders.get(clientId)
  if (order === undefined) return
  if (order.role !== 'take_profit' && order.role !== 'stop_loss') growExits(turn, order)
  else if (order.parent !== undefined) shrinkExits(turn, order.parent)
  followPosition(turn, order.terms.symbol)
}

function growExits(turn: Turn, parent: Order): void {
  for (const { role, suffix, termsOf } of EXITS) {
    const exit = termsOf(parent.terms)
    if (exit === undefined) continue
    const clientId = `${parent.terms.clientId}:${suffix}`
    const child = turn.state.orders.get(clientId)
    if (child === undefined) emit(turn, { kind: 'accepted', order: exitOrder(turn, parent, { role, clientId, exit }) })
    else resize(turn, child, targetSize(turn, parent, child, exit))
  }
}

type NewExit = { readonly role: 'take_profit' | 'stop_loss'; readonly clientId: string; readonly exit: ExitTerms }

function exitOrder({ now }: Turn, parent: Order, { role, clientId, exit }: NewExit): Order {
  const type = exit.price === undefined ? exitTypes[role] : (`${exitTypes[role]}_limit` as const)
  const wanted = exit.size === undefined ? parent.filled : least(exit.size, parent.filled)
  const terms: OrderTerms = {
    ...parent.terms,
    clientId,
    side: otherSide(parent.terms.side),
    type,
    size: exit.size,
    price: exit.price,
    trigger: exit.trigger,
    timeInForce: 'gtc',
    expiresAt: undefined,
    isPostOnly: false,
    isReduceOnly: true,
    takeProfit: undefined,
    stopLoss: undefined,
    slippage: undefined,
  }
  return {
    ...parent,
    terms,
    role,
    parent: parent.terms.clientId,
    state: 'untriggered',
    reason: undefined,
    size: wanted,
    price: exit.price,
    trigger: exit.trigger,
    filled: size(0n),
    paid: notional(0n),
    liveAt: undefined,
    trail: undefined,
    isHeld: false,
    slots: 0,
    createdAt: now,
    updatedAt: now,
  }
}

const exitTypes = { take_profit: 'take_profit', stop_loss: 'stop' } as const

/** What is open of a bracket: filled at entry, less what its exits have filled. */
function openPart({ state }: Turn, parent: Order): Size {
  const exited = exitIds(parent.terms.clientId).reduce((sum, id) => sum + (state.orders.get(id)?.filled ?? 0n), 0n)
  return size(parent.filled > exited ? parent.filled - exited : 0n)
}

// parent and child are both orders; the exit's terms say whether its size is fixed
function targetSize(turn: Turn, parent: Order, child: Order, exit: ExitTerms): Size {
  const open = openPart(turn, parent)
  const wanted = exit.size === undefined ? open : least(open, size(exit.size > child.filled ? exit.size - child.filled : 0n))
  return size(child.filled + wanted)
}

function resize(turn: Turn, order: Order, wanted: Size): void {
  if (!isEnded(order) && wanted !== order.size) emit(turn, { kind: 'resized', clientId: order.terms.clientId, size: wanted })
}

/** One exit has traded: the other one keeps what is left, and ends when that is nothing. */
function shrinkExits(turn: Turn, parentId: string): void {
  const parent = turn.state.orders.get(parentId)
  if (parent === undefined) return
  for (const { suffix, termsOf } of EXITS) {
    const exit = termsOf(parent.terms)
    const child = turn.state.orders.get(`${parentId}:${suffix}`)
    if (exit === undefined || child === undefined || isEnded(child)) continue
    const wanted = targetSize(turn, parent, child, exit)
    if (wanted > child.filled) resize(turn, child, wanted)
    else end(turn, child, 'siblingFilledCanceled')
  }
}

/** Whether an order has the size of the position, whatever that is. */
const followsPosition = (order: Order): boolean => order.terms.isReduceOnly && order.role === 'order' && order.terms.size === undefined

function followPosition(turn: Turn, symbol: string): void {
  const held: bigint = turn.state.positions.get(symbol)?.size ?? 0n
  for (const order of activeOrders(turn.state, symbol)) {
    if (!order.terms.isReduceOnly || order.role === 'liquidation' || order.state === 'pending') continue
    if (held * signOf(order.terms.side) >= 0n) end(turn, order, 'reduceOnlyCanceled')
    else if (followsPosition(order)) resize(turn, order, size(order.filled + magnitude(held)))
  }
}

/** Ends an order before it is filled. */
export function end(turn: Turn, order: Order, reason: Reason | undefined): void {
  turn.working.places.delete(order.terms.clientId)
  emit(turn, { kind: 'ended', clientId: order.terms.clientId, state: 'canceled', reason })
}
