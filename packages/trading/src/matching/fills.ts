import { type Fraction, type Price, price, type Size } from '@aerie/core/numbers/units'
import type { Evidence } from '../events.ts'
import { leverageOf, modeOf } from '../margin/margin.ts'
import { followFill } from '../orders/bracket.ts'
import type { Order, OrderState } from '../orders/order.ts'
import { emit, feesOf, type Turn } from '../turn.ts'
import { bookFill } from './fill.ts'
import type { BookLevel } from './market.ts'

/** A trade of an order, before it is booked. */
export type Execution = {
  readonly takes: readonly BookLevel[]
  readonly liquidity: 'taker' | 'maker'
  readonly evidence: Evidence
  /** Absent: the schedule's. */
  readonly feeRate?: Fraction
}

/** Books a trade of an order and what follows from it for other orders. */
export function execute(turn: Turn, order: Order, { takes, liquidity, evidence, feeRate }: Execution): void {
  const { symbol, side, clientId } = order.terms
  const rate = feeRate ?? feesOf(turn, symbol)[liquidity]
  const terms = { symbol, side, takes, feeRate: rate, mode: modeOf(turn.state, symbol), leverage: leverageOf(turn.state, symbol) }
  const { position, filled, notional, fee, realised, lines } = bookFill(turn.state.positions.get(symbol), terms)
  if (filled === 0n) return
  emit(turn, {
    kind: 'filled',
    clientId,
    symbol,
    side,
    size: filled,
    price: averageOf(notional, filled),
    notional,
    liquidity,
    feeRate: rate,
    fee,
    realised,
    evidence,
    state: stateAfter(order, filled),
    position: position ?? null,
    lines,
  })
  followFill(turn, clientId)
}

const averageOf = (worth: bigint, amount: Size): Price => price(worth / amount)

const stateAfter = (order: Order, filled: Size): OrderState => (order.filled + filled >= order.size ? 'filled' : 'partiallyFilled')
