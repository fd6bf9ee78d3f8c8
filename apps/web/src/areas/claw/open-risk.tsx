import type { ReactNode } from 'react'
import { amountFigure, exactTitle, percentFigure, signedAmount, toneOf } from '../../platform/format/figures.ts'
import { ButtonLink } from '../../ui/controls/button.tsx'
import { QueryView } from '../../ui/states/query-view.tsx'
import { type AccountView, accountText, nearestLiquidation, unguarded, usePriceText, useTradingQuery } from '../trading/index.ts'

export function OpenRisk() {
  return (
    <QueryView
      query={useTradingQuery()}
      loading="Loading your trading account"
      failed="Your trading account could not be loaded"
      className="min-h-16"
      rowClassName="h-4 w-full"
    >
      {(view) => <Risk view={view} />}
    </QueryView>
  )
}

function Risk({ view: { account, positions, orders } }: { readonly view: AccountView }) {
  const priceText = usePriceText()
  const nearest = nearestLiquidation(positions.values())
  const bare = unguarded(positions.values(), [...orders.values()])
  return (
    <>
      <dl className="claw-facts">
        <Fact title="Open positions">{String(positions.size)}</Fact>
        <Fact title="Unrealised" tone={toneOf(account.unrealised)}>
          <Amount of={account.unrealised} isSigned />
        </Fact>
        <Fact title="Margin used">
          <Amount of={account.margin_used} />
        </Fact>
        <Fact title="Equity">
          <Amount of={account.equity} />
        </Fact>
      </dl>
      {positions.size === 0 && (
        <p className="text-12 text-ink-2">Nothing is open. The nearest liquidation, and positions without a stop, appear here.</p>
      )}
      {nearest !== null && (
        <p className="text-12 text-ink-2">
          {`Nearest liquidation: ${nearest.symbol} at ${priceText(nearest.price, nearest.symbol)}, ${percentFigure(nearest.away)} from the mark price.`}
        </p>
      )}
      {bare.length > 0 && <p className="text-12 text-warning">{`Without a stop: ${bare.join(', ')}.`}</p>}
      <p className="flex flex-wrap items-center gap-2 text-12 text-ink-2">
        <ButtonLink size="sm" to="/claw/trade">
          Trade
        </ButtonLink>
        {accountText(account)}
      </p>
    </>
  )
}

type FactProps = { readonly title: string; readonly tone?: 'up' | 'down' | undefined; readonly children: ReactNode }

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

type AmountProps = {
  readonly of: string | null
  readonly isSigned?: boolean
  readonly unit?: string
}

/** Rounded amount; the title shows the exact one if they differ. */
export function Amount({ of, isSigned = false, unit }: AmountProps) {
  const text = isSigned ? signedAmount(of) : amountFigure(of)
  return (
    <span translate="no" title={exactTitle(of, text)}>
      {unit === undefined ? text : `${text} ${unit}`}
    </span>
  )
}
