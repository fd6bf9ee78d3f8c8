import { wilsonInterval } from '@aerie/forecast/scores'
import type { Scorecard } from '@aerie/wire/market/forecasts'
import { Explanation } from './explanations.tsx'
import { Panel } from './panel.tsx'
import { PlotTable } from './plot-table.tsx'
import { shareText } from './scorecard-text.ts'

const SIZE = 260
const EDGE = 30

export type CalibrationPoint = { readonly nominal: number; readonly observed: number; readonly low: number; readonly high: number }

export const calibrationPoints = ({ calibration, independent }: Pick<Scorecard, 'calibration' | 'independent'>): CalibrationPoint[] =>
  independent <= 0
    ? []
    : calibration.map(([nominal, observed]) => {
        const [low, high] = wilsonInterval(observed, independent)
        return { nominal, observed, low, high }
      })

export function CalibrationPlot({ card }: { readonly card: Scorecard }) {
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
