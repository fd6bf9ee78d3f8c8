import type { Scorecard } from '@aerie/wire/market/forecasts'
import type { ReactNode } from 'react'
import { Explain } from '../../../ui/overlays/explain.tsx'
import { Explanation } from './explanations.tsx'
import { Panel } from './panel.tsx'
import { missingRatioText, ratioText, scoreText } from './scorecard-text.ts'

type Compared = NonNullable<Scorecard['crps']>
type ScoreRow = { readonly title: string; readonly explained: ReactNode; readonly score: Compared | null }

/** Our errors and those of "no change" on the same hours. A ratio only if there is enough data to claim one. */
export function ScoreTable({ card }: { readonly card: Scorecard }) {
  const why = missingRatioText(card)
  const rows: readonly ScoreRow[] = [
    { title: 'CRPS', explained: <Explanation of="crps" />, score: card.crps },
    { title: 'Tails', explained: <Explanation of="tail" />, score: card.tail_pinball },
    { title: 'Median error', explained: <Explanation of="median" />, score: card.median_error },
    { title: 'Width, 80%', explained: <Explanation of="width" />, score: card.width_80 },
  ]
  return (
    <Panel title="Error against “no change”" explained={<Explanation of="noChange" />}>
      <table className="num w-full text-right text-13">
        <thead className="text-12 text-ink-2">
          <tr>
            <th scope="col" className="py-1 text-left font-medium">
              Score
            </th>
            <th scope="col" className="px-2 font-medium">
              Ours
            </th>
            <th scope="col" className="px-2 font-medium">
              No change
            </th>
            {why === null && (
              <th scope="col" className="pl-2 font-medium">
                Ratio
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row key={row.title} {...row} hasRatio={why === null} />
          ))}
        </tbody>
      </table>
      {why !== null && <p className="mt-2 text-12 text-ink-2">{why}</p>}
    </Panel>
  )
}

const Row = ({ title, explained, score, hasRatio }: ScoreRow & { readonly hasRatio: boolean }) => (
  <tr className="border-line border-t">
    <th scope="row" className="py-1 text-left font-normal text-ink-2">
      <div className="flex items-center">
        {title}
        <Explain title={title}>{explained}</Explain>
      </div>
    </th>
    <td translate="no" className="px-2 font-semibold">
      {score === null ? '—' : scoreText(score.ours)}
    </td>
    <td translate="no" className="px-2">
      {score === null ? '—' : scoreText(score.random_walk)}
    </td>
    {hasRatio && (
      <td translate="no" className="pl-2">
        {score === null ? '—' : ratioText(score.ratio)}
      </td>
    )}
  </tr>
)
