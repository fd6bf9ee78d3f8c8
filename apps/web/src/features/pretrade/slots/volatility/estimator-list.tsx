import type { Volatility } from '@aerie/wire/market/analytics'
import { Explain, Formula } from '../../../../ui/overlays/explain.tsx'
import { originText, yearlyText } from './volatility-text.ts'

const ESTIMATORS = [
  {
    key: 'close_to_close',
    title: 'Close to close',
    words: 'Standard deviation of hourly returns around their mean: the usual realised volatility.',
    formula: '√( Σ(u−ū)² / (n−1) · 8760 )',
  },
  {
    key: 'parkinson',
    title: 'Parkinson',
    words: 'Uses high and low. Needs a fifth of the candles for the same precision, but misses gaps between them.',
    formula: '√( Σ ln(H/L)² / (4n ln 2) · 8760 )',
  },
  {
    key: 'garman_klass',
    title: 'Garman–Klass',
    words: 'Uses open, high, low and close. Assumes no drift.',
    formula: '√( Σ[½ ln(H/L)² − (2 ln 2 − 1) ln(C/O)²] / n · 8760 )',
  },
  {
    key: 'yang_zhang',
    title: 'Yang–Zhang',
    words: 'Uses open, high, low, close and the gaps between candles. Not affected by drift.',
    formula: 'σ² = σ²(open) + k σ²(close) + (1−k) σ²(Rogers–Satchell), k = 0.34 / (1.34 + (n+1)/(n−1))',
  },
  {
    key: 'ewma',
    title: 'EWMA',
    words: 'RiskMetrics: squared returns, each day weighted 0.94 of the day after it. Uses the whole history, not a window.',
    formula: 'σ² = λ σ′² + (1−λ) u², λ = 0.94^(1/24) an hour',
  },
] as const satisfies ReadonlyArray<{
  readonly key: keyof Volatility['estimators']
  readonly title: string
  readonly words: string
  readonly formula: string
}>

/** The newest window by five estimators; each explains itself. */
export const EstimatorList = ({ estimators }: Pick<Volatility, 'estimators'>) => (
  <dl className="vol-estimators num">
    {ESTIMATORS.map(({ key, title, words, formula }) => (
      <div key={key} title={originText(estimators[key])}>
        <dt>
          {title}
          <Explain title={title}>
            <p>{words}</p>
            <Formula>{formula}</Formula>
            <p>{originText(estimators[key])}</p>
          </Explain>
        </dt>
        <dd translate="no">{yearlyText(estimators[key].value)}</dd>
      </div>
    ))}
  </dl>
)
