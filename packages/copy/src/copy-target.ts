import { type MicroUsdc, magnitude, type Size, size } from '@aerie/core/numbers/units'

/** Scale of a copy, fixed at the start of a position cycle; micro-USDC, equity above 0. */
export type CopyRatio = { readonly allocation: MicroUsdc; readonly equity: MicroUsdc }

/** `floor(leader · allocation / equity)` in whole lots, toward zero; negative: short. Source: AREAS.md C4. @throws RangeError */
export function copyTarget(leader: Size, { allocation, equity }: CopyRatio, lot: Size): Size {
  if (equity <= 0n || lot <= 0n) throw new RangeError('A ratio needs an equity and a lot above 0')
  return wholeLots((leader * allocation) / equity, lot)
}

/** Size in whole lots, toward zero. @throws RangeError if the lot is 0 */
export const wholeLots = (value: bigint, lot: Size): Size => size((value / lot) * lot)

/** Unsigned parts of a position change: close first, then open. */
export type CopyStep = { readonly closing: Size; readonly opening: Size }

/** Splits a move from `from` to `to`; a reversal closes everything and opens the other side. */
export function stepBetween(from: Size, to: Size): CopyStep {
  if (from * to < 0n) return { closing: magnitude(from), opening: magnitude(to) }
  const change = magnitude<bigint>(to) - magnitude<bigint>(from)
  return { closing: size(change < 0n ? -change : 0n), opening: size(change > 0n ? change : 0n) }
}
