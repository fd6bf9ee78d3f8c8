import type { LeaderStop } from '@aerie/copy/copied-stops'
import { copyOfOrder } from '@aerie/copy/follow-graph'
import { type MicroUsdc, type Price, price, type Size, size } from '@aerie/core/numbers/units'
import type { TradingEvent } from '@aerie/trading/events'
import { leavesOf, type Order } from '@aerie/trading/orders/order'
import { type AccountState, activeOrders } from '@aerie/trading/state'

/** A leader's position in a coin since it was last nothing; `equity` is the leader's when it began, above 0. */
export type Cycle = { readonly symbol: string; readonly fromSeq: number; readonly startedAt: number; readonly equity: MicroUsdc }

/** The newest that a leader did in a coin; several fills at once are one signal, as only the position after them counts. */
export type LeaderSignal = {
  readonly symbol: string
  /** Of the leader's newest event in it. */
  readonly seq: number
  /** The leader's own part after it. */
  readonly position: Size
  readonly price: Price
  readonly at: number
  readonly leverage: bigint | undefined
  /** False: only stops have changed. */
  readonly isFill: boolean
  /** By the server's clock, milliseconds. */
  readonly heardAt: number
  /** A newer one of the same coin has come: nothing is sent for it any more. */
  readonly isPassed?: boolean
}

/** Whether an order is one that a leader protects a position with. */
const isStop = ({ terms, role }: Order): boolean => role === 'stop_loss' || terms.type === 'stop' || terms.type === 'stop_limit'

/** Whether an event changes a leader's own stops. */
export function changesStops(event: TradingEvent, state: AccountState | undefined): boolean {
  if (event.kind === 'accepted') return isStop(event.order) && copyOfOrder(event.order.terms.clientId) === undefined
  if (event.kind !== 'modified' && event.kind !== 'ended' && event.kind !== 'resized') return false
  const order = state?.orders.get(event.clientId)
  return order !== undefined && isStop(order) && copyOfOrder(event.clientId) === undefined
}

/** The stops that stand behind a leader's own position in a coin. */
export function stopsOf(state: AccountState, symbol: string, position: Size): LeaderStop[] {
  const side = position > 0n ? 'sell' : 'buy'
  return activeOrders(state, symbol).flatMap((order): LeaderStop[] => {
    const { terms, trigger } = order
    const isOwn = copyOfOrder(terms.clientId) === undefined
    if (!isOwn || !isStop(order) || order.state !== 'untriggered' || trigger === undefined || terms.side !== side) return []
    return [{ trigger, triggerBy: terms.triggerBy, size: terms.size === undefined ? undefined : leavesOf(order) }]
  })
}

/** Whether a fill begins a position cycle: from nothing, or to the other side. */
export const beginsCycle = (before: Size, after: Size): boolean => after !== 0n && (before === 0n || before < 0n !== after < 0n)

/** What a copy has sent in a coin and not traded yet, signed: a market order that waits for its latency. */
export function underWay(state: AccountState, copy: string, symbol: string): Size {
  let sum = 0n
  for (const order of activeOrders(state, symbol)) {
    if (copyOfOrder(order.terms.clientId) !== copy || order.terms.type !== 'market') continue
    sum += order.terms.side === 'buy' ? leavesOf(order) : -leavesOf(order)
  }
  return size(sum)
}

/** Whether an order of a copy is on its way or in the book, in any coin. */
export function hasUnderWay(state: AccountState | undefined, copy: string): boolean {
  if (state === undefined) return false
  const orders = [...state.active.keys()].flatMap((symbol) => activeOrders(state, symbol))
  return orders.some(({ terms, state: at }) => at !== 'untriggered' && copyOfOrder(terms.clientId) === copy)
}

/** The stops that stand for a copy in a coin. */
export const copiedStopsOf = (state: AccountState, copy: string, symbol: string): Order[] =>
  activeOrders(state, symbol).filter(({ terms, state: at }) => at === 'untriggered' && copyOfOrder(terms.clientId) === copy)

/** The newest of each coin: only the position after it counts; price and time of its newest fill. */
export function newest(signals: readonly LeaderSignal[]): LeaderSignal[] {
  const bySymbol = new Map<string, LeaderSignal>()
  for (const signal of signals) {
    const before = bySymbol.get(signal.symbol)
    const isLater = signal.isFill || before?.isFill !== true
    bySymbol.set(signal.symbol, isLater ? signal : { ...before, seq: signal.seq, position: signal.position })
  }
  return [...bySymbol.values()].toSorted((a, b) => a.seq - b.seq)
}

/** Each by its own name, and only the newest of each coin as something still to be done: what came before it is over. */
export function passed(signals: readonly LeaderSignal[]): LeaderSignal[] {
  const last = new Map(signals.flatMap(({ isFill, symbol, seq }) => (isFill ? [[symbol, seq] as const] : [])))
  return signals.map((signal) => ({ ...signal, isPassed: signal.isFill && last.get(signal.symbol) !== signal.seq }))
}

/** Position before a fill, of the whole account. */
export function beforeOf(event: TradingEvent): Size {
  if (event.kind !== 'filled') return size(0n)
  const after = event.position?.size ?? 0n
  return size(after - (event.side === 'buy' ? event.size : -event.size))
}

/** The coin that an event of an account is about. */
export function symbolOf(event: TradingEvent, state: AccountState | undefined): string | undefined {
  if ('order' in event) return event.order.terms.symbol
  if ('symbol' in event && event.symbol !== null) return event.symbol
  return 'clientId' in event ? state?.orders.get(event.clientId)?.terms.symbol : undefined
}

/** An event of a leader as what is to be copied of it. */
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
    heardAt: performance.now(),
  }
}
