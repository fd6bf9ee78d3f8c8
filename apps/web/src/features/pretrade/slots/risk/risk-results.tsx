import { percentText } from '@aerie/core/numbers/short-number-text'
import type { ReactNode } from 'react'
import { priceText } from '../../../../market-views/forecast/forecast-text.ts'
import { LearnLink } from '../../../../navigation/learn-link.tsx'
import { Area } from '../../../../ui/area.tsx'
import { Button } from '../../../../ui/controls/button.tsx'
import { copyText } from '../../../../ui/controls/copy-text.ts'
import { Explain, Formula } from '../../../../ui/overlays/explain.tsx'
import { KellyResult } from './kelly-result.tsx'
import type { RiskResult } from './risk-plan.ts'
import { formulasOf, ratioText, shareText, sizeText, summaryText } from './risk-text.ts'
import { RISK_WORDS as WORDS } from './risk-words.ts'

type RiskResultsProps = {
  readonly symbol: string
  readonly quote: string
  readonly result: RiskResult
  readonly maintenancePercent: number
  readonly onLeverage: (leverage: number) => void
  /** Takes the plan into the order ticket, as it was typed. */
  readonly onTrade: () => void
}

/** What the plan comes to; each figure explains itself with the numbers of this plan. */
export function RiskResults({ symbol, quote, result, maintenancePercent, onLeverage, onTrade }: RiskResultsProps) {
  const { plan, position, outcomes, liquidation, kelly, least } = result
  const formulas = formulasOf(result, maintenancePercent)
  const price = (value: number): string => priceText(value, quote)
  const copy = () => copyText(summaryText(symbol, quote, result), WORDS.results.planCopied, WORDS.results.planNotCopied)
  return (
    <Area className="risk-results num" aria-label={WORDS.results.result}>
      {liquidation.isBeforeStop && <LiquidationWarning result={result} onLeverage={onLeverage} />}
      <dl>
        <Result
          label={WORDS.results.size}
          title={WORDS.results.positionSize}
          value={`${sizeText(position.size)} ${symbol}`}
          sub={price(position.value)}
          isMain
        >
          <p>{WORDS.results.sizeAbout}</p>
          <Formula>{formulas.size}</Formula>
          <Formula>{formulas.perCoin}</Formula>
          <LearnLink term="sizing" />
        </Result>
        <Result
          label={WORDS.results.lossAtStop}
          value={price(position.loss)}
          sub={WORDS.results.ofTheAccount(shareText((100 * position.loss) / plan.account))}
        >
          <Formula>{formulas.budget}</Formula>
          <Formula>{formulas.loss}</Formula>
          <LearnLink term="stops" />
        </Result>
        <Result
          label={WORDS.results.margin}
          value={price(position.margin)}
          sub={WORDS.results.ofTheAccount(shareText((100 * position.margin) / plan.account))}
        >
          <Formula>{formulas.margin}</Formula>
        </Result>
        <Result
          label={WORDS.results.liquidation}
          value={liquidation.price === undefined ? WORDS.results.notPossible : price(liquidation.price)}
          sub={
            liquidation.awayPercent === undefined
              ? WORDS.results.neverLiquidated
              : WORDS.results.fromTheEntry(percentText(liquidation.awayPercent))
          }
        >
          <p>{WORDS.results.liquidationAbout}</p>
          <Formula>{formulas.liquidation}</Formula>
          <LearnLink term="liquidation" />
        </Result>
        {outcomes.map(({ target, outcome }, i) => (
          <Result
            key={target}
            label={outcomes.length === 1 ? WORDS.results.rewardToRisk : WORDS.results.rewardToRiskNumbered(i + 1)}
            value={ratioText(outcome.rewardToRisk)}
            sub={
              outcome.breakEvenRate === undefined
                ? WORDS.results.feesNotCovered(price(outcome.gain))
                : WORDS.results.breakEven(price(outcome.gain), shareText(100 * outcome.breakEvenRate))
            }
          >
            <p>{WORDS.results.rewardToRiskAbout}</p>
            {i === 0 && <Formula>{formulas.reward}</Formula>}
          </Result>
        ))}
        <KellyResult kelly={kelly} riskPercent={(100 * position.loss) / plan.account} hasTarget={outcomes.length > 0} />
      </dl>
      {position.limit === 'margin' && (
        <p className="risk-warning" role="status">
          {WORDS.results.limitedByAccount(plan.leverage, plan.riskPercent)}
        </p>
      )}
      {least?.isMissed === true && (
        <p className="risk-warning" role="status">
          {WORDS.results.belowLeast(ratioText(outcomes[0]?.outcome.rewardToRisk ?? 0), ratioText(least.rewardToRisk))}
        </p>
      )}
      <div className="flex justify-end gap-2">
        <Button size="sm" onClick={onTrade}>
          {WORDS.results.tradeThis}
        </Button>
        <Button size="sm" onClick={copy}>
          {WORDS.results.copyThePlan}
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
      <strong>{WORDS.results.liquidationFirst}</strong>{' '}
      {liquidation.safeLeverage >= 1
        ? WORDS.results.liquidationFirstText(plan.leverage, liquidation.safeLeverage)
        : WORDS.results.liquidationAlwaysFirst}
    </p>
    {liquidation.safeLeverage >= 1 && (
      <Button size="sm" onClick={() => onLeverage(liquidation.safeLeverage)}>
        {WORDS.results.use(liquidation.safeLeverage)}
      </Button>
    )}
  </div>
)
