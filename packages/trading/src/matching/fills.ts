import {
  ceilDiv,
  FRACTION_ONE,
  type Fraction,
  fraction,
  type MicroUsdc,
  type Notional,
  notional,
  type Price,
  price,
  type Size,
  size,
  usdcCeil,
} from '@aerie/core/numbers/units'
import type { Evidence } from '../events.ts'
import { leverageOf, modeOf } from '../margin/margin.ts'
import { followFill } from '../orders/bracket.ts'
import { isEnded, type Order, type OrderState, type Side, signOf } from '../orders/order.ts'
import { emit, feesOf, type Turn } from '../turn.ts'
import { bookFill } from './fill.ts'
import type { BookLevel } from './market.ts'

/** Trade of an order before booking. */
export type Execution = {
  readonly takes: readonly BookLevel[]
  readonly liquidity: 'taker' | 'maker'
  readonly evidence: Evidence
  readonly arrivalMid?: Price | undefined
  readonly feeRate?: Fraction
}

/** Books a trade and its consequences for other orders. */
export function execute(turn: Turn, order: Order, { takes, liquidity, evidence, arrivalMid, feeRate }: Execution): void {
  const { symbol, side, clientId } = order.terms
  const rate = feeRate ?? feesOf(turn, symbol)[liquidity]
  const [mode, leverage] = [modeOf(turn.state, symbol), leverageOf(turn.state, symbol)]
  const terms = { symbol, side, takes, feeRate: rate, mode, leverage, keepsMargin: order.role === 'liquidation' }
  const { position, filled, notional: worth, fee, realised, lines } = bookFill(turn.state.positions.get(symbol), terms)
  if (filled === 0n) return
  emit(turn, {
    kind: 'filled',
    clientId,
    symbol,
    side,
    size: filled,
    price: averageOf(worth, filled),
    notional: worth,
    liquidity,
    feeRate: rate,
    fee,
    realised,
    evidence,
    ...(arrivalMid !== undefined && { arrivalMid }),
    state: stateAfter(order, filled),
    position: position ?? null,
    lines,
  })
  if (order.role === 'leg') addToParent(turn, order.parent, { filled, paid: worth })
  followFill(turn, clientId)
}

function addToParent(turn: Turn, parentId: string | undefined, leg: Pick<Order, 'filled' | 'paid'>): void {
  const parent = parentId === undefined ? undefined : turn.state.orders.get(parentId)
  if (parent === undefined || isEnded(parent)) return
  const { clientId } = parent.terms
  const [filled, paid] = [size(parent.filled + leg.filled), notional(parent.paid + leg.paid)]
  emit(turn, { kind: 'legFilled', clientId, filled, paid, state: 'partiallyFilled' })
}

const averageOf = (worth: bigint, amount: Size): Price => price(worth / amount)

const stateAfter = (order: Order, filled: Size): OrderState => (order.filled + filled >= order.size ? 'filled' : 'partiallyFilled')

type Taken = { readonly side: Side; readonly best: Price; readonly amount: Size; readonly worth: Notional }

/** `share`: fraction of the best price; `cost`: the same in money; 0 if everything traded at the best price. */
type Impact = { readonly share: Fraction; readonly cost: MicroUsdc }

/** Average against best price, rounded up; undefined if nothing was taken. Excludes half the spread. Source: docs/math/impact.md. */
export function impactOf({ side, best, amount, worth }: Taken): Impact | undefined {
  const atBest = best * amount
  if (atBest <= 0n) return undefined
  const cost = signOf(side) * (worth - atBest)
  return { share: fraction(ceilDiv(cost * FRACTION_ONE, atBest)), cost: usdcCeil(notional(cost)) }
}
