import { itemAt } from '@aerie/core/item-at'
import { REGIMES, type Volatility } from '@aerie/wire/market/analytics'
import { linearValues } from '../../../../chart-engine/axes/axis-ticks.ts'
import { momentText } from '../../../../market-views/forecast/forecast-text.ts'
import { PlotTable } from '../../../../market-views/scorecard/plot-table.tsx'
import { type PlotScale, TimePlot } from '../../analytics/time-plot.tsx'
import { REGIME_NAMES, spanText, yearlyText } from './volatility-text.ts'
import { VOLATILITY_WORDS as WORDS } from './volatility-words.ts'

const HEIGHT = 190
const ROWS = 30

/** How volatility went, the regimes behind it. */
export function HistoryPlot({ data: { symbol, series, spells, thresholds, window_hours, days_known } }: { readonly data: Volatility }) {
  if (series.length < 2) return <p className="text-12 text-ink-2">{WORDS.shared.availableLater}</p>
  const high = 1.08 * Math.max(...series.map(([, value]) => value ?? 0), thresholds.at(-1) ?? 0)
  const first = itemAt(series, 0)[0]
  const rows = series.filter((_, i) => (series.length - 1 - i) % Math.ceil(series.length / ROWS) === 0)
  const regimeAt = (at: number): string => {
    const spell = spells.find(([from, until]) => at > from && at <= until)
    return spell === undefined ? '—' : REGIME_NAMES[itemAt(REGIMES, spell[2])]
  }
  return (
    <>
      <TimePlot
        label={`Volatility of ${symbol} over ${spanText(window_hours)}, for ${Math.round(days_known)} days: now ${yearlyText(series.at(-1)?.[1] ?? null)} a year.`}
        points={series}
        range={[0, high]}
        ticks={linearValues(0, high, HEIGHT)}
        tickText={(value) => `${value}%`}
        height={HEIGHT}
        behind={(scale) => <Regimes spells={spells} first={first} thresholds={thresholds} scale={scale} />}
      />
      <PlotTable
        caption={`Volatility history of ${symbol}`}
        heads={['Time', 'Volatility', 'Regime']}
        rows={rows.map(([at, value]) => [momentText(at), yearlyText(value), regimeAt(at)])}
      />
    </>
  )
}

type RegimesProps = Pick<Volatility, 'spells' | 'thresholds'> & { readonly first: number; readonly scale: PlotScale }

const Regimes = ({ spells, thresholds, first, scale }: RegimesProps) => (
  <>
    {spells.map(([from, until, regime]) => {
      const left = scale.x(Math.max(first, from))
      return until <= first ? null : (
        <rect
          key={from}
          data-regime={REGIMES[regime]}
          className="vol-spell"
          x={left}
          y="0"
          width={Math.max(0, scale.x(until) - left)}
          height={scale.height}
        />
      )
    })}
    {thresholds.map((threshold, i) => (
      <path key={REGIMES[i + 1]} className="vol-threshold" d={`M0 ${scale.y(threshold)}H${scale.width}`} />
    ))}
  </>
)
