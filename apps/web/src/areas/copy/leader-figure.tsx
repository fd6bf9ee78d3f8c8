import { percentText } from '@aerie/core/numbers/number-text'
import type { LeaderRow } from '@aerie/wire/copies'
import { DASH } from '../../platform/format/figures.ts'

type Figure = LeaderRow['return']
type TitledFigure = { readonly title: string; readonly figure: Figure; readonly of: 'days' | 'followers' }

const figuresOf = ({ followers_result, return: own, return_lower, max_drawdown }: LeaderRow): readonly TitledFigure[] => [
  { title: 'Followers’ result', figure: followers_result, of: 'followers' },
  { title: 'Own return', figure: own, of: 'days' },
  { title: 'Daily return, lower bound', figure: return_lower, of: 'days' },
  { title: 'Max drawdown', figure: max_drawdown, of: 'days' },
]

/** Neighbours that are unknown for one reason, together: it is shown once. */
export const figureGroups = (leader: LeaderRow): readonly (readonly [TitledFigure, ...TitledFigure[]])[] =>
  figuresOf(leader).reduce<[TitledFigure, ...TitledFigure[]][]>((groups, one) => {
    const last = groups.at(-1)
    if (last !== undefined && one.figure.reason !== null && last[0].figure.reason === one.figure.reason) last.push(one)
    else groups.push([one])
    return groups
  }, [])

export const groupTitle = (group: readonly TitledFigure[]): string => group.map(({ title }) => title).join(' · ')

export const shareText = (value: number): string => percentText(value * 100)

/** By the rounded value: 0.00 % is neutral. */
const toneOf = (value: number): string => (Math.abs(value) < 0.000_05 ? 'text-ink-1' : value > 0 ? 'text-up' : 'text-down')

export function LeaderFigure({ figure: { value, n, reason }, of }: Omit<TitledFigure, 'title'>) {
  if (value === null)
    return (
      <span className="text-ink-2">
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
