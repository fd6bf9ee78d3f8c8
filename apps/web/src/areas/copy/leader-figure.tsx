import { percentText } from '@aerie/core/numbers/number-text'
import type { LeaderRow } from '@aerie/wire/copies'
import { DASH } from '../../platform/format/figures.ts'

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
      <span className="block text-11 text-ink-2">{of === 'days' ? daysText(n) : n === 1 ? '1 follower' : `${n} followers`}</span>
    </span>
  )
}

export const daysText = (n: number): string => (n === 1 ? '1 day' : `${n} days`)
