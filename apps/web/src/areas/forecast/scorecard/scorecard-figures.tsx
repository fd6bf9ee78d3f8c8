import { HOUR_MS } from '@aerie/core/time'
import { wilsonInterval } from '@aerie/forecast/scores'
import type { Scorecard as Card, Scorecard } from '@aerie/wire/market/forecasts'
import { dateText, SOURCE_LABELS } from '../../../platform/format/market-text.ts'
import { ageText } from '../../../platform/live/market/age-text.ts'
import { Moment } from '../../../ui/moment.tsx'
import { Explain } from '../../../ui/overlays/explain.tsx'
import { Explanation } from './explanations.tsx'
import { Panel, PlotTable } from './panel.tsx'
import { CoverageTable, ScoreTable } from './score-tables.tsx'
import { countText, hasEnoughOutcomes, NEEDED_OUTCOMES, shareText } from './scorecard-text.ts'

const SIZE = 260
const EDGE = 30

type CalibrationPoint = { readonly nominal: number; readonly observed: number; readonly low: number; readonly high: number }

export const calibrationPoints = ({ calibration, independent }: Pick<Scorecard, 'calibration' | 'independent'>): CalibrationPoint[] =>
  independent <= 0
    ? []
    : calibration.map(([nominal, observed]) => {
        const [low, high] = wilsonInterval(observed, independent)
        return { nominal, observed, low, high }
      })

function CalibrationPlot({ card }: { readonly card: Scorecard }) {
  const points = calibrationPoints(card)
  return (
    <Panel title="Calibration" explained={<Explanation of="calibration" />}>
      <Plot points={points} />
    </Panel>
  )
}

function Plot({ points }: { readonly points: readonly CalibrationPoint[] }) {
  const outside = points.filter(({ nominal, low, high }) => nominal < low || nominal > high).length
  return (
    <>
      <svg
        viewBox={`0 0 ${SIZE + EDGE + 18} ${SIZE + EDGE}`}
        role="img"
        aria-label={`Calibration: ${points.length - outside} of ${points.length} quantiles are within their interval.`}
        className="score-plot num"
      >
        <g transform={`translate(${EDGE} 8)`}>
          <Grid />
          <path className="plot-shade" d={shade(points)} />
          <path className="plot-diagonal" d={`M0 ${SIZE}L${SIZE} 0`} />
          <path className="plot-line" d={`M${points.map(({ nominal, observed }) => at(nominal, observed)).join('L')}`} />
          {points.map(({ nominal, observed }) => (
            <circle key={nominal} className="plot-dot" cx={nominal * SIZE} cy={(1 - observed) * SIZE} r="2.5" />
          ))}
        </g>
      </svg>
      <PlotTable
        caption="Calibration: the share of outcomes below each quantile"
        heads={['Stated', 'Observed', '95% interval']}
        rows={points.map(({ nominal, observed, low, high }) => [
          shareText(nominal),
          shareText(observed),
          `${shareText(low)} to ${shareText(high)}`,
        ])}
      />
    </>
  )
}

const at = (nominal: number, share: number): string => `${(nominal * SIZE).toFixed(1)} ${((1 - share) * SIZE).toFixed(1)}`

const shade = (points: readonly CalibrationPoint[]): string =>
  `M${[...points.map(({ nominal, high }) => at(nominal, high)), ...points.map(({ nominal, low }) => at(nominal, low)).toReversed()].join('L')}Z`

const Grid = () => (
  <g className="axes">
    {[0, 0.25, 0.5, 0.75, 1].map((share) => (
      <g key={share}>
        <path d={`M0 ${(1 - share) * SIZE}H${SIZE}M${share * SIZE} 0V${SIZE}`} className="plot-grid" />
        <text x={-6} y={(1 - share) * SIZE} dy="0.32em" textAnchor="end">
          {share * 100}
        </text>
        <text x={share * SIZE} y={SIZE + 16} textAnchor="middle">
          {share * 100}%
        </text>
      </g>
    ))}
  </g>
)

export const ScorecardFigures = ({ card }: { readonly card: Card }) => (
  <>
    <div className="text-13 text-ink-2">
      <span className={card.source === 'live' ? undefined : 'font-medium text-ink-1'}>{SOURCE_LABELS[card.source]}</span>
      {` · ${card.model} · `}
      {card.since === null || card.until === null ? (
        (card.warming?.detail ?? 'no forecast scored yet')
      ) : (
        <>
          since <Moment at={card.since} text={dateText(card.since)} />, last <Moment at={card.until} />
        </>
      )}
      <span className="num">
        {` · ${`${card.issued.toLocaleString('en-US')} made, ${card.scored.toLocaleString('en-US')} scored, ${countText(card.independent)} independent outcomes`}`}
      </span>
      <Explain title="Independent outcomes">
        <Explanation of="independent" />
      </Explain>
    </div>
    {!hasEnoughOutcomes(card) && <TooFewOutcomes card={card} />}
    {card.scored > 0 && (
      <div className="grid grid-cols-1 gap-3 md:grid-cols-2 xl:grid-cols-4">
        <CoverageTable card={card} />
        <ScoreTable card={card} />
        {hasEnoughOutcomes(card) && <CalibrationPlot card={card} />}
        {hasEnoughOutcomes(card) && <PitHistogram card={card} />}
      </div>
    )}
  </>
)

function TooFewOutcomes({ card }: { readonly card: Scorecard }) {
  const have = Math.min(NEEDED_OUTCOMES, Math.max(0, card.independent))
  return (
    <section aria-label="Too few outcomes for a verdict" className="flex flex-col gap-2 rounded-md border border-line bg-surface-1 p-4">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="font-semibold text-13 text-ink-1">Too few outcomes for a verdict</span>
        <span className="num text-13 text-ink-1">{`${countText(have)} of ${NEEDED_OUTCOMES} independent outcomes`}</span>
      </p>
      <div aria-hidden="true" className="h-1.5 overflow-hidden rounded-full bg-surface-3 forced-color-adjust-none forced-colors:border">
        <div className="h-full bg-ipc" style={{ width: `${(have / NEEDED_OUTCOMES) * 100}%` }} />
      </div>
      <p className="text-13 text-ink-2">
        {card.scored === 0
          ? 'Nothing has been scored yet. Every forecast is stored when it is made and scored when its hour has closed.'
          : 'The figures below are shown as they are. With so few outcomes, luck is larger than any difference.'}{' '}
        {`Verdicts, calibration and the spread of outcomes (PIT) appear at ${NEEDED_OUTCOMES} independent outcomes, in about ${ageText((NEEDED_OUTCOMES - have) * card.hours * HOUR_MS)}.`}
      </p>
    </section>
  )
}

const WIDTH = 300
const HEIGHT = 150
const BOTTOM = 20

/** Outcomes per twentieth of the forecast distribution: equal bars mean calibrated forecasts. */
function PitHistogram({ card: { pit, independent } }: { readonly card: Scorecard }) {
  const total = pit.reduce((sum, count) => sum + count, 0)
  return (
    <Panel title="Spread of outcomes (PIT)" explained={<Explanation of="pit" />}>
      <Bars shares={pit.map((count) => count / total)} counts={pit} independent={independent} />
    </Panel>
  )
}

type BarsProps = { readonly shares: readonly number[]; readonly counts: readonly number[]; readonly independent: number }

function Bars({ shares, counts, independent }: BarsProps) {
  const even = 1 / shares.length
  const [low, high] = wilsonInterval(even, independent)
  const top = Math.max(...shares, Math.min(high, even * 4)) * 1.05
  const y = (share: number) => HEIGHT - (Math.min(share, top) / top) * HEIGHT
  const bar = WIDTH / shares.length
  const name = (index: number) => `${index * 5} to ${(index + 1) * 5}%`
  return (
    <>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT + BOTTOM}`}
        role="img"
        aria-label={`Outcomes in each twentieth of the forecast: ${shareText(Math.min(...shares))} to ${shareText(Math.max(...shares))}; 5.0% each is ideal.`}
        className="score-plot num"
      >
        <rect className="plot-shade" y={y(high)} width={WIDTH} height={y(low) - y(high)} />
        {shares.map((share, index) => (
          <rect key={name(index)} className="plot-bar" x={index * bar + 1} y={y(share)} width={bar - 2} height={HEIGHT - y(share)} />
        ))}
        <path className="plot-diagonal" d={`M0 ${y(even)}H${WIDTH}`} />
        <g className="axes">
          {[0, 50, 100].map((percent) => (
            <text
              key={percent}
              x={(percent / 100) * WIDTH}
              y={HEIGHT + 15}
              textAnchor={percent === 0 ? 'start' : percent === 100 ? 'end' : 'middle'}
            >
              {percent}%
            </text>
          ))}
        </g>
      </svg>
      <PlotTable
        caption="Outcomes in each twentieth of the forecast"
        heads={['Part', 'Outcomes', 'Share']}
        rows={shares.map((share, index) => [name(index), String(counts[index]), shareText(share)])}
      />
    </>
  )
}
