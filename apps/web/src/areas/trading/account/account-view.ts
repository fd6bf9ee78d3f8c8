import type { TradingAccount } from '@aerie/wire/trading/trading-account'
import type { TradingNotice } from '@aerie/wire/trading/trading-notices'
import type { TradingOrder } from '@aerie/wire/trading/trading-orders'
import type { TradingFill, TradingPosition } from '@aerie/wire/trading/trading-positions'
import { replaceEqualDeep } from '@tanstack/react-query'
import { FILLS_KEPT } from './trading-calls.ts'

export type AccountView = {
  readonly account: TradingAccount
  readonly orders: ReadonlyMap<string, TradingOrder>
  /** Orders known to have ended, newest last: a late response must not bring one back. */
  readonly ended: readonly Pick<TradingOrder, 'id' | 'client_id' | 'state'>[]
  readonly positions: ReadonlyMap<string, TradingPosition>
  /** Newest first. */
  readonly fills: readonly TradingFill[]
  /** Sequence number of the newest event included. */
  readonly seq: number
}

const ENDED_KEPT = 500

export type AccountReading = {
  readonly account: TradingAccount
  readonly orders: readonly TradingOrder[]
  readonly positions: readonly TradingPosition[]
  readonly fills: readonly TradingFill[]
}

const ENDED: ReadonlySet<TradingOrder['state']> = new Set(['filled', 'canceled', 'expired', 'rejected'])
export const isEnded = ({ state }: Pick<TradingOrder, 'state'>): boolean => ENDED.has(state)

export const viewOf = ({ account, orders, positions, fills }: AccountReading): AccountView => ({
  account,
  orders: new Map(orders.filter((order) => !isEnded(order)).map((order) => [order.id, order])),
  ended: [],
  positions: new Map(positions.map((position) => [position.symbol, position])),
  fills: fills.slice(0, FILLS_KEPT),
  seq: account.seq,
})

/** @returns the same object if nothing changed; null if of another account or an earlier notice was missed: refetch the view */
export function foldNotice(view: AccountView, notice: TradingNotice): AccountView | null {
  if (notice.account !== view.account.id) return null
  if (notice.seq < view.seq) return view
  if (notice.first_seq > view.seq + 1) return null
  const seq = notice.seq
  switch (notice.kind) {
    case 'order':
      return { ...withOrder(view, notice.data), seq }
    case 'fill':
      return { ...view, seq, fills: withFill(view.fills, notice.data) }
    case 'position':
      return { ...view, seq, positions: withPosition(view.positions, notice.data) }
    case 'account':
      return { ...view, seq, account: notice.data }
  }
}

export function withOrder(view: AccountView, order: TradingOrder): AccountView {
  if (!isEnded(order)) return { ...view, orders: new Map(view.orders).set(order.id, order) }
  const ended = [...view.ended.filter(({ id }) => id !== order.id), order].slice(-ENDED_KEPT)
  // Filled at once: keeps the orders object, so that nothing renders.
  if (!view.orders.has(order.id)) return { ...view, ended }
  const orders = new Map(view.orders)
  orders.delete(order.id)
  return { ...view, orders, ended }
}

/** Applies a command's response, which newer notices may have overtaken. */
export function withAnswer(view: AccountView, order: TradingOrder): AccountView {
  const known = view.orders.get(order.id)
  if (view.ended.some(({ id }) => id === order.id)) return view
  const isOlder = known !== undefined && Date.parse(known.updated_at) > Date.parse(order.updated_at)
  return isOlder && !isEnded(order) ? view : withOrder(view, order)
}

/** Result of refetching moving figures: the updated view, or an older or newer sequence number. */
export type Refreshed = { readonly kind: 'view'; readonly view: AccountView } | { readonly kind: 'older' } | { readonly kind: 'ahead' }

/** Only at the same sequence number: an older reading is ignored; a newer one means that notices are pending or were missed. */
export function withMoved(view: AccountView, { account, orders, positions }: Omit<AccountReading, 'fills'>): Refreshed {
  if (account.id !== view.account.id || account.seq > view.seq) return { kind: 'ahead' }
  if (account.seq < view.seq) return { kind: 'older' }
  const next = viewOf({ account, orders, positions, fills: view.fills })
  const moved = {
    ...view,
    account: replaceEqualDeep(view.account, next.account),
    orders: withSame(view.orders, next.orders),
    positions: withSame(view.positions, next.positions),
  }
  return { kind: 'view', view: moved }
}

function withSame<T>(known: ReadonlyMap<string, T>, read: ReadonlyMap<string, T>): ReadonlyMap<string, T> {
  const next = new Map([...read].map(([id, one]) => [id, replaceEqualDeep(known.get(id), one)]))
  return next.size === known.size && [...next].every(([id, one]) => one === known.get(id)) ? known : next
}

function withFill(fills: readonly TradingFill[], fill: TradingFill): readonly TradingFill[] {
  if (fills.some(({ id }) => id === fill.id)) return fills
  const at = fills.findIndex(({ seq }) => seq < fill.seq)
  return at < 0 ? [...fills, fill].slice(0, FILLS_KEPT) : [...fills.slice(0, at), fill, ...fills.slice(at)].slice(0, FILLS_KEPT)
}

type PositionChange = { readonly symbol: string; readonly position: TradingPosition | null }

function withPosition(positions: AccountView['positions'], { symbol, position }: PositionChange): AccountView['positions'] {
  const next = new Map(positions)
  if (position === null) next.delete(symbol)
  else next.set(symbol, position)
  return next
}

/** Orders as the list shows them: a scaled order is one, with its parts behind it. */
export function orderCount(orders: ReadonlyMap<string, TradingOrder>): number {
  return [...orders.values()].filter(({ role, parent }) => role !== 'leg' || parent === null || !orders.has(parent)).length
}
