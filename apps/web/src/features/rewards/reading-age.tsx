import { ageText } from '../../live/age-text.ts'
import { useSecond } from './use-second.ts'

type ReadingAgeProps = { readonly block: number; readonly readAt: number; readonly isFailing: boolean }

/** Where figures come from and how old they are; that they could not be read again is said beside them. */
export function ReadingAge({ block, readAt, isFailing }: ReadingAgeProps) {
  const now = useSecond()
  return (
    <p className={isFailing ? 'text-12 text-warning' : 'text-12 text-ink-2'}>
      Read from the staking contract at block {block.toLocaleString('en-US')}, {ageText(Math.max(0, now - readAt))} ago.
      {isFailing && ' It could not be read again: what is shown may be old.'}
    </p>
  )
}
