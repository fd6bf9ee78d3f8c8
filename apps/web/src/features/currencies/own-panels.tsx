import type { TradingPosition } from '@aerie/wire/trading/trading-positions'
import type { ReactNode } from 'react'
import { amountFigure, DASH, exactFigure, signedAmount, toneOf } from '../../platform/format/figures.ts'
import type { AccountView } from '../../trading/account/account-view.ts'
import { Price } from '../../trading/account/price.tsx'
import { useTradingQuery } from '../../trading/account/trading-store.ts'
import { tradeThis } from '../../trading/orders/trade-this.ts'
import { accountWords } from '../../trading/source-words.ts'
import { Button } from '../../ui/controls/button.tsx'
import { QueryView } from '../../ui/states/query-view.tsx'

/** What the user has of this coin in the trading account of this market; wallet balances come with a later release. */
export function OwnHoldings({ symbol }: { readonly symbol: string }) {
  return (
    <QueryView
      query={useTradingQuery()}
      loading="Loading your account"
      failed="Your trading account could not be loaded"
      className="p-3"
      rowClassName="h-4 w-full"
    >
      {(view) => <Holdings symbol={symbol} view={view} />}
    </QueryView>
  )
}

function Holdings({ symbol, view }: { readonly symbol: string; readonly view: AccountView }) {
  const position = view.positions.get(symbol)
  const orders = [...view.orders.values()].filter((order) => order.symbol === symbol).length
  return (
    <div className="flex flex-col items-start gap-3 p-3">
      {position === undefined ? <p className="text-12 text-ink-2">{`No position in ${symbol}.`}</p> : <Held position={position} />}
      <p className="text-11 text-ink-2">
        {`${orders === 0 ? 'No open order' : orders === 1 ? '1 open order' : `${orders} open orders`} · ${accountWords(view.account)}`}
      </p>
      <Button size="sm" onClick={() => tradeThis(symbol)}>
        {`Trade ${symbol}`}
      </Button>
    </div>
  )
}

function Held({ position }: { readonly position: TradingPosition }) {
  const { symbol, size, notional, entry, mark, unrealised, liquidation_price } = position
  const none = mark === null ? DASH : 'none'
  return (
    <dl className="own-facts num">
      <Fact title={size.startsWith('-') ? 'Short' : 'Long'}>{`${exactFigure(size.replace('-', ''))} ${symbol}`}</Fact>
      <Fact title="Worth">{`${amountFigure(notional)} USDC`}</Fact>
      <Fact title="Entry">
        <Price of={entry} symbol={symbol} />
      </Fact>
      <Fact title="Unrealised" tone={toneOf(unrealised)}>
        {signedAmount(unrealised)}
      </Fact>
      <Fact title="Liquidation">{liquidation_price === null ? none : <Price of={liquidation_price} symbol={symbol} />}</Fact>
    </dl>
  )
}

type FactProps = { readonly title: string; readonly tone?: 'up' | 'down' | undefined; readonly children: ReactNode }

const Fact = ({ title, tone, children }: FactProps) => (
  <div>
    <dt>{title}</dt>
    <dd translate="no" className={tone === undefined ? undefined : TONES[tone]}>
      {children}
    </dd>
  </div>
)
const TONES = { up: 'text-up', down: 'text-down' } as const
