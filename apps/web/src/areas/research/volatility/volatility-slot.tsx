import '../analytics/statistics.css'
import './volatility.css'
import { REGIME_PERCENTILES } from '@aerie/core/analytics/volatility'
import { itemAt } from '@aerie/core/item-at'
import { REGIMES, VOLATILITY_DAYS, VOLATILITY_WINDOWS, type Volatility } from '@aerie/wire/market/analytics'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import * as z from 'zod/mini'
import { queryClient } from '../../../platform/api/query-client.ts'
import { momentText } from '../../../platform/format/market-text.ts'
import { LearnLink } from '../../../platform/navigation/learn-link.tsx'
import { Explain, Formula } from '../../../ui/overlays/explain.tsx'
import { Area } from '../../../ui/panel.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { QueryView } from '../../../ui/states/query-view.tsx'
import { linearValues } from '../../chart/index.ts'
import { PlotTable } from '../../forecast/index.ts'
import { volatilityQuery } from '../../market/index.ts'
import type { SlotProps } from '../../workspace/index.ts'
import { Choice, OriginLine, StatisticsLoading } from '../analytics/statistics-state.tsx'
import { type PlotScale, TimePlot } from '../analytics/time-plot.tsx'
import {
  ConePlot,
  ordinalText,
  originText,
  REGIME_NAMES,
  REGIME_SIGNS,
  reasonText,
  regimeText,
  spanText,
  yearlyText,
} from './cone-plot.tsx'

export function VolatilitySlot({ symbol, options: stored, changeOptions }: SlotProps) {
  const options = useMemo(() => parseVolatilityOptions(stored), [stored])
  const query = useQuery(volatilityQuery(symbol, options.window, options.days), queryClient)
  return (
    <div className="stat-slot">
      <div className="stat-toolbar" role="toolbar" aria-label="Volatility">
        <Choice
          label="Window"
          value={options.window}
          options={[
            [24, '24 hours'],
            [168, '7 days'],
            [720, '30 days'],
          ]}
          onChange={(window) => changeOptions({ ...options, window })}
        />
        <Choice
          label="Compared with"
          value={options.days}
          options={[
            [90, 'Past 90 days'],
            [400, 'Past 400 days'],
          ]}
          onChange={(days) => changeOptions({ ...options, days })}
        />
      </div>
      <QueryView
        query={query}
        skeleton={<StatisticsLoading label={volatilityOf(symbol)} />}
        failed={`The volatility of ${symbol} could not be loaded`}
        stale="Not updated:"
        errorClassName="px-3 py-2"
      >
        {(data) => (
          <>
            <Body data={data} />
            <OriginLine source={data.source} asOf={data.as_of} />
          </>
        )}
      </QueryView>
    </div>
  )
}

function Body({ data }: { readonly data: Volatility }) {
  const { symbol, days, days_known, estimators, cone, reason } = data
  if (days_known === 0) {
    return <EmptyState title={`No volatility of ${symbol}`}>{`${reasonText(reason)} It appears here with its hourly candles.`}</EmptyState>
  }
  return (
    // A scrollable area must be focusable.
    <Area className="stat-scroll vol-body" aria-label={volatilityOf(symbol)} tabIndex={0}>
      <RegimeBanner data={data} />
      {days_known < days - 1 && (
        <p className="text-12 text-warning">{`The history of ${symbol} has only ${Math.round(days_known)} of the ${days} days.`}</p>
      )}
      <EstimatorList estimators={estimators} />
      <div className="vol-plots">
        <figure>
          <figcaption>History, percent a year; shaded by regime</figcaption>
          <HistoryPlot data={data} />
        </figure>
        <figure>
          <figcaption>Cone: lowest to highest, middle half, median; dots are now</figcaption>
          <ConePlot symbol={symbol} cone={cone} />
        </figure>
      </div>
    </Area>
  )
}

const volatilityOf = (symbol: string) => `Volatility of ${symbol}`

const schema = z.object({
  window: z.catch(z.literal(VOLATILITY_WINDOWS), 168),
  days: z.catch(z.literal(VOLATILITY_DAYS), 90),
})
type VolatilityOptions = z.output<typeof schema>

function parseVolatilityOptions(stored: unknown): VolatilityOptions {
  const parsed = z.safeParse(schema, stored ?? {})
  return parsed.success ? parsed.data : z.parse(schema, {})
}

const ESTIMATORS = [
  {
    key: 'close_to_close',
    title: 'Close to close',
    description: 'Standard deviation of hourly returns around their mean: the usual realised volatility.',
    formula: '√( Σ(u−ū)² / (n−1) · 8760 )',
  },
  {
    key: 'parkinson',
    title: 'Parkinson',
    description: 'Uses high and low. Needs a fifth of the candles for the same precision, but misses gaps between them.',
    formula: '√( Σ ln(H/L)² / (4n ln 2) · 8760 )',
  },
  {
    key: 'garman_klass',
    title: 'Garman–Klass',
    description: 'Uses open, high, low and close. Assumes no drift.',
    formula: '√( Σ[½ ln(H/L)² − (2 ln 2 − 1) ln(C/O)²] / n · 8760 )',
  },
  {
    key: 'yang_zhang',
    title: 'Yang–Zhang',
    description: 'Uses open, high, low, close and the gaps between candles. Not affected by drift.',
    formula: 'σ² = σ²(open) + k σ²(close) + (1−k) σ²(Rogers–Satchell), k = 0.34 / (1.34 + (n+1)/(n−1))',
  },
  {
    key: 'ewma',
    title: 'EWMA',
    description: 'RiskMetrics: squared returns, each day weighted 0.94 of the day after it. Uses the whole history, not a window.',
    formula: 'σ² = λ σ′² + (1−λ) u², λ = 0.94^(1/24) an hour',
  },
] as const satisfies ReadonlyArray<{
  readonly key: keyof Volatility['estimators']
  readonly title: string
  readonly description: string
  readonly formula: string
}>

const EstimatorList = ({ estimators }: Pick<Volatility, 'estimators'>) => (
  <dl className="vol-estimators num">
    {ESTIMATORS.map(({ key, title, description, formula }) => (
      <div key={key} title={originText(estimators[key])}>
        <dt>
          {title}
          <Explain title={title}>
            <p>{description}</p>
            <Formula>{formula}</Formula>
            <p>{originText(estimators[key])}</p>
          </Explain>
        </dt>
        <dd translate="no">{yearlyText(estimators[key].value)}</dd>
      </div>
    ))}
  </dl>
)

function RegimeBanner({ data }: { readonly data: Volatility }) {
  const { regime, reason, symbol, window_hours, estimators, days_known } = data
  const now = estimators.close_to_close.value
  if (regime === null) {
    return (
      <div className="vol-banner">
        <p className="text-15">
          <span className="font-semibold">—</span> <span className="text-ink-2">{`No regime: ${reasonText(reason)}`}</span>
        </p>
      </div>
    )
  }
  return (
    <div className="vol-banner" data-regime={regime.name}>
      <div className="flex flex-wrap items-center gap-x-2">
        <span aria-hidden="true" className="vol-sign">
          {REGIME_SIGNS[regime.name]}
        </span>
        <strong className="text-18">{REGIME_NAMES[regime.name]}</strong>
        <span className="num text-13">{`${yearlyText(now)} a year · ${ordinalText(regime.percentile)} percentile`}</span>
        <Explanation />
      </div>
      <Meter share={regime.percentile} />
      <p className="text-12 text-ink-2">
        {`${symbol} over the last ${spanText(window_hours)}, against ${Math.round(days_known)} days. ${regimeText(data)}`}
      </p>
    </div>
  )
}

const Meter = ({ share }: { readonly share: number }) => (
  <svg viewBox="0 0 100 6" preserveAspectRatio="none" className="vol-meter" aria-hidden="true">
    {REGIMES.map((name, i) => {
      const from = 100 * (REGIME_PERCENTILES[i - 1] ?? 0)
      return <rect key={name} data-regime={name} x={from} y="1" width={100 * (REGIME_PERCENTILES[i] ?? 1) - from - 0.3} height="4" />
    })}
    <rect className="vol-now" x={Math.min(99, 100 * share - 0.4)} y="0" width="0.8" height="6" />
  </svg>
)

const Explanation = () => (
  <Explain title="Volatility regime">
    <p>Realised volatility: the standard deviation of hourly returns, annualised over 8,760 hours (the market never closes).</p>
    <Formula>σ = √( Σ(u−ū)² / (n−1) ) · √8760, u = ln(C / C′)</Formula>
    <p>
      Its percentile is the share of past hours that were calmer. Below the 25th it is calm, from the 75th high, from the 95th extreme.
      Every hour of the history is judged by the same thresholds as now.
    </p>
    <p>Windows overlap, so only a few in a history of 90 days are independent: the cone shows how many.</p>
    <LearnLink term="volatility" />
  </Explain>
)

const HEIGHT = 190
const ROWS = 30

function HistoryPlot({ data: { symbol, series, spells, thresholds, window_hours, days_known } }: { readonly data: Volatility }) {
  if (series.length < 2) return <p className="text-12 text-ink-2">Available once there is more history.</p>
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
