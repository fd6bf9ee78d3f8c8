import { MINUS } from '@aerie/core/numbers/decimal-figure'
import type { LeaderPage as Leader } from '@aerie/wire/copies'
import { useQuery } from '@tanstack/react-query'
import { queryClient } from '../../platform/api/query-client.ts'
import { SOURCE_LABELS } from '../../platform/format/market-text.ts'
import { Button } from '../../ui/controls/button.tsx'
import { QueryView } from '../../ui/states/query-view.tsx'
import { leaderQuery } from './copy-calls.ts'
import { CurveLine, FollowForm } from './follow-form.tsx'
import { daysText, LeaderFigure, shareText } from './leader-figure.tsx'

/** Share of equity. */
const LEAST_SPAN = 0.01

type LeaderPageProps = { readonly id: string; readonly onBack: () => void; readonly onCopies: () => void }

export function LeaderPage({ id, onBack, onCopies }: LeaderPageProps) {
  const query = useQuery(leaderQuery(id), queryClient)
  return (
    <div className="flex flex-col gap-4 p-3">
      <div>
        <Button size="sm" variant="ghost" onClick={onBack}>
          All leaders
        </Button>
      </div>
      <QueryView
        query={query}
        loading="Loading leaders"
        failed="The leaders could not be loaded."
        rows={5}
        rowClassName="h-11 w-full"
        className="p-3"
      >
        {(leader) => (
          <div className="copy-leader">
            <div className="flex min-w-0 flex-col gap-4">
              <div>
                <h2 className="font-semibold text-18">{leader.name}</h2>
                {leader.about !== '' && <p className="text-13 text-ink-2">{leader.about}</p>}
                <p className="text-12 text-ink-2">{SOURCE_LABELS[leader.source_kind]}</p>
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
  <dl className="copy-figures">
    {(
      [
        ['Followers’ result', leader.followers_result, 'followers'],
        ['Own return', leader.return, 'days'],
        ['Daily return, lower bound', leader.return_lower, 'days'],
        ['Max drawdown', leader.max_drawdown, 'days'],
      ] as const
    ).map(([title, figure, of]) => (
      <div key={title}>
        <dt className="text-12 text-ink-2">{title}</dt>
        <dd>
          <LeaderFigure figure={figure} of={of} />
        </dd>
      </div>
    ))}
  </dl>
)

const equityText = (part: number): string => `${(part * 100).toFixed(2).replace('-', MINUS)}%`

function Curves({ leader: { curve } }: { readonly leader: Leader }) {
  const last = curve.at(-1)
  if (last === undefined) return <p className="text-13 text-ink-2">No curve: no trade of this leader has closed in this market.</p>
  const below = curve.map((point) => point.below)
  return (
    <>
      <CurveLine
        title="Equity by days"
        summary={`${daysText(curve.length)}, now at ${equityText(last.equity)} of the start.`}
        values={[1, ...curve.map(({ equity }) => equity)]}
        leastSpan={LEAST_SPAN}
        format={equityText}
      />
      <CurveLine
        title="Below the peak"
        summary={`Deepest: ${shareText(Math.min(...below))}.`}
        values={[0, ...below]}
        leastSpan={LEAST_SPAN}
        format={shareText}
      />
    </>
  )
}
