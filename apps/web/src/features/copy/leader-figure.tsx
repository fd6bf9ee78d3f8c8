import { percentText } from '@aerie/core/numbers/short-number-text'
import type { LeaderRow } from '@aerie/wire/copies'
import { DASH } from '../../live/market/figure-text.ts'
import { COPY_WORDS } from './copy-words.ts'

const WORDS = COPY_WORDS.leaders
type Figure = LeaderRow['return']

/** A fraction in percent with its sign. */
export const shareText = (value: number): string => percentText(value * 100)

/** A figure with what it rests on; a dash with the reason where there is none. */
export function LeaderFigure({ figure: { value, n, reason }, of }: { readonly figure: Figure; readonly of: 'days' | 'followers' }) {
  if (value === null)
    return (
      <span className="text-ink-2" title={reason ?? COPY_WORDS.unknown}>
        {DASH}
        <span className="block text-11">{reason ?? COPY_WORDS.unknown}</span>
      </span>
    )
  const tone = value > 0 ? 'text-up' : value < 0 ? 'text-down' : 'text-ink-1'
  return (
    <span className={`num ${tone}`}>
      {shareText(value)}
      <span className="block text-11 text-ink-2">{of === 'days' ? WORDS.days(n) : WORDS.ofFollowers(n)}</span>
    </span>
  )
}
