import { least, magnitude, notional, type Size, size } from '@aerie/core/numbers/units'
import type { Reason } from '../reasons.ts'
import { activeOrders } from '../state.ts'
import { emit, type Turn } from '../turn.ts'
import { type ExitTerms, isEnded, type Order, type OrderTerms, otherSide, signOf } from './order.ts'

type ExitRole = 'take_profit' | 'stop_loss'

const EXITS = [
  { role: 'take_profit', termsOf: (terms: OrderTerms) => terms.takeProfit },
  { role: 'stop_loss', termsOf: (terms: OrderTerms) => terms.stopLoss },
] as const

const SUFFIXES = { take_profit: 'tp', stop_loss: 'sl' } as const

const exitId = (parentId: string, role: ExitRole, round: number): string => `${parentId}:${SUFFIXES[role]}${round === 1 ? '' : `.${round}`}`

function exitsOf({ state }: Turn, parentId: string, role: ExitRole): Order[] {
  const exits: Order[] = []
  for (;;) {
    const exit = state.orders.get(exitId(parentId, role, exits.length + 1))
    if (exit === undefined) return exits
    exits.push(exit)
  }
}

/** Applies a fill to related orders: exits arm and grow with the filled part and shrink together; orders with nothing to reduce end. */
export function followFill(turn: Turn, clientId: string): void {
  const order = turn.state.orders.get(clientId)
  if (order === undefined) return
  if (order.role !== 'take_profit' && order.role !== 'stop_loss') growExits(turn, order)
  else if (order.parent !== undefined) shrinkExits(turn, order.parent)
  followPosition(turn, order.terms.symbol)
}

function growExits(turn: Turn, parent: Order): void {
  const parentId = parent.terms.clientId
  for (const { role, termsOf } of EXITS) {
    const exit = termsOf(parent.terms)
    if (exit === undefined) continue
    const exits = exitsOf(turn, parentId, role)
    const latest = exits.at(-1)
    const wanted = wantedSize(turn, parent, exits, exit)
    if (latest !== undefined && !isEnded(latest)) resize(turn, latest, size(latest.filled + wanted))
    else if (wanted > 0n && (latest === undefined || endedByItself(latest))) {
      const clientId = exitId(parentId, role, exits.length + 1)
      emit(turn, { kind: 'accepted', order: exitOrder(turn, parent, { role, clientId, exit, wanted }) })
    }
  }
}

/** The entry may fill further after its exits ended; the new part is protected again unless the user canceled the exit. */
const endedByItself = ({ state, reason }: Order): boolean => state === 'filled' || reason !== undefined

type NewExit = { readonly role: ExitRole; readonly clientId: string; readonly exit: ExitTerms; readonly wanted: Size }

function exitOrder({ now }: Turn, parent: Order, { role, clientId, exit, wanted }: NewExit): Order {
  const type = exit.price === undefined ? exitTypes[role] : (`${exitTypes[role]}_limit` as const)
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
  // The exit has not reached the book yet.
  const { arrivalMid: _arrivalMid, isQueueReset: _isQueueReset, ...shared } = parent
  return {
    ...shared,
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

const filledOf = (orders: readonly Order[]): bigint => orders.reduce((sum, { filled }) => sum + filled, 0n)

/** Open part of a bracket: filled at entry minus filled by exits, at most the reducible size. */
function openPart(turn: Turn, { terms, filled }: Order): Size {
  const exited = EXITS.reduce((sum, { role }) => sum + filledOf(exitsOf(turn, terms.clientId, role)), 0n)
  const held = (turn.state.positions.get(terms.symbol)?.size ?? 0n) * signOf(terms.side)
  return size(filled > exited && held > 0n ? least(filled - exited, held) : 0n)
}

function wantedSize(turn: Turn, parent: Order, exits: readonly Order[], exit: ExitTerms): Size {
  const open = openPart(turn, parent)
  if (exit.size === undefined) return open
  const left = exit.size - filledOf(exits)
  return least(open, size(left > 0n ? left : 0n))
}

function resize(turn: Turn, order: Order, wanted: Size): void {
  if (!isEnded(order) && wanted !== order.size) emit(turn, { kind: 'resized', clientId: order.terms.clientId, size: wanted })
}

/** After one exit trades, the other keeps the remainder and ends at zero. */
function shrinkExits(turn: Turn, parentId: string): void {
  const parent = turn.state.orders.get(parentId)
  if (parent === undefined) return
  for (const { role, termsOf } of EXITS) {
    const exit = termsOf(parent.terms)
    const exits = exitsOf(turn, parentId, role)
    const child = exits.at(-1)
    if (exit === undefined || child === undefined || isEnded(child)) continue
    const wanted = wantedSize(turn, parent, exits, exit)
    if (wanted > 0n) resize(turn, child, size(child.filled + wanted))
    else end(turn, child, 'siblingFilledCanceled')
  }
}

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
  turn.working.queuePositions.delete(order.terms.clientId)
  emit(turn, { kind: 'ended', clientId: order.terms.clientId, state: 'canceled', reason })
}
