import { MINUS } from '@aerie/core/numbers/decimal-figure'
import { percentText } from '@aerie/core/numbers/short-number-text'
import { Explain, Formula } from '../../../../ui/overlays/explain.tsx'
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
          The share of the account to risk for the fastest growth in the long run, if win rate and reward to risk are right. They are
          estimates: at full Kelly, a slightly optimistic one overbets, and losing half of the account is common. Most traders risk half or
          a quarter of it.
        </p>
        <Formula>f = p − (1−p) / R</Formula>
        <p>Above about twice Kelly, the account shrinks even with an edge.</p>
      </Explain>
    </dt>
    <dd>{kelly === null ? <span>{missing(hasTarget)}</span> : <Shares kelly={kelly} riskPercent={riskPercent} />}</dd>
  </div>
)

const missing = (hasTarget: boolean): string =>
  hasTarget ? '— Enter the win rate of such trades, from your own record.' : '— Needs a target with a profit, and a win rate.'

function Shares({ kelly, riskPercent }: { readonly kelly: Kelly; readonly riskPercent: number }) {
  const { fullPercent, expectedR, growthPercent } = kelly
  const expected = `Expected ${expectedR.toFixed(2).replace('-', MINUS)} R per trade`
  if (fullPercent <= 0) {
    return (
      <>
        <strong className="text-danger">No edge: do not trade</strong>{' '}
        <span>{`${expected}. Repeated, this trade loses whatever its size.`}</span>
      </>
    )
  }
  return (
    <>
      <strong>{`${shareText(fullPercent / 4)} · ${shareText(fullPercent / 2)} · ${shareText(fullPercent)}`}</strong>{' '}
      <span>{`quarter, half, full. ${expected}; at your ${shareText(riskPercent)} the account grows ${percentText(growthPercent)} per trade.`}</span>
      <span className={riskPercent > fullPercent / 2 ? 'block text-warning' : 'block'}>{warning(kelly, riskPercent)}</span>
    </>
  )
}

function warning({ fullPercent, ruinousPercent }: Kelly, riskPercent: number): string {
  if (ruinousPercent !== undefined && riskPercent >= ruinousPercent)
    return `Overbet: above ${shareText(ruinousPercent)} the account shrinks despite the edge.`
  if (riskPercent > fullPercent) return 'Overbet: more risk than full Kelly brings less growth.'
  if (riskPercent > fullPercent / 2) return 'More than half Kelly: a small error in your estimate makes it too much.'
  return 'Full Kelly overbets if your win rate is estimated too high. Half or a quarter is usual.'
}
