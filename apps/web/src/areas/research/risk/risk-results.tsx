import { MINUS } from '@aerie/core/numbers/decimal-figure'
import { percentText } from '@aerie/core/numbers/number-text'
import type { ReactNode } from 'react'
import { priceText } from '../../../platform/format/market-text.ts'
import { LearnLink } from '../../../platform/navigation/learn-link.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { copyText } from '../../../ui/controls/copy-text.ts'
import { Explain, Formula } from '../../../ui/overlays/explain.tsx'
import { Area } from '../../../ui/panel.tsx'
import type { Kelly, RiskResult } from './risk-plan.ts'
import { formulasOf, ratioText, shareText, sizeText, summaryText } from './risk-text.ts'

type RiskResultsProps = {
  readonly symbol: string
  readonly quote: string
  readonly result: RiskResult
  readonly maintenancePercent: number
  readonly onLeverage: (leverage: number) => void
  readonly onTrade: () => void
}

export function RiskResults({ symbol, quote, result, maintenancePercent, onLeverage, onTrade }: RiskResultsProps) {
  const { plan, position, outcomes, liquidation, kelly, least } = result
  const formulas = formulasOf(result, maintenancePercent)
  const price = (value: number): string => priceText(value, quote)
  const copy = () => copyText(summaryText(symbol, quote, result), 'Plan copied.', 'Select the figures and copy them by hand.')
  return (
    <Area className="risk-results num" aria-label="Result">
      {liquidation.isBeforeStop && <LiquidationWarning result={result} onLeverage={onLeverage} />}
      <dl>
        <Result label="Size" title="Position size" value={`${sizeText(position.size)} ${symbol}`} sub={price(position.value)} isMain>
          <p>The amount at risk divided by the loss per coin from entry to stop, fees included. Rounded down to whole lots.</p>
          <Formula>{formulas.size}</Formula>
          <Formula>{formulas.perCoin}</Formula>
          <LearnLink term="sizing" />
        </Result>
        <Result label="Loss at the stop" value={price(position.loss)} sub={ofTheAccount(shareText((100 * position.loss) / plan.account))}>
          <Formula>{formulas.budget}</Formula>
          <Formula>{formulas.loss}</Formula>
          <LearnLink term="stops" />
        </Result>
        <Result label="Margin" value={price(position.margin)} sub={ofTheAccount(shareText((100 * position.margin) / plan.account))}>
          <Formula>{formulas.margin}</Formula>
        </Result>
        <Result
          label="Liquidation"
          value={liquidation.price === undefined ? 'not possible' : price(liquidation.price)}
          sub={
            liquidation.awayPercent === undefined
              ? 'the margin covers a fall to 0'
              : `${percentText(liquidation.awayPercent)} from the entry`
          }
        >
          <p>
            For a linear perpetual with isolated margin, maintenance margin on the entry value. Funding, fees and the tiers of large
            positions bring it closer: check with your exchange.
          </p>
          <Formula>{formulas.liquidation}</Formula>
          <LearnLink term="liquidation" />
        </Result>
        {outcomes.map(({ target, outcome }, i) => (
          <Result
            key={target}
            label={outcomes.length === 1 ? 'Reward to risk' : `Reward to risk ${i + 1}`}
            value={ratioText(outcome.rewardToRisk)}
            sub={
              outcome.breakEvenRate === undefined
                ? `${price(outcome.gain)}: the move does not cover the fees`
                : `${price(outcome.gain)} · break-even at ${shareText(100 * outcome.breakEvenRate)} wins`
            }
          >
            <p>Profit at the target after fees, divided by the loss at the stop. The break-even win rate is 1 / (1 + R).</p>
            {i === 0 && <Formula>{formulas.reward}</Formula>}
          </Result>
        ))}
        <KellyResult kelly={kelly} riskPercent={(100 * position.loss) / plan.account} hasTarget={outcomes.length > 0} />
      </dl>
      {position.limit === 'margin' && (
        <p className="risk-warning" role="status">
          {`Limited by the account: at ${plan.leverage}× it cannot carry more. The stop would cost less than the ${plan.riskPercent}% allowed.`}
        </p>
      )}
      {least?.isMissed === true && (
        <p className="risk-warning" role="status">
          {`Reward to risk ${ratioText(outcomes[0]?.outcome.rewardToRisk ?? 0)} is below your least, ${ratioText(least.rewardToRisk)}.`}
        </p>
      )}
      <div className="flex justify-end gap-2">
        <Button size="sm" onClick={onTrade}>
          Trade this
        </Button>
        <Button size="sm" onClick={copy}>
          Copy the plan
        </Button>
      </div>
    </Area>
  )
}

type ResultProps = {
  readonly label: string
  readonly title?: string
  readonly value: string
  readonly sub: string
  readonly isMain?: boolean
  readonly children: ReactNode
}

const Result = ({ label, title = label, value, sub, isMain = false, children }: ResultProps) => (
  <div data-main={isMain || undefined}>
    <dt>
      {label}
      <Explain title={title}>{children}</Explain>
    </dt>
    <dd>
      <strong>{value}</strong> <span>{sub}</span>
    </dd>
  </div>
)

const LiquidationWarning = ({ result: { plan, liquidation }, onLeverage }: Pick<RiskResultsProps, 'result' | 'onLeverage'>) => (
  <div className="risk-warning" data-severe role="alert">
    <p>
      <strong>Liquidation comes before the stop.</strong>{' '}
      {liquidation.safeLeverage >= 1
        ? `At ${plan.leverage}× the position is liquidated first and loses more than planned. Up to ${liquidation.safeLeverage}× the stop comes first.`
        : 'At any leverage, liquidation comes first. Move the stop closer.'}
    </p>
    {liquidation.safeLeverage >= 1 && (
      <Button size="sm" onClick={() => onLeverage(liquidation.safeLeverage)}>
        {`Use ${liquidation.safeLeverage}×`}
      </Button>
    )}
  </div>
)

const ofTheAccount = (share: string) => `${share} of the account`

type KellyResultProps = {
  readonly kelly: Kelly | null
  readonly riskPercent: number
  readonly hasTarget: boolean
}

const KellyResult = ({ kelly, riskPercent, hasTarget }: KellyResultProps) => (
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
  const expected = `Expected ${expectedR.toFixed(2).replace('-', MINUS)}R per trade`
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
