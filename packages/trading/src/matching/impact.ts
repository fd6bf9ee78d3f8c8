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

type Taken = { readonly side: Side; readonly best: Price; readonly amount: Size; readonly worth: Notional }

/** `share`: fraction of the best price; `cost`: the same in money; 0 if everything traded at the best price. */
export type Impact = { readonly share: Fraction; readonly cost: MicroUsdc }

/** Average against best price, rounded up; undefined if nothing was taken. Excludes half the spread. Source: docs/math/impact.md. */
export function impactOf({ side, best, amount, worth }: Taken): Impact | undefined {
  const atBest = best * amount
  if (atBest <= 0n) return undefined
  const cost = signOf(side) * (worth - atBest)
  return { share: fraction(ceilDiv(cost * FRACTION_ONE, atBest)), cost: usdcCeil(notional(cost)) }
}
