import { SECOND_MS } from '@aerie/core/time'
import { ageText } from '../../live/age-text.ts'
import { chainTimeAt } from './chain-clock.ts'
import { useSecond } from './use-second.ts'

/** A reading of the chain: its newest block, and the second up to which its figures are worked out. */
type Reading = { readonly block: number; readonly block_time: number; readonly as_of: number }
type ReadingAgeProps = { readonly reading: Reading; readonly isFailing: boolean }

/** Three looks in a row without news: the server gives what it knew last. */
const OLD_MS = 45 * SECOND_MS

/** Where figures come from and how old they are, by the chain's own clock; that they are old is said. */
export function ReadingAge({ reading: { block, block_time, as_of }, isFailing }: ReadingAgeProps) {
  const now = chainTimeAt(useSecond())
  const since = (then: number) => ageText(Math.max(0, now - then))
  const at = `block ${block.toLocaleString('en-US')}`
  if (isFailing || now - as_of > OLD_MS)
    return (
      <p className="text-12 text-warning">
        Last read {since(as_of)} ago, at {at}. The chain could not be read since: what is shown may be old.
      </p>
    )
  return (
    <p className="text-12 text-ink-2">
      Read {since(as_of)} ago at {at}, mined {since(block_time)} ago.
    </p>
  )
}
