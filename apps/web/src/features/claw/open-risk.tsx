import { errorText } from '../../lib/http/error-text.ts'
import { figure, percentFigure, shortDigits, signedUsdc, toneOf, usdcFigure } from '../../trading/account/exact.ts'
import { nearestLiquidation, unguarded } from '../../trading/account/open-risk.ts'
import { readTrading, useTrading } from '../../trading/account/trading-store.ts'
import { accountWords } from '../../trading/source-words.ts'
import { Button } from '../../ui/controls/button.tsx'
import { ButtonLink } from '../../ui/controls/button-link.tsx'
import { SkeletonRows } from '../../ui/states/skeleton.tsx'
import * as WORDS from './open-risk-words.ts'

/** What is open in the trading account, and how far it is from harm. */
export function OpenRisk() {
  const { view, error } = useTrading()
  if (view === null && error === null) {
    return (
      <div role="status" aria-label={WORDS.loadingTradingAccount} className="flex min-h-16 flex-col gap-2">
        <SkeletonRows count={2} />
      </div>
    )
  }
  if (view === null) {
    return (
      <p role="alert" className="flex flex-wrap items-center gap-2 text-12 text-warning">
        {WORDS.tradingAccountFailed(errorText(error))}
        <Button size="sm" onClick={() => void readTrading()}>
          {WORDS.tryAgain}
        </Button>
      </p>
    )
  }
  const { account, positions, orders } = view
  const nearest = nearestLiquidation(positions.values())
  const bare = unguarded(positions.values(), [...orders.values()])
  return (
    <>
      <dl className="claw-facts">
        <Fact title={WORDS.openPositions}>{String(positions.size)}</Fact>
        <Fact title={WORDS.unrealised} tone={toneOf(account.unrealised)}>
          {signedUsdc(account.unrealised)}
        </Fact>
        <Fact title={WORDS.marginUsed}>{usdcFigure(account.margin_used)}</Fact>
        <Fact title={WORDS.equity}>{usdcFigure(account.equity)}</Fact>
      </dl>
      {positions.size === 0 && <p className="text-12 text-ink-2">{WORDS.nothingOpen}</p>}
      {nearest !== null && (
        <p className="text-12 text-ink-2">
          {WORDS.nearestLiquidation(nearest.symbol, figure(shortDigits(nearest.price)), percentFigure(nearest.away))}
        </p>
      )}
      {bare.length > 0 && <p className="text-12 text-warning">{WORDS.withoutAStop(bare.join(', '))}</p>}
      <p className="flex flex-wrap items-center gap-2 text-12 text-ink-2">
        <ButtonLink size="sm" to="/claw/trade">
          {WORDS.trade}
        </ButtonLink>
        {accountWords(account)}
      </p>
    </>
  )
}

type FactProps = { readonly title: string; readonly tone?: 'up' | 'down' | undefined; readonly children: string }

/** A figure under its name. */
export const Fact = ({ title, tone, children }: FactProps) => (
  <div className="min-w-0">
    <dt className="text-12 text-ink-2">{title}</dt>
    <dd
      translate="no"
      className={`num break-words font-medium text-15 ${tone === undefined ? 'text-ink-1' : tone === 'up' ? 'text-up' : 'text-down'}`}
    >
      {children}
    </dd>
  </div>
)
