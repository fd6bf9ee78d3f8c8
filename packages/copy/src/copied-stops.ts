import { least, magnitude, type Price, type Size, size } from '@aerie/core/numbers/units'
import { wholeLots } from './copy-target.ts'

/** A stop that protects a position; without a size it is for the whole of it. */
export type LeaderStop = { readonly trigger: Price; readonly triggerBy: 'mark' | 'last'; readonly size: Size | undefined }
/** A stop on a copied part. */
export type CopiedStop = {
  readonly trigger: Price
  readonly triggerBy: 'mark' | 'last'
  readonly side: 'buy' | 'sell'
  readonly size: Size
}

type Copying = {
  /** The leader's own position; negative: short. */
  readonly position: Size
  readonly stops: readonly LeaderStop[]
  /** What the copy holds; negative: short. */
  readonly part: Size
  readonly lot: Size
}

/**
 * The leader's stops on the copied part: the same triggers, each for its share of the position, whole lots, never more than the part in all.
 * None where the two are on different sides, or where either has nothing.
 *
 * @throws RangeError where the lot is 0
 */
export function copiedStops({ position, stops, part, lot }: Copying): CopiedStop[] {
  if (position * part <= 0n) return []
  const [whole, held] = [magnitude<bigint>(position), magnitude<bigint>(part)]
  const side = part > 0n ? 'sell' : 'buy'
  let left = held
  return stops.flatMap(({ trigger, triggerBy, size: given }): CopiedStop[] => {
    const share = given === undefined ? whole : least<bigint>(given, whole)
    const amount = least<bigint>(wholeLots((held * share) / whole, lot), left)
    left -= amount
    return amount === 0n ? [] : [{ trigger, triggerBy, side, size: size(amount) }]
  })
}

/**
 * Stops that stand, made to fit a part that has become smaller: the first keep their size, and none closes more than is left of it. None
 * where the part is nothing, or on the other side.
 *
 * @throws never
 */
export function cutStops(stops: readonly CopiedStop[], part: Size): CopiedStop[] {
  const side = part > 0n ? 'sell' : 'buy'
  let left = magnitude<bigint>(part)
  return stops.flatMap((stop): CopiedStop[] => {
    const amount = stop.side === side ? least<bigint>(stop.size, left) : 0n
    left -= amount
    return amount === 0n ? [] : [{ ...stop, size: size(amount) }]
  })
}
