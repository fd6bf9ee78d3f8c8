import {
  ceilDiv,
  FRACTION_ONE,
  type Fraction,
  least,
  type MicroUsdc,
  magnitude,
  microUsdc,
  notional,
  size,
  usdcCeil,
} from '@aerie/core/numbers/units'
import { leverageLimitAt } from '../instrument.ts'
import type { BookLevel } from '../matching/market.ts'
import type { Walk } from '../matching/working.ts'
import { leavesOf, type Order, signOf } from '../orders/order.ts'
import { tradableSize, walkOf } from '../orders/reach.ts'
import { feesOf, marketOf, type Turn } from '../turn.ts'
import { freeMargin, leverageOf, openingPart } from './margin.ts'

/**
 * What an order needs of free margin: initial margin of what it opens, the taker's fee of what it takes at once, and the loss against
 * the mark that it books at once.
 */
function marginNeed(turn: Turn, order: Order, { takes, filled }: Walk): MicroUsdc {
  const { symbol, side } = order.terms
  const want = tradableSize(turn, order)
  const resting: BookLevel[] = order.price === undefined || filled === want ? [] : [[order.price, size(want - filled)]]
  const opening = openingPart(turn.state, symbol, side, want)
  const taken = openingPart(turn.state, symbol, side, filled)
  return carryNeed(turn, order, {
    opened: worthOfLast([...takes, ...resting], opening),
    traded: worthOfLast(takes, filled),
    feeRate: feesOf(turn, symbol).taker,
    openedNow: { worth: worthOfLast(takes, taken), amount: taken },
  })
}

/** What an order opens and trades, in exact worth: `openedNow` is what of it is opened by the trade. */
export type Carried = {
  readonly opened: bigint
  readonly traded: bigint
  readonly feeRate: Fraction
  readonly openedNow: { readonly worth: bigint; readonly amount: bigint }
}

/** Initial margin of what is opened, the fee of what trades, and the loss against the mark that is booked with it. */
export function carryNeed(turn: Turn, { terms: { symbol, side } }: Order, { opened, traded, feeRate, openedNow }: Carried): MicroUsdc {
  const mark = marketOf(turn, symbol).mark ?? 0n
  const worse = signOf(side) * (openedNow.worth - openedNow.amount * mark)
  const fee = ceilDiv(traded * feeRate, FRACTION_ONE)
  const margin = ceilDiv(usdcCeil(notional(opened)), leverageOf(turn.state, symbol))
  return microUsdc(margin + usdcCeil(notional(fee + (worse > 0n ? worse : 0n))))
}

/** Worth of the last `amount` of what is traded in this order: what comes first closes. */
function worthOfLast(takes: readonly BookLevel[], amount: bigint): bigint {
  let left = amount
  let worth = 0n
  for (const [at, taken] of takes.toReversed()) {
    const part = least<bigint>(taken, left)
    worth += at * part
    left -= part
  }
  return worth
}

/**
 * Whether the account can carry what an order would open.
 *
 * @param walk what it would take now, where the caller knows it
 */
export function hasMargin(turn: Turn, order: Order, walk?: Walk): boolean {
  const { symbol, side, clientId } = order.terms
  if (openingPart(turn.state, symbol, side, tradableSize(turn, order)) === 0n) return true
  return marginNeed(turn, order, walk ?? walkOf(turn, order)) <= freeMargin(turn.state, turn.markets, clientId)
}

/** Whether the leverage of an order is allowed for the position that it would lead to. */
export function isLeverageAllowed(turn: Turn, order: Order, leverage: bigint): boolean {
  const { symbol, side } = order.terms
  const market = marketOf(turn, symbol)
  // With one tier it is the same at any worth.
  if (market.instrument.tiers.length === 1) return leverage <= leverageLimitAt(market.instrument, notional(0n))
  const reference = order.price ?? market.mark ?? 0n
  const held: bigint = turn.state.positions.get(symbol)?.size ?? 0n
  const after = order.terms.isReduceOnly ? 0n : magnitude<bigint>(held + signOf(side) * leavesOf(order))
  return leverage <= leverageLimitAt(market.instrument, notional(after * reference))
}
