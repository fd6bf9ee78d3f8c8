import { REGIME_PERCENTILES } from '@aerie/core/analytics/volatility-regime'
import { REGIMES, type Volatility } from '@aerie/wire/market/analytics'
import { LearnLink } from '../../../../navigation/learn-link.tsx'
import { Explain, Formula } from '../../../../ui/overlays/explain.tsx'
import { ordinalText, REGIME_NAMES, REGIME_SIGNS, reasonText, regimeWords, spanText, yearlyText } from './volatility-text.ts'
import { VOLATILITY_WORDS as WORDS } from './volatility-words.ts'

/** The regime in one line: its name, its place in the past, since when, and how long it usually lasts. */
export function RegimeBanner({ data }: { readonly data: Volatility }) {
  const { regime, reason, symbol, window_hours, estimators, days_known } = data
  const now = estimators.close_to_close.value
  if (regime === null) {
    return (
      <div className="vol-banner">
        <p className="text-15">
          <span className="font-semibold">—</span> <span className="text-ink-2">{WORDS.regimeBanner.noRegime(reasonText(reason))}</span>
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
        {WORDS.regimeBanner.basis(symbol, spanText(window_hours), Math.round(days_known), regimeWords(data))}
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
  <Explain title={WORDS.regimeBanner.volatilityRegime}>
    <p>{WORDS.regimeBanner.about}</p>
    <Formula>{WORDS.regimeBanner.regimeFormula}</Formula>
    <p>{WORDS.regimeBanner.aboutPercentile}</p>
    <p>{WORDS.regimeBanner.aboutOverlap}</p>
    <LearnLink term="volatility" />
  </Explain>
)
