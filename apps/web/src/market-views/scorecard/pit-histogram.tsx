import { wilsonInterval } from '@aerie/forecast/scores'
import type { Scorecard } from '@aerie/wire/market/forecasts'
import { Explanation } from './explanations.tsx'
import { Panel } from './panel.tsx'
import { PlotTable } from './plot-table.tsx'
import { shareText } from './scorecard-text.ts'
import { SCORECARD_WORDS } from './scorecard-words.ts'

const { pit: WORDS } = SCORECARD_WORDS

const WIDTH = 300
const HEIGHT = 150
const BOTTOM = 20

/** Outcomes in each twentieth of the forecast: level bars are honest chances. */
export function PitHistogram({ card: { pit, independent } }: { readonly card: Scorecard }) {
  const total = pit.reduce((sum, count) => sum + count, 0)
  return (
    <Panel title="PIT histogram" explained={<Explanation of="pit" />}>
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
        heads={WORDS.heads}
        rows={shares.map((share, index) => [name(index), String(counts[index]), shareText(share)])}
      />
    </>
  )
}
