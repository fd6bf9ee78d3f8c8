import { REGIME_PERCENTILES } from '@aerie/core/analytics/volatility'
import type { Regime, StatisticReason, Volatility } from '@aerie/wire/market/analytics'
import { useQuery } from '@tanstack/react-query'
import { queryClient } from '../../platform/api/query-client.ts'
import { DASH } from '../../platform/format/figures.ts'
import { SOURCE_LABELS } from '../../platform/format/market-text.ts'
import { LearnLink } from '../../platform/navigation/learn-link.tsx'
import { Moment } from '../../ui/moment.tsx'
import { Explain, Formula } from '../../ui/overlays/explain.tsx'
import { Panel } from '../../ui/panel.tsx'
import { QueryView } from '../../ui/states/query-view.tsx'
import { volatilityQuery } from '../market/index.ts'

const WINDOW_HOURS = 24
const DAYS = 90
const COINS = ['BTC', 'ETH'] as const

export const VolatilityPanel = ({ className }: { readonly className: string }) => (
  <Panel title="Volatility" className={className} trailing={<About />}>
    {COINS.map((symbol) => (
      <CoinVolatility key={symbol} symbol={symbol} />
    ))}
  </Panel>
)

function CoinVolatility({ symbol }: { readonly symbol: string }) {
  const query = useQuery(volatilityQuery(symbol, WINDOW_HOURS, DAYS), queryClient)
  return (
    <section
      aria-label={`Volatility of ${symbol}`}
      className="claw-volatility-coin flex flex-col gap-1.5 border-line border-b p-3 last:border-b-0"
    >
      <QueryView
        query={query}
        loading={`Loading the volatility of ${symbol}`}
        failed={`The volatility of ${symbol} could not be loaded`}
        stale={`The volatility of ${symbol} could not be updated; this is the last value.`}
        isCompact
        rows={3}
        rowClassName="h-4 w-full"
      >
        {(data) => <Regimes data={data} />}
      </QueryView>
    </section>
  )
}

function Regimes({ data }: { readonly data: Volatility }) {
  const { symbol, regime, reason, as_of, source, days_known } = data
  const now = data.estimators.close_to_close
  return (
    <>
      <p className="flex flex-wrap items-baseline gap-x-2">
        <span className="font-semibold text-13 text-ink-1">{symbol}</span>
        <span className="font-semibold text-15 text-ink-1">{regime === null ? DASH : regimeLabels[regime.name]}</span>
        <span className="num text-13 text-ink-2">{`${now.value === null ? DASH : `${now.value.toFixed(1)}%`} a year`}</span>
      </p>
      {regime === null ? (
        <p className="text-12 text-ink-2">{`No regime: ${reasonLabels[reason ?? 'no-history']}.`}</p>
      ) : (
        <>
          <RegimeScale percentile={regime.percentile} />
          <p className="num text-12 text-ink-2">
            {`Higher than in ${(regime.percentile * 100).toFixed(0)}% of the last ${days_known.toFixed(0)} days.`}{' '}
            {regime.since !== null && (
              <>
                Since <Moment at={regime.since} />.{' '}
              </>
            )}
            {regime.typical_hours === null
              ? 'The first such period.'
              : `Median duration: ${hours(regime.typical_hours)} (${regime.spells} periods).`}
          </p>
        </>
      )}
      <p className="num text-12 text-ink-3">
        {SOURCE_LABELS[source]}
        {` · ${now.candles} closed hourly candles to `}
        <Moment at={as_of} />
      </p>
    </>
  )
}

const hours = (count: number): string => (count === 1 ? '1 hour' : `${count.toFixed(0)} hours`)

const About = () => (
  <Explain title="the volatility regime">
    <p>{`How much the price moved in the last ${WINDOW_HOURS} hours, compared with the last ${DAYS} days.`}</p>
    <Formula>σ = √(Σ (r − mean)² ÷ (n − 1)) × √8760, r: hourly log returns</Formula>
    <p>Calm: lowest quarter. Normal: up to three quarters. High: up to 95%. Extreme: above.</p>
    <LearnLink term="volatility" />
  </Explain>
)

/** Upper ends of the four regimes, as percentiles. */
const ENDS = [...REGIME_PERCENTILES, 1]

const RegimeScale = ({ percentile }: { readonly percentile: number }) => (
  <svg
    viewBox="0 0 100 8"
    preserveAspectRatio="none"
    role="img"
    aria-label={`Percentile ${(percentile * 100).toFixed(0)} of 100`}
    className="claw-scale"
  >
    {ENDS.map((end, index) => {
      const from = ENDS[index - 1] ?? 0
      return (
        <rect
          key={end}
          className="claw-scale-part"
          data-part={index}
          x={from * 100 + 0.3}
          y={3}
          width={(end - from) * 100 - 0.6}
          height={3}
        />
      )
    })}
    <rect className="claw-scale-mark" x={Math.min(99, Math.max(0, percentile * 100 - 0.5))} y={0} width={1} height={8} />
  </svg>
)

const regimeLabels: Readonly<Record<Regime, string>> = { calm: 'Calm', normal: 'Normal', high: 'High', extreme: 'Extreme' }

const reasonLabels: Readonly<Record<StatisticReason, string>> = {
  'no-history': 'too few closed hourly candles',
  gaps: 'candles are missing',
}
