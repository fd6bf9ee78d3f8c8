import { errorText } from '../../lib/error-text.ts'
import { figure, percentFigure, signedUsdc, toneOf, usdcFigure } from '../../trading/exact.ts'
import { nearestLiquidation, unguarded } from '../../trading/open-risk.ts'
import { accountWords } from '../../trading/source-words.ts'
import { readTrading, useTrading } from '../../trading/trading-store.ts'
import { Button } from '../../ui/button.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'

/** What is open in the trading account, and how far it is from harm. */
export function OpenRisk() {
  const { view, error } = useTrading()
  if (view === null && error === null) {
    return (
      <div role="status" aria-label="Loading your trading account" className="flex min-h-16 flex-col gap-2">
        <SkeletonRows count={2} />
      </div>
    )
  }
  if (view === null) {
    return (
      <p role="alert" className="flex flex-wrap items-center gap-2 text-12 text-warning">
        {`Your trading account could not be loaded. ${errorText(error)}`}
        <Button size="sm" onClick={() => void readTrading()}>
          Try Again
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
        <Fact title="Open positions">{String(positions.size)}</Fact>
        <Fact title="Unrealised" tone={toneOf(account.unrealised)}>
          {signedUsdc(account.unrealised)}
        </Fact>
        <Fact title="Margin used">{usdcFigure(account.margin_used)}</Fact>
        <Fact title="Equity">{usdcFigure(account.equity)}</Fact>
      </dl>
      {nearest !== null && (
        <p className="text-12 text-ink-2">
          {`Nearest liquidation: ${nearest.symbol} at ${figure(nearest.price)}, ${percentFigure(nearest.away)} from the mark price.`}
        </p>
      )}
      {bare.length > 0 && <p className="text-12 text-warning">{`Without a stop: ${bare.join(', ')}.`}</p>}
      <p className="flex flex-wrap items-center gap-2 text-12 text-ink-2">
        <ButtonLink size="sm" to="/claw/trade">
          Trade
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
    <dd className={`num break-words font-medium text-15 ${tone === undefined ? 'text-ink-1' : tone === 'up' ? 'text-up' : 'text-down'}`}>
      {children}
    </dd>
  </div>
)
