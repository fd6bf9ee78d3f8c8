import {
  ceilDiv,
  FRACTION_ONE,
  type Fraction,
  fraction,
  type MicroUsdc,
  type Notional,
  notional,
  type Price,
  type Size,
  usdcCeil,
} from '@aerie/core/numbers/units'
import { type Side, signOf } from '../orders/order.ts'

/** What an order took from a book: how much, for how much in all, and the best price of the side that it took from. */
type Taken = { readonly side: Side; readonly best: Price; readonly amount: Size; readonly worth: Notional }

/** `share` of the best price, and the same in money; 0 where all of it traded at the best price. */
export type Impact = { readonly share: Fraction; readonly cost: MicroUsdc }

/**
 * What walking the book costs beyond its best price: average price against the best one, and that times the size. Half of the spread is
 * not in it; with it, it is the slippage. Both are rounded up.
 *
 * @returns undefined where nothing was taken
 * @throws never
 * Source: docs/math/impact.md
 */
export function impactOf({ side, best, amount, worth }: Taken): Impact | undefined {
  const atBest = best * amount
  if (atBest <= 0n) return undefined
  const cost = signOf(side) * (worth - atBest)
  return { share: fraction(ceilDiv(cost * FRACTION_ONE, atBest)), cost: usdcCeil(notional(cost)) }
}
