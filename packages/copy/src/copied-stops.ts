import { least, magnitude, type Price, type Size, size } from '@aerie/core/numbers/units'
import { wholeLots } from './copy-decision.ts'

/** Stop that protects a position; without a size it covers all of it. */
export type LeaderStop = { readonly trigger: Price; readonly triggerBy: 'mark' | 'last'; readonly size: Size | undefined }
/** Stop on a copied part. */
export type CopiedStop = {
  readonly trigger: Price
  readonly triggerBy: 'mark' | 'last'
  readonly side: 'buy' | 'sell'
  readonly size: Size
}

type Copying = {
  readonly position: Size
  readonly stops: readonly LeaderStop[]
  readonly part: Size
  readonly lot: Size
}

/** Leader's stops scaled to the part (negative: short): same triggers, whole lots, at most the part. @throws RangeError if the lot is 0 */
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

/** Shrinks stops to a smaller part: earlier ones keep their size, later ones are cut. Empty if the part is 0 or on the other side. */
export function cutStops(stops: readonly CopiedStop[], part: Size): CopiedStop[] {
  const side = part > 0n ? 'sell' : 'buy'
  let left = magnitude<bigint>(part)
  return stops.flatMap((stop): CopiedStop[] => {
    const amount = stop.side === side ? least<bigint>(stop.size, left) : 0n
    left -= amount
    return amount === 0n ? [] : [{ ...stop, size: size(amount) }]
  })
}
