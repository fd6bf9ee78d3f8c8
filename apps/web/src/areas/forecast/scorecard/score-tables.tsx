import type { Scorecard } from '@aerie/wire/market/forecasts'
import type { ReactNode } from 'react'
import { Explain } from '../../../ui/overlays/explain.tsx'
import { FigureCell } from '../../../ui/table.tsx'
import { Explanation } from './explanations.tsx'
import { Panel } from './panel.tsx'
import { hasEnoughOutcomes, missingRatioText, ratioText, scoreText, shareText, verdict } from './scorecard-text.ts'

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
    <FigureCell className="px-2 font-semibold">{score === null ? '—' : scoreText(score.ours)}</FigureCell>
    <FigureCell className="px-2">{score === null ? '—' : scoreText(score.random_walk)}</FigureCell>
    {hasRatio && <FigureCell className="pl-2">{score === null ? '—' : ratioText(score.ratio)}</FigureCell>}
  </tr>
)

export const CoverageTable = ({ card }: { readonly card: Scorecard }) => (
  <Panel title="Coverage" explained={<Explanation of="coverage" />}>
    <table className="num w-full text-13">
      <thead className="text-left text-12 text-ink-2">
        <tr>
          <th scope="col" className="py-1 font-medium">
            Band
          </th>
          <th scope="col" className="px-2 text-right font-medium">
            Held
          </th>
          <th scope="col" className="px-2 font-medium">
            <div className="flex items-center">
              95% interval
              <Explain title="95% interval">
                <Explanation of="interval" />
              </Explain>
            </div>
          </th>
        </tr>
      </thead>
      <tbody>
        {card.coverage.map((band) => (
          <CoverageRow key={band.percent} band={band} isJudged={hasEnoughOutcomes(card)} />
        ))}
      </tbody>
    </table>
  </Panel>
)

type CoverageRowProps = { readonly band: Scorecard['coverage'][number]; readonly isJudged: boolean }

function CoverageRow({ band: { percent, share, low, high }, isJudged }: CoverageRowProps) {
  return (
    <tr className="border-line border-t">
      <th scope="row" className="py-1.5 text-left font-normal text-ink-2">
        {percent}%
      </th>
      <FigureCell className="px-2 text-right font-semibold">{share === null ? '—' : shareText(share)}</FigureCell>
      {low === null || high === null ? (
        <td className="px-2 text-ink-2">no outcome yet</td>
      ) : (
        <td className="px-2 py-1.5">
          <CoverageBar percent={percent} share={share} low={low} high={high} />
          <span className="text-12 text-ink-2">
            {`${shareText(low)} to ${shareText(high)}`}
            {isJudged && `; ${verdict(percent / 100, low, high)}`}
          </span>
        </td>
      )}
    </tr>
  )
}

type CoverageBarProps = { readonly percent: number; readonly share: number | null; readonly low: number; readonly high: number }

const CoverageBar = ({ percent, share, low, high }: CoverageBarProps) => (
  <svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true" className="coverage-bar">
    <rect className="track" y="3" width="100" height="2" />
    <rect className="interval" x={low * 100} y="2" width={Math.max(0.5, (high - low) * 100)} height="4" />
    <rect className="nominal" x={percent - 0.3} width="0.6" height="8" />
    {share !== null && <rect className="share" x={share * 100 - 0.8} y="1" width="1.6" height="6" />}
  </svg>
)
