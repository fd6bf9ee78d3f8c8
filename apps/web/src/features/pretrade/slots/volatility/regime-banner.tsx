import { REGIME_PERCENTILES } from '@aerie/core/analytics/volatility-regime'
import { REGIMES, type Volatility } from '@aerie/wire/market/analytics'
import { LearnLink } from '../../../../navigation/learn-link.tsx'
import { Explain, Formula } from '../../../../ui/overlays/explain.tsx'
import { ordinalText, REGIME_NAMES, REGIME_SIGNS, reasonText, regimeWords, spanText, yearlyText } from './volatility-text.ts'

/** The regime in one line: its name, its place in the past, since when, and how long it usually lasts. */
export function RegimeBanner({ data }: { readonly data: Volatility }) {
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
        {`${symbol} over the last ${spanText(window_hours)}, against ${Math.round(days_known)} days. ${regimeWords(data)}`}
      </p>
    </div>
  )
}

/** Where the present stands among the hours of the past. */
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
