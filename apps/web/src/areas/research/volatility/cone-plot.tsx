import { HOUR_MS } from '@aerie/core/time'
import type { ConeRow, Regime, Statistic, StatisticReason, Volatility } from '@aerie/wire/market/analytics'
import { hoursText } from '../../../platform/format/market-text.ts'
import { useSize } from '../../../ui/hooks/use-size.ts'
import { Area } from '../../../ui/panel.tsx'
import { FigureCell, TableHead } from '../../../ui/table.tsx'
import { linearValues } from '../../chart/index.ts'

/** Percent per year, one decimal; a dash for null. */
export const yearlyText = (percent: number | null): string => (percent === null ? '—' : `${percent.toFixed(1)}%`)

/** Hours up to two days, then days. */
export const spanText = (hours: number): string => (hours < 48 ? hoursText(Math.round(hours)) : `${Math.round(hours / 24)} days`)

export const REGIME_NAMES: Readonly<Record<Regime, string>> = { calm: 'Calm', normal: 'Normal', high: 'High', extreme: 'Extreme' }

/** Symbol per regime, as an alternative to colour. */
export const REGIME_SIGNS: Readonly<Record<Regime, string>> = { calm: '▁', normal: '▃', high: '▅', extreme: '▇' }

/** Percentile as an ordinal: `82nd`. */
export function ordinalText(share: number): string {
  const place = Math.round(100 * share)
  const teen = place % 100 >= 11 && place % 100 <= 13
  return `${place}${teen ? 'th' : (['th', 'st', 'nd', 'rd'][place % 10] ?? 'th')}`
}

export const reasonText = (reason: StatisticReason | null): string =>
  reason === 'gaps' ? 'Candles are missing in this period.' : 'There is too little history for this coin yet.'

export const originText = ({ candles, since, reason }: Statistic): string => {
  if (reason !== null) return reasonText(reason)
  const from = since === null ? '' : ` since ${new Date(since).toISOString().slice(0, 16).replace('T', ' ')} UTC`
  return `${candles.toLocaleString('en-US')} hourly candles${from}`
}

export function regimeText({ regime, as_of, days_known }: Pick<Volatility, 'regime' | 'as_of' | 'days_known'>): string {
  if (regime === null) return ''
  const lasted =
    regime.since === null ? `for longer than the ${Math.round(days_known)} days known` : `for ${spanText((as_of - regime.since) / HOUR_MS)}`
  const usual =
    regime.typical_hours === null || regime.longest_hours === null
      ? 'No such period has ended in this history.'
      : `Earlier ones lasted ${spanText(regime.typical_hours)} (median) and ${spanText(regime.longest_hours)} at most (${regime.spells} periods).`
  return `This period has lasted ${lasted}. ${usual}`
}

const HEIGHT = 190
const LEFT = 44
const RIGHT = 12
const TOP = 8
const BOTTOM = 20

export function ConePlot({ symbol, cone }: { readonly symbol: string; readonly cone: readonly ConeRow[] }) {
  const [size, measure] = useSize()
  if (cone.length < 2) return <p className="text-12 text-ink-2">Available once there is more history.</p>
  const width = Math.max(1, (size?.width ?? 320) - LEFT - RIGHT)
  const height = HEIGHT - TOP - BOTTOM
  const high = 1.08 * Math.max(...cone.map((row) => Math.max(row.highest, row.now ?? 0)))
  const x = (i: number): number => (width * i) / (cone.length - 1)
  const y = (value: number): number => height * (1 - value / high)
  const line = (of: (row: ConeRow) => number): string => `M${cone.map((row, i) => `${x(i).toFixed(1)} ${y(of(row)).toFixed(1)}`).join('L')}`
  const band = (low: (row: ConeRow) => number, top: (row: ConeRow) => number): string =>
    `${line(top)}L${cone
      .map((row, i) => `${x(i).toFixed(1)} ${y(low(row)).toFixed(1)}`)
      .toReversed()
      .join('L')}Z`
  return (
    <>
      <div ref={measure} className="stat-plot">
        <svg width={width + LEFT + RIGHT} height={HEIGHT} role="img" aria-label={coneText(symbol, cone)} className="num">
          <g transform={`translate(${LEFT} ${TOP})`}>
            <path
              className="vol-outer"
              d={band(
                (row) => row.lowest,
                (row) => row.highest,
              )}
            />
            <path
              className="vol-inner"
              d={band(
                (row) => row.quarter,
                (row) => row.three_quarters,
              )}
            />
            {linearValues(0, high, HEIGHT).map((tick) => (
              <g key={tick}>
                <path className="stat-grid" d={`M0 ${y(tick)}H${width}`} />
                <text x={-6} y={y(tick)} dy="0.32em" textAnchor="end">{`${tick}%`}</text>
              </g>
            ))}
            <path className="vol-median" d={line((row) => row.median)} />
            {cone.map(({ hours, now }, i) => (
              <g key={hours}>
                <text x={x(i)} y={height + 15} textAnchor={i === 0 ? 'start' : i === cone.length - 1 ? 'end' : 'middle'}>
                  {hours < 48 ? `${hours} h` : `${hours / 24} d`}
                </text>
                {now !== null && <circle className="vol-dot" cx={x(i)} cy={y(now)} r="3.5" />}
              </g>
            ))}
          </g>
        </svg>
      </div>
      <ConeTable cone={cone} />
    </>
  )
}

const coneText = (symbol: string, cone: readonly ConeRow[]): string =>
  `Volatility cone of ${symbol}. ${cone.map(({ hours, median, now }) => `${spanText(hours)}: now ${yearlyText(now)}, median ${yearlyText(median)}`).join('; ')}.`

const HEADS = ['Window', 'Now', 'Lowest', '25%', 'Median', '75%', 'Highest', 'Windows', 'Independent']

const ConeTable = ({ cone }: { readonly cone: readonly ConeRow[] }) => (
  // A scrollable area must be focusable.
  <Area className="scroll-sideways" aria-label="Cone as a table" tabIndex={0}>
    <table className="stat-table vol-cone-table num">
      <caption className="sr-only">Volatility by window, percent a year</caption>
      <TableHead titles={HEADS} />
      <tbody>
        {cone.map((row) => (
          <tr key={row.hours}>
            <th scope="row">{spanText(row.hours)}</th>
            <FigureCell className="text-accent-text">{yearlyText(row.now)}</FigureCell>
            {[row.lowest, row.quarter, row.median, row.three_quarters, row.highest].map((value, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: cells keep the position of their column
              <FigureCell key={i}>{yearlyText(value)}</FigureCell>
            ))}
            <FigureCell>{row.windows.toLocaleString('en-US')}</FigureCell>
            <FigureCell>{row.independent.toFixed(1)}</FigureCell>
          </tr>
        ))}
      </tbody>
    </table>
  </Area>
)
