import { MINUS } from '@aerie/core/numbers/decimal-figure'
import { percentText } from '@aerie/core/numbers/short-number-text'
import { Explain, Formula } from '../../../../ui/overlays/explain.tsx'
import type { Kelly } from './risk-plan.ts'
import { shareText } from './risk-text.ts'
import { RISK_WORDS as WORDS } from './risk-words.ts'

type KellyResultProps = {
  readonly kelly: Kelly | null
  /** What the plan puts at risk, percent of the account. */
  readonly riskPercent: number
  readonly hasTarget: boolean
}

/** Kelly's fraction, its halves, and what the plan's own risk means beside it. */
export const KellyResult = ({ kelly, riskPercent, hasTarget }: KellyResultProps) => (
  <div data-wide>
    <dt>
      {WORDS.kellyResult.kelly}
      <Explain title={WORDS.kellyResult.kellysFraction}>
        <p>{WORDS.kellyResult.about}</p>
        <Formula>f = p − (1−p) / R</Formula>
        <p>{WORDS.kellyResult.aboutOverbetting}</p>
      </Explain>
    </dt>
    <dd>{kelly === null ? <span>{missing(hasTarget)}</span> : <Shares kelly={kelly} riskPercent={riskPercent} />}</dd>
  </div>
)

const missing = (hasTarget: boolean): string => (hasTarget ? WORDS.kellyResult.needsWinRate : WORDS.kellyResult.needsTarget)

function Shares({ kelly, riskPercent }: { readonly kelly: Kelly; readonly riskPercent: number }) {
  const { fullPercent, expectedR, growthPercent } = kelly
  const expected = WORDS.kellyResult.expectedR(expectedR.toFixed(2).replace('-', MINUS))
  if (fullPercent <= 0) {
    return (
      <>
        <strong className="text-danger">{WORDS.kellyResult.noEdge}</strong> <span>{WORDS.kellyResult.noEdgeText(expected)}</span>
      </>
    )
  }
  return (
    <>
      <strong>{`${shareText(fullPercent / 4)} · ${shareText(fullPercent / 2)} · ${shareText(fullPercent)}`}</strong>{' '}
      <span>{WORDS.kellyResult.summary(expected, shareText(riskPercent), percentText(growthPercent))}</span>
      <span className={riskPercent > fullPercent / 2 ? 'block text-warning' : 'block'}>{warning(kelly, riskPercent)}</span>
    </>
  )
}

function warning({ fullPercent, ruinousPercent }: Kelly, riskPercent: number): string {
  if (ruinousPercent !== undefined && riskPercent >= ruinousPercent) return WORDS.kellyResult.overbetRuinous(shareText(ruinousPercent))
  if (riskPercent > fullPercent) return WORDS.kellyResult.overbet
  if (riskPercent > fullPercent / 2) return WORDS.kellyResult.aboveHalf
  return WORDS.kellyResult.fullKellyNote
}
