import { FRACTION_ONE, floorDiv, least, magnitude, type Price, price, type Size, size } from '@aerie/core/numbers/units'
import { type Walk, walkBook } from '../matching/working.ts'
import { marketOf, type Turn } from '../turn.ts'
import { leavesOf, ORDER_TYPES, type Order, signOf } from './order.ts'

/** Default slippage cap, and that of triggered orders. */
export const DEFAULT_SLIPPAGE = FRACTION_ONE / 20n
const TRIGGER_SLIPPAGE = FRACTION_ONE / 10n

/** Whether an order type waits for a trigger. */
export const isTrigger = ({ terms }: Pick<Order, 'terms'>): boolean => ORDER_TYPES[terms.type].trigger !== undefined

/** Whether an order still waits for its trigger, including before acceptance. */
export const isWaiting = ({ state }: Turn, order: Order): boolean =>
  isTrigger(order) && (state.orders.get(order.terms.clientId)?.state ?? 'untriggered') === 'untriggered'

/** Tradable size; reduce-only is capped by the opposing position. */
export function tradableSize(turn: Turn, order: Order): Size {
  const leaves = leavesOf(order)
  if (!order.terms.isReduceOnly) return leaves
  const held: bigint = turn.state.positions.get(order.terms.symbol)?.size ?? 0n
  return held * signOf(order.terms.side) < 0n ? least(leaves, size(magnitude(held))) : size(0n)
}

/** Worst price: the limit, or the mark with the slippage cap. Undefined without a mark. */
export function limitOf(turn: Turn, order: Order): Price | undefined {
  if (order.price !== undefined) return order.price
  const { mark } = marketOf(turn, order.terms.symbol)
  if (mark === undefined) return undefined
  const slippage = order.terms.slippage ?? (isTrigger(order) ? TRIGGER_SLIPPAGE : DEFAULT_SLIPPAGE)
  const sign = order.terms.side === 'buy' ? 1n : -1n
  return price(floorDiv(mark * (FRACTION_ONE + sign * slippage), FRACTION_ONE))
}

/** What an order would take from the current book. */
export function walkOf(turn: Turn, order: Order): Walk {
  const { symbol, side, clientId } = order.terms
  const shared = turn.working.sharedBook(symbol, clientId)
  return walkBook(turn.working, marketOf(turn, symbol), { side, limit: limitOf(turn, order), want: tradableSize(turn, order), shared })
}
