import { type MicroUsdc, magnitude, microUsdc, notional, type Price, price, type Size, size } from '@aerie/core/numbers/units'
import type { EventBody, ScheduledCancel, TradingEvent } from './events.ts'
import type { LedgerAccount, Posting } from './ledger.ts'
import type { Position } from './matching/fill.ts'
import { isEnded, isProtectiveStop, leavesOf, type MarginMode, type Order, signOf } from './orders/order.ts'

/** Leverage and margin mode for a market's next position. */
export type MarketSetting = { readonly leverage: bigint; readonly mode: MarginMode }

/** State derived from an account's events. Only `applyEvent` changes it. */
export type AccountState = {
  seq: number
  readonly ledger: Map<LedgerAccount, MicroUsdc>
  readonly positions: Map<string, Position>
  readonly settings: Map<string, MarketSetting>
  readonly orders: Map<string, Order>
  readonly active: Map<string, Set<string>>
  /** Latest applied funding hour by symbol. */
  readonly funded: Map<string, number>
  /** End of the wait after a partial liquidation, by scope. */
  readonly cooling: Map<string, number>
  /** Stop that left its position unprotected, by symbol, until the position is covered or closed. */
  readonly unprotected: Map<string, Order>
  scheduled: ScheduledCancel | null
  feesPaid: MicroUsdc
  fundingPaid: MicroUsdc
}

/** Account without events. */
export const emptyAccount = (): AccountState => ({
  seq: 0,
  ledger: new Map(),
  positions: new Map(),
  settings: new Map(),
  orders: new Map(),
  active: new Map(),
  funded: new Map(),
  cooling: new Map(),
  unprotected: new Map(),
  scheduled: null,
  feesPaid: microUsdc(0n),
  fundingPaid: microUsdc(0n),
})

/** Balance of a ledger account. */
export const balanceOf = (state: AccountState, account: LedgerAccount): MicroUsdc => state.ledger.get(account) ?? microUsdc(0n)

/** Sum over the whole ledger: always 0. */
export const ledgerTotal = (state: AccountState): MicroUsdc =>
  microUsdc([...state.ledger.values()].reduce<bigint>((sum, one) => sum + one, 0n))

/** Snapshot of symbols with active orders; decisions may change them. */
export const activeSymbols = (state: AccountState): readonly string[] => (state.active.size === 0 ? NONE : [...state.active.keys()])
const NONE: readonly string[] = []

/** Active orders of a symbol, oldest first. */
export function activeOrders(state: AccountState, symbol: string): Order[] {
  const orders: Order[] = []
  for (const clientId of state.active.get(symbol) ?? []) {
    const order = state.orders.get(clientId)
    if (order !== undefined) orders.push(order)
  }
  return orders
}

/** Number of active orders of the account. */
export function activeCount(state: AccountState): number {
  let count = 0
  for (const ids of state.active.values()) count += ids.size
  return count
}

/** Part of a position that no active stop would close. */
export function sizeWithoutStop(state: AccountState, symbol: string): Size {
  const held: bigint = state.positions.get(symbol)?.size ?? 0n
  let left: bigint = magnitude(held)
  for (const order of activeOrders(state, symbol)) {
    if (isProtectiveStop(order) && held * signOf(order.terms.side) < 0n) left -= leavesOf(order)
  }
  return size(left > 0n ? left : 0n)
}

/** Account state after these events. */
export function foldEvents(events: Iterable<TradingEvent>, from: AccountState = emptyAccount()): AccountState {
  for (const event of events) applyEvent(from, event)
  return from
}

/** Applies one event in place. @throws RangeError on a sequence gap or repeat */
export function applyEvent(state: AccountState, event: TradingEvent): void {
  if (event.seq !== state.seq + 1) throw new RangeError(`Event ${event.seq} does not follow ${state.seq}`)
  state.seq = event.seq
  if ('lines' in event) post(state, event.lines)
  applyBody(state, event, event.t)
  if (state.unprotected.size > 0) dropProtected(state, symbolOf(state, event))
}

/** Market of an event about an order or a fill. Other events change neither the size of a position nor its stops. */
function symbolOf({ orders }: AccountState, event: EventBody): string | undefined {
  if ('order' in event) return event.order.terms.symbol
  return 'clientId' in event ? orders.get(event.clientId)?.terms.symbol : undefined
}

function dropProtected(state: AccountState, symbol: string | undefined): void {
  const stop = symbol === undefined ? undefined : state.unprotected.get(symbol)
  if (symbol === undefined || stop === undefined) return
  const held: bigint = state.positions.get(symbol)?.size ?? 0n
  if (held * signOf(stop.terms.side) >= 0n || sizeWithoutStop(state, symbol) === 0n) state.unprotected.delete(symbol)
}

function applyBody(state: AccountState, event: EventBody, at: number) {
  switch (event.kind) {
    case 'accepted':
    case 'rejected':
      return setOrder(state, event.order)
    case 'filled':
      return applyFill(state, event, at)
    case 'leverageSet':
      state.settings.set(event.symbol, { leverage: event.leverage, mode: event.mode })
      if (event.position !== null) state.positions.set(event.symbol, event.position)
      return
    case 'marginMoved':
      return void state.positions.set(event.position.symbol, event.position)
    case 'funded':
      state.positions.set(event.symbol, event.position)
      state.funded.set(event.symbol, at)
      state.fundingPaid = microUsdc(state.fundingPaid - event.amount)
      return
    case 'cooling':
      return void state.cooling.set(event.scope, event.until)
    case 'cancelScheduled':
      state.scheduled = event.schedule
      return
    case 'unprotected': {
      const stop = state.orders.get(event.clientId)
      if (stop !== undefined) state.unprotected.set(event.symbol, stop)
      return
    }
    case 'scheduledCancelFired':
      state.scheduled = null
      return
    case 'deposited':
    case 'refused':
    case 'liquidating':
    case 'insured':
      return
    default:
      return applyToOrder(state, event, at)
  }
}

type OrderEvent = Extract<
  EventBody,
  { kind: 'rested' | 'triggered' | 'held' | 'trailed' | 'slotPassed' | 'legFilled' | 'resized' | 'modified' | 'ended' }
>

function applyToOrder(state: AccountState, event: OrderEvent, updatedAt: number): void {
  const order = state.orders.get(event.clientId)
  if (order === undefined) throw new RangeError(`There is no order ${event.clientId}`)
  setOrder(state, { ...order, ...changeOf(event), ...arrivalOf(order, event), updatedAt })
}

/** Arrival mid after an event: the first one is kept. */
export const arrivalOf = (order: Pick<Order, 'arrivalMid'>, event: EventBody): Pick<Order, 'arrivalMid'> =>
  order.arrivalMid === undefined && 'arrivalMid' in event && event.arrivalMid !== undefined ? { arrivalMid: event.arrivalMid } : {}

function changeOf(event: OrderEvent): Partial<Order> {
  switch (event.kind) {
    case 'rested':
      return { state: event.state, liveAt: undefined, ...(event.isReset !== undefined && { isQueueReset: event.isReset }) }
    case 'triggered':
      return { state: 'open', isHeld: false }
    case 'held':
      return { isHeld: event.isHeld }
    case 'trailed':
      return { trail: event.trail }
    case 'slotPassed':
      return { slots: event.slots }
    case 'legFilled':
      return { filled: event.filled, paid: event.paid, state: event.state }
    case 'resized':
      return { size: event.size }
    case 'modified':
      return { ...sentAgain(event.liveAt), size: event.size, price: event.price, trigger: event.trigger }
    case 'ended':
      return { state: event.state, reason: event.reason }
  }
}

const sentAgain = (liveAt: number | undefined): Pick<Order, 'state' | 'liveAt'> | undefined =>
  liveAt === undefined ? undefined : { state: 'pending', liveAt }

function applyFill(state: AccountState, event: Extract<EventBody, { kind: 'filled' }>, updatedAt: number): void {
  const order = state.orders.get(event.clientId)
  if (order === undefined) throw new RangeError(`There is no order ${event.clientId}`)
  const filled = size(order.filled + event.size)
  const paid = notional(order.paid + event.notional)
  setOrder(state, { ...order, filled, paid, ...arrivalOf(order, event), state: event.state, updatedAt })
  if (event.position === null) state.positions.delete(event.symbol)
  else state.positions.set(event.symbol, event.position)
  state.feesPaid = microUsdc(state.feesPaid + event.fee)
}

function setOrder(state: AccountState, order: Order): void {
  const { clientId, symbol } = order.terms
  state.orders.set(clientId, order)
  const active = state.active.get(symbol)
  if (!isEnded(order)) {
    if (active === undefined) state.active.set(symbol, new Set<string>().add(clientId))
    else active.add(clientId)
  } else if (active?.delete(clientId) && active.size === 0) state.active.delete(symbol)
}

function post(state: AccountState, lines: Posting): void {
  for (const { account, amount } of lines) state.ledger.set(account, microUsdc(balanceOf(state, account) + amount))
}

/** Average fill price, rounded down to 10⁻¹²; undefined before the first fill. */
export const averagePrice = ({ filled, paid }: Pick<Order, 'filled' | 'paid'>): Price | undefined =>
  filled === 0n ? undefined : price(paid / filled)
