import { SECOND_MS } from '@aerie/core/time'
import { ageText } from '../../live/market/age-text.ts'
import { chainTimeAt } from './chain-clock.ts'
import { useSecond } from './use-second.ts'

/** A reading of the chain: its newest block, and the second up to which its figures are worked out. */
type Reading = { readonly block: number; readonly block_time: number; readonly as_of: number }
type ReadingAgeProps = {
  readonly reading: Reading
  readonly isFailing: boolean
  /** Says nothing while the figures are fresh, where another line of the page says that already. */
  readonly isQuiet?: boolean
}

/** Three looks in a row without news: the server gives what it knew last. */
const OLD_MS = 45 * SECOND_MS

/** Where figures come from and how old they are, by the chain's own clock; that they are old is said. */
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
