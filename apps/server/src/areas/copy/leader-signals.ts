import type { LeaderStop } from '@aerie/copy/copy-decision'
import { copyOfOrder } from '@aerie/copy/follow-graph'
import { type MicroUsdc, type Price, price, type Size, size } from '@aerie/core/numbers/units'
import type { TradingEvent } from '@aerie/trading/events'
import { leavesOf, ORDER_TYPES, type Order } from '@aerie/trading/orders/order'
import { type AccountState, activeOrders } from '@aerie/trading/state'

/** A leader's position since it was last flat; `equity` at its start, above 0. */
export type Cycle = { readonly symbol: string; readonly fromSeq: number; readonly startedAt: number; readonly equity: MicroUsdc }

/** A leader's latest change in a coin; simultaneous fills form one signal, as only the resulting position counts. */
export type LeaderSignal = {
  readonly symbol: string
  readonly seq: number
  readonly position: Size
  readonly price: Price
  readonly at: number
  readonly leverage: bigint | undefined
  /** False: only stops changed. */
  readonly isFill: boolean
  readonly receivedAt: number
  /** Superseded by a newer signal of the coin: nothing is sent. */
  readonly isPassed?: boolean
}

const isStop = ({ terms, role }: Order): boolean => role === 'stop_loss' || ORDER_TYPES[terms.type].trigger === 'stop'

export function changesStops(event: TradingEvent, state: AccountState | undefined): boolean {
  if (event.kind === 'accepted') return isStop(event.order) && copyOfOrder(event.order.terms.clientId) === undefined
  if (event.kind !== 'modified' && event.kind !== 'ended' && event.kind !== 'resized') return false
  const order = state?.orders.get(event.clientId)
  return order !== undefined && isStop(order) && copyOfOrder(event.clientId) === undefined
}

export function stopsOf(state: AccountState, symbol: string, position: Size): LeaderStop[] {
  const side = position > 0n ? 'sell' : 'buy'
  return activeOrders(state, symbol).flatMap((order): LeaderStop[] => {
    const { terms, trigger } = order
    const isOwn = copyOfOrder(terms.clientId) === undefined
    if (!isOwn || !isStop(order) || order.state !== 'untriggered' || trigger === undefined || terms.side !== side) return []
    return [{ trigger, triggerBy: terms.triggerBy, size: terms.size === undefined ? undefined : leavesOf(order) }]
  })
}

export const beginsCycle = (before: Size, after: Size): boolean => after !== 0n && (before === 0n || before < 0n !== after < 0n)

/** Signed size of market orders still in their latency delay. */
export function underWay(state: AccountState, copy: string, symbol: string): Size {
  let sum = 0n
  for (const order of activeOrders(state, symbol)) {
    if (copyOfOrder(order.terms.clientId) !== copy || order.terms.type !== 'market') continue
    sum += order.terms.side === 'buy' ? leavesOf(order) : -leavesOf(order)
  }
  return size(sum)
}

export function hasUnderWay(state: AccountState | undefined, copy: string): boolean {
  if (state === undefined) return false
  const orders = [...state.active.keys()].flatMap((symbol) => activeOrders(state, symbol))
  return orders.some(({ terms, state: at }) => at !== 'untriggered' && copyOfOrder(terms.clientId) === copy)
}

export const copiedStopsOf = (state: AccountState, copy: string, symbol: string): Order[] =>
  activeOrders(state, symbol).filter(({ terms, state: at }) => at === 'untriggered' && copyOfOrder(terms.clientId) === copy)

export function newest(signals: readonly LeaderSignal[]): LeaderSignal[] {
  const bySymbol = new Map<string, LeaderSignal>()
  for (const signal of signals) {
    const before = bySymbol.get(signal.symbol)
    const isLater = signal.isFill || before?.isFill !== true
    bySymbol.set(signal.symbol, isLater ? signal : { ...before, seq: signal.seq, position: signal.position })
  }
  return [...bySymbol.values()].toSorted((a, b) => a.seq - b.seq)
}

/** Keeps all signals, but marks superseded ones of each coin as passed. */
export function passed(signals: readonly LeaderSignal[]): LeaderSignal[] {
  const last = new Map(signals.flatMap(({ isFill, symbol, seq }) => (isFill ? [[symbol, seq] as const] : [])))
  return signals.map((signal) => ({ ...signal, isPassed: signal.isFill && last.get(signal.symbol) !== signal.seq }))
}

export function beforeOf(event: TradingEvent): Size {
  if (event.kind !== 'filled') return size(0n)
  const after = event.position?.size ?? 0n
  return size(after - (event.side === 'buy' ? event.size : -event.size))
}

export function symbolOf(event: TradingEvent, state: AccountState | undefined): string | undefined {
  if ('order' in event) return event.order.terms.symbol
  if ('symbol' in event && event.symbol !== null) return event.symbol
  return 'clientId' in event ? state?.orders.get(event.clientId)?.terms.symbol : undefined
}

export function signalOf(event: TradingEvent, { symbol, position }: { readonly symbol: string; readonly position: Size }): LeaderSignal {
  const isFill = event.kind === 'filled'
  const { seq, t: at } = event
  return {
    symbol,
    seq,
    position,
    price: isFill ? event.price : price(0n),
    at,
    leverage: isFill ? event.position?.leverage : undefined,
    isFill,
    receivedAt: performance.now(),
  }
}
