import { percentText } from '@aerie/core/short-number-text'
import { Explain, Formula } from '../../../../ui/explain.tsx'
import type { Kelly } from './risk-plan.ts'
import { shareText } from './risk-text.ts'

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
      Kelly
      <Explain title="Kelly's fraction">
        <p>
          The share of the account to risk under which it grows fastest in the long run, if the share of wins and the reward to risk are
          true. They are estimates: at full Kelly an estimate a little too bright overbets, and halving of the account is ordinary. Most who
          use it take a half or a quarter.
        </p>
        <Formula>f = p − (1−p) / R</Formula>
        <p>Above about twice of it the account shrinks, edge or not.</p>
      </Explain>
    </dt>
    <dd>{kelly === null ? <span>{missing(hasTarget)}</span> : <Shares kelly={kelly} riskPercent={riskPercent} />}</dd>
  </div>
)

const missing = (hasTarget: boolean): string =>
  hasTarget ? '— Fill in how often such a trade wins, by your own record.' : '— Needs a target that pays, and how often such a trade wins.'

function Shares({ kelly, riskPercent }: { readonly kelly: Kelly; readonly riskPercent: number }) {
  const { fullPercent, expectedR, growthPercent } = kelly
  const expected = `Expected ${expectedR.toFixed(2).replace('-', '−')} R a trade`
  if (fullPercent <= 0) {
    return (
      <>
        <strong className="text-danger">No edge: don’t bet</strong>{' '}
        <span>{`${expected}. Repeated, this trade loses whatever its size.`}</span>
      </>
    )
  }
  return (
    <>
      <strong>{`${shareText(fullPercent / 4)} · ${shareText(fullPercent / 2)} · ${shareText(fullPercent)}`}</strong>{' '}
      <span>{`quarter, half, full. ${expected}; at your ${shareText(riskPercent)} the account grows ${percentText(growthPercent)} a trade.`}</span>
      <span className={riskPercent > fullPercent / 2 ? 'block text-warning' : 'block'}>{warning(kelly, riskPercent)}</span>
    </>
  )
}

function warning({ fullPercent, ruinousPercent }: Kelly, riskPercent: number): string {
  if (ruinousPercent !== undefined && riskPercent >= ruinousPercent)
    return `Overbet: above ${shareText(ruinousPercent)} the account shrinks in spite of the edge.`
  if (riskPercent > fullPercent) return 'Overbet: more risk than full Kelly brings less growth.'
  if (riskPercent > fullPercent / 2) return 'More than half Kelly: a small error in your estimate makes it too much.'
  return 'Full Kelly overbets as soon as the estimate is too bright: a half or a quarter is usual.'
}
