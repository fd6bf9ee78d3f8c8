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

/** Client id of an exit; one that is armed again after the first has ended has a number. */
const exitId = (parentId: string, role: ExitRole, round: number): string => `${parentId}:${SUFFIXES[role]}${round === 1 ? '' : `.${round}`}`

/** The exits of one role that a bracket has had, oldest first. */
function exitsOf({ state }: Turn, parentId: string, role: ExitRole): Order[] {
  const exits: Order[] = []
  for (;;) {
    const exit = state.orders.get(exitId(parentId, role, exits.length + 1))
    if (exit === undefined) return exits
    exits.push(exit)
  }
}

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

/** The entry may fill further after its exits have ended: what it opens then is protected again, unless the user took the exit away. */
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
  // The exit's own way to the book is yet to come.
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

/** What is open of a bracket: filled at entry, less what its exits have filled; never more than there is to reduce. */
function openPart(turn: Turn, { terms, filled }: Order): Size {
  const exited = EXITS.reduce((sum, { role }) => sum + filledOf(exitsOf(turn, terms.clientId, role)), 0n)
  const held = (turn.state.positions.get(terms.symbol)?.size ?? 0n) * signOf(terms.side)
  return size(filled > exited && held > 0n ? least(filled - exited, held) : 0n)
}

// the entry, its exits of one role, and their terms, which say whether the size is fixed
function wantedSize(turn: Turn, parent: Order, exits: readonly Order[], exit: ExitTerms): Size {
  const open = openPart(turn, parent)
  if (exit.size === undefined) return open
  const left = exit.size - filledOf(exits)
  return least(open, size(left > 0n ? left : 0n))
}

function resize(turn: Turn, order: Order, wanted: Size): void {
  if (!isEnded(order) && wanted !== order.size) emit(turn, { kind: 'resized', clientId: order.terms.clientId, size: wanted })
}

/** One exit has traded: the other one keeps what is left, and ends when that is nothing. */
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
