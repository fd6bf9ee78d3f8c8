import { percentText } from '@aerie/core/numbers/short-number-text'
import type { LeaderRow } from '@aerie/wire/copies'
import { DASH } from '../../platform/format/figures.ts'
import { COPY_TEXT } from './copy-words.ts'

const TEXT = COPY_TEXT.leaders
type Figure = LeaderRow['return']

export const shareText = (value: number): string => percentText(value * 100)

/** By the rounded value: 0.00 % is neutral. */
const toneOf = (value: number): string => (Math.abs(value) < 0.000_05 ? 'text-ink-1' : value > 0 ? 'text-up' : 'text-down')

export function LeaderFigure({ figure: { value, n, reason }, of }: { readonly figure: Figure; readonly of: 'days' | 'followers' }) {
  if (value === null)
    return (
      <span className="text-ink-2" title={reason ?? 'Not known'}>
        {DASH}
        <span className="block text-11">{reason ?? 'Not known'}</span>
      </span>
    )
  return (
    <span className={`num ${toneOf(value)}`}>
      {shareText(value)}
      <span className="block text-11 text-ink-2">{of === 'days' ? TEXT.days(n) : TEXT.ofFollowers(n)}</span>
    </span>
  )
}
