import { FRACTION_ONE, floorDiv, least, magnitude, type Price, price, type Size, size } from '@aerie/core/numbers/units'
import { type Walk, walkBook } from '../matching/working.ts'
import { marketOf, type Turn } from '../turn.ts'
import { leavesOf, type Order, signOf } from './order.ts'

/** Slippage caps: of an order that names none, and of what a trigger sends. */
export const DEFAULT_SLIPPAGE = FRACTION_ONE / 20n
const TRIGGER_SLIPPAGE = FRACTION_ONE / 10n

const TRIGGERS: ReadonlySet<string> = new Set(['stop', 'take_profit', 'stop_limit', 'take_profit_limit', 'trailing_stop'])

/** Whether a type of order waits for a trigger. */
export const isTrigger = ({ terms }: Pick<Order, 'terms'>): boolean => TRIGGERS.has(terms.type)

/** Whether an order waits for its trigger: from before it is accepted until it is set off. */
export const isWaiting = ({ state }: Turn, order: Order): boolean =>
  isTrigger(order) && (state.orders.get(order.terms.clientId)?.state ?? 'untriggered') === 'untriggered'

/** How much of an order may trade: a reduce-only one never more than the position it opposes. */
export function tradableSize(turn: Turn, order: Order): Size {
  const leaves = leavesOf(order)
  if (!order.terms.isReduceOnly) return leaves
  const held: bigint = turn.state.positions.get(order.terms.symbol)?.size ?? 0n
  return held * signOf(order.terms.side) < 0n ? least(leaves, size(magnitude(held))) : size(0n)
}

/** Worst price of an order: its limit, or the mark with the slippage cap. Undefined while there is no mark. */
export function limitOf(turn: Turn, order: Order): Price | undefined {
  if (order.price !== undefined) return order.price
  const { mark } = marketOf(turn, order.terms.symbol)
  if (mark === undefined) return undefined
  const slippage = order.terms.slippage ?? (isTrigger(order) ? TRIGGER_SLIPPAGE : DEFAULT_SLIPPAGE)
  const sign = order.terms.side === 'buy' ? 1n : -1n
  return price(floorDiv(mark * (FRACTION_ONE + sign * slippage), FRACTION_ONE))
}

/** What an order would take from the book as it is now. */
export function walkOf(turn: Turn, order: Order): Walk {
  const { symbol, side, clientId } = order.terms
  const shared = turn.working.sharedBook(symbol, clientId)
  return walkBook(turn.working, marketOf(turn, symbol), { side, limit: limitOf(turn, order), want: tradableSize(turn, order), shared })
}
