import type { Volatility } from '@aerie/wire/market/analytics'
import { Explain, Formula } from '../../../../ui/overlays/explain.tsx'
import { originText, yearlyText } from './volatility-text.ts'
import { VOLATILITY_WORDS as WORDS } from './volatility-words.ts'

const ESTIMATORS = [
  {
    key: 'close_to_close',
    title: WORDS.estimatorList.closeToClose,
    words: WORDS.estimatorList.closeToCloseAbout,
    formula: '√( Σ(u−ū)² / (n−1) · 8760 )',
  },
  {
    key: 'parkinson',
    title: WORDS.estimatorList.parkinson,
    words: WORDS.estimatorList.parkinsonAbout,
    formula: '√( Σ ln(H/L)² / (4n ln 2) · 8760 )',
  },
  {
    key: 'garman_klass',
    title: WORDS.estimatorList.garmanKlass,
    words: WORDS.estimatorList.garmanKlassAbout,
    formula: '√( Σ[½ ln(H/L)² − (2 ln 2 − 1) ln(C/O)²] / n · 8760 )',
  },
  {
    key: 'yang_zhang',
    title: WORDS.estimatorList.yangZhang,
    words: WORDS.estimatorList.yangZhangAbout,
    formula: 'σ² = σ²(open) + k σ²(close) + (1−k) σ²(Rogers–Satchell), k = 0.34 / (1.34 + (n+1)/(n−1))',
  },
  {
    key: 'ewma',
    title: 'EWMA',
    words: WORDS.estimatorList.riskMetricsAbout,
    formula: WORDS.estimatorList.riskMetricsFormula,
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
