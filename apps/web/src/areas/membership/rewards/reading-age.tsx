import { SECOND_MS } from '@aerie/core/time'
import { ageText } from '../../../platform/live/market/age-text.ts'
import { chainTimeAt, useSecond } from './chain-clock.ts'

/** `as_of` is the second its figures are computed for. */
type Reading = { readonly block: number; readonly block_time: number; readonly as_of: number }
type ReadingAgeProps = {
  readonly reading: Reading
  readonly isFailing: boolean
  readonly isQuiet?: boolean
}

/** Three missed polls: the server is returning old values. */
const OLD_MS = 45 * SECOND_MS

/** By the chain's clock; marks stale figures. */
export function ReadingAge({ reading: { block, block_time, as_of }, isFailing, isQuiet = false }: ReadingAgeProps) {
  const now = chainTimeAt(useSecond())
  const since = (then: number) => ageText(Math.max(0, now - then))
  const at = block.toLocaleString('en-US')
  if (isFailing || now - as_of > OLD_MS)
    return (
      <p className="text-12 text-warning">{`Last update ${since(as_of)} ago, at block ${at}. The chain has not answered since. These figures may be out of date.`}</p>
    )
  return isQuiet ? null : (
    <p className="text-12 text-ink-2">{`As of block ${at}, mined ${since(block_time)} ago. Updated ${since(as_of)} ago.`}</p>
  )
}
