import { type MicroUsdc, magnitude, type Size, size } from '@aerie/core/numbers/units'

/** What a leader's position is scaled by, fixed when a position cycle begins: both in micro-USDC, equity above 0. */
export type CopyRatio = { readonly allocation: MicroUsdc; readonly equity: MicroUsdc }

/**
 * The position that a follower should hold: `floor(leader · allocation / equity)` in whole lots, toward zero on both sides.
 *
 * @param leader position of the leader, negative: short
 * @throws RangeError where the equity or the lot is not above 0
 * @example leader 1.25, allocation 1,000, equity 50,000, lot 0.001 // 0.025
 * Source: AREAS.md C4
 */
export function copyTarget(leader: Size, { allocation, equity }: CopyRatio, lot: Size): Size {
  if (equity <= 0n || lot <= 0n) throw new RangeError('A ratio needs an equity and a lot above 0')
  return wholeLots((leader * allocation) / equity, lot)
}

/** A size in whole lots, toward zero. @throws RangeError where the lot is 0 */
export const wholeLots = (value: bigint, lot: Size): Size => size((value / lot) * lot)

/** The parts of a way from one position to another: first what is closed, then what is opened; both without a sign. */
export type CopyStep = { readonly closing: Size; readonly opening: Size }

/** What going from `from` to `to` closes and opens. A change of side closes all and opens the other one. @throws never */
export function stepBetween(from: Size, to: Size): CopyStep {
  if (from * to < 0n) return { closing: magnitude(from), opening: magnitude(to) }
  const change = magnitude<bigint>(to) - magnitude<bigint>(from)
  return { closing: size(change < 0n ? -change : 0n), opening: size(change > 0n ? change : 0n) }
}
