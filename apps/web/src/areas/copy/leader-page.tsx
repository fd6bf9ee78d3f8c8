import { MINUS } from '@aerie/core/numbers/decimal-figure'
import type { LeaderPage as Leader } from '@aerie/wire/copies'
import { useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { queryClient } from '../../platform/api/query-client.ts'
import { SOURCE_LABELS } from '../../platform/format/market-text.ts'
import { Button } from '../../ui/controls/button.tsx'
import { QueryView } from '../../ui/states/query-view.tsx'
import { leaderQuery } from './copy-calls.ts'
import { CopyCurve } from './copy-curve.tsx'
import { FollowForm } from './follow-form.tsx'
import { daysText, figureGroups, groupTitle, LeaderFigure, shareText } from './leader-figure.tsx'

/** Share of equity. */
const LEAST_SPAN = 0.01

type LeaderPageProps = { readonly id: string; readonly onBack: () => void; readonly onCopies: () => void }

export function LeaderPage({ id, onBack, onCopies }: LeaderPageProps) {
  const query = useQuery(leaderQuery(id), queryClient)
  return (
    <div className="flex flex-col gap-4 p-3">
      <Button size="sm" variant="ghost" className="-ml-2 self-start" onClick={onBack}>
        <ArrowLeft size={14} aria-hidden="true" /> All leaders
      </Button>
      <QueryView
        query={query}
        loading="Loading leaders"
        failed="The leaders could not be loaded."
        rows={5}
        rowClassName="h-11 w-full"
        className="p-3"
      >
        {(leader) => (
          <div className="grid grid-cols-1 gap-6 min-[60rem]:grid-cols-[minmax(0,1fr)_360px]">
            <div className="flex min-w-0 flex-col gap-4">
              <div>
                <h2 className="font-semibold text-18">{leader.name}</h2>
                <p className="text-12 text-ink-2">{SOURCE_LABELS[leader.source_kind]}</p>
                {leader.about !== '' && <p className="mt-1 max-w-[72ch] text-13 text-ink-2">{leader.about}</p>}
              </div>
              <Figures leader={leader} />
              <Curves leader={leader} />
            </div>
            <FollowForm leader={leader} onCopies={onCopies} />
          </div>
        )}
      </QueryView>
    </div>
  )
}

const Figures = ({ leader }: { readonly leader: Leader }) => (
  <dl className="grid grid-cols-[repeat(auto-fit,minmax(150px,1fr))] gap-x-4 gap-y-2">
    {figureGroups(leader).map((group) => (
      <div key={group[0].title} className={group.length > 1 ? 'col-span-full' : undefined}>
        <dt className="text-12 text-ink-2">{groupTitle(group)}</dt>
        <dd>
          <LeaderFigure {...group[0]} />
        </dd>
      </div>
    ))}
  </dl>
)

const equityText = (part: number): string => `${(part * 100).toFixed(2).replace('-', MINUS)}%`

/** Noon of a UTC day: the same date in nearly every zone. */
const noonOf = (day: string): number => Date.parse(`${day}T12:00:00Z`)

function Curves({ leader: { curve } }: { readonly leader: Leader }) {
  const [first, last] = [curve[0], curve.at(-1)]
  if (first === undefined || last === undefined)
    return <p className="text-13 text-ink-2">No curve: no trade of this leader has closed in this market.</p>
  const below = curve.map((point) => point.below)
  const axis = { leastSpan: LEAST_SPAN, span: [noonOf(first.day), noonOf(last.day)] } as const
  return (
    <>
      <CopyCurve
        title="Equity by days"
        summary={`${daysText(curve.length)}, now at ${equityText(last.equity)} of the start.`}
        values={[1, ...curve.map(({ equity }) => equity)]}
        format={equityText}
        {...axis}
      />
      <CopyCurve
        title="Below the peak"
        summary={`Deepest: ${shareText(Math.min(...below))}.`}
        values={[0, ...below]}
        format={shareText}
        isDepth
        {...axis}
      />
    </>
  )
}
