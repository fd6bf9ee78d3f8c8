import { itemAt } from '@aerie/core/item-at'
import { isSupportedSymbol } from '@aerie/wire/market/supported-symbols'
import type { TradingPosition } from '@aerie/wire/trading/trading-positions'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'
import { Link, Navigate, useLocation, useParams } from 'react-router'
import { queryClient } from '../../platform/api/query-client.ts'
import { nameScore } from '../../platform/browser/name-score.ts'
import { amountFigure, DASH, exactFigure, signedAmount, toneOf } from '../../platform/format/figures.ts'
import { showBook } from '../../platform/live/market/book.ts'
import { useChartLink } from '../../platform/mirror/channel-link.ts'
import { usePageTitle } from '../../platform/navigation/page-title.ts'
import { Button } from '../../ui/controls/button.tsx'
import { cx } from '../../ui/cx.ts'
import { useIsWide, useMedia } from '../../ui/hooks/use-media.ts'
import { Panel } from '../../ui/panel.tsx'
import { QueryView } from '../../ui/states/query-view.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { CoinAlerts } from '../alerts/index.ts'
import { OwnMarks, PriceChart } from '../chart/index.ts'
import { isPredicted, PredictionCard, useForecast, useHours } from '../forecast/index.ts'
import { BARE_COINS, Converter, coinsQuery, type NamedCoin, OrderBook, ProvenanceHost, TradesTape } from '../market/index.ts'
import { type AccountView, accountText, Price, tradeThis, useTradingQuery } from '../trading/index.ts'
import { CoinHeader } from './coin-header.tsx'
import { BOOK_PANELS, CoinPicker, coinPath, PANELS, type PanelId, usePanel } from './coin-picker.tsx'

export function CurrenciesPage() {
  const { currency = '' } = useParams()
  const { search } = useLocation()
  if (isSupportedSymbol(currency)) return <Coin symbol={currency} />
  const upper = currency.toUpperCase()
  if (isSupportedSymbol(upper)) return <Navigate to={coinPath(upper, search)} replace />
  return <UnknownCurrency typed={currency} />
}

function Coin({ symbol }: { readonly symbol: string }) {
  const page = useRef<HTMLDivElement>(null)
  const isWide = useIsWide()
  return (
    // Space below the last panel for the agent's floating button.
    <div ref={page} className="@container flex min-w-0 flex-auto flex-col gap-2 pt-2 lg:gap-3 lg:px-3 lg:pt-3 lg:pb-18">
      <CoinHeader symbol={symbol} />
      {isWide ? <CoinWorkspace symbol={symbol} /> : <CoinTabs symbol={symbol} />}
      <ProvenanceHost area={page} />
    </div>
  )
}

function UnknownCurrency({ typed }: { readonly typed: string }) {
  usePageTitle('Currency not found')
  const { data: coins = BARE_COINS } = useQuery(coinsQuery, queryClient)
  return (
    <div className="flex flex-1 flex-col items-center justify-center gap-4 px-4 py-16 text-center">
      <h1 className="font-semibold text-24">Currency not found</h1>
      <p className="max-w-[46ch] break-words text-15 text-ink-2">{`“${typed}” is not among the supported currencies. Did you mean one of these?`}</p>
      <ul className="flex flex-wrap justify-center gap-2">
        {suggestCoins(typed, coins).map(({ symbol, name }) => (
          <li key={symbol}>
            <Link
              to={`/currencies/${symbol}`}
              className="inline-flex min-h-8 items-center gap-2 rounded-md border border-line-input px-3 text-13 text-ink-1 hover:bg-surface-3 pointer-coarse:min-h-11"
            >
              <span className="font-semibold">{symbol}</span>
              {name !== null && <span className="text-ink-2">{name}</span>}
            </Link>
          </li>
        ))}
      </ul>
      <CoinPicker symbol={null} />
    </div>
  )
}

const MOST = 5
/** Maximum edit distance for suggestions. */
const SLIPS = 2

/** Matches by name or by edit distance; falls back to the largest coins. */
export function suggestCoins(typed: string, coins: readonly NamedCoin[]): readonly NamedCoin[] {
  const near = coins
    .map((coin) => ({ coin, score: likeness(typed, [coin.symbol, ...(coin.name === null ? [] : [coin.name])]) }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
    .map(({ coin }) => coin)
  return (near.length > 0 ? near : coins).slice(0, MOST)
}

function likeness(typed: string, names: readonly string[]): number {
  const byName = typed.trim() === '' ? 0 : nameScore(typed, names)
  if (byName > 0) return 1 + byName
  const slips = Math.min(...names.map((name) => editDistance(typed.toLowerCase(), name.toLowerCase())))
  return slips <= Math.min(SLIPS, typed.length - 2) ? 1 / (1 + slips) : 0
}

export function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (const [i, letter] of [...a].entries()) {
    const next = [i + 1]
    for (const [j, other] of [...b].entries()) {
      next.push(Math.min(itemAt(next, j) + 1, itemAt(row, j + 1) + 1, itemAt(row, j) + (letter === other ? 0 : 1)))
    }
    row = next
  }
  return itemAt(row, -1)
}

/** Panels with a fixed height instead of growing with their content, which leave space for the agent's floating button. */
const FIXED = 'h-[calc(100dvh-var(--header)-var(--bottom-bar)-148px)] min-h-95 min-w-0'
const PANEL_CLASSES: Partial<Record<PanelId, string>> = { chart: `${FIXED} flex flex-col overflow-hidden`, depth: FIXED, trades: FIXED }

function CoinTabs({ symbol }: { readonly symbol: string }) {
  const [panel, setPanel] = usePanel()
  useBookSubscription(symbol, panel === 'depth' || panel === 'trades')
  return (
    <Tabs
      label={`${symbol} sections`}
      tabs={PANELS}
      selected={panel}
      onSelect={setPanel}
      className="flex-auto bg-surface-1"
      panelClassName={PANEL_CLASSES[panel] ?? 'pb-18'}
    >
      <Part symbol={symbol} panel={panel} />
    </Tabs>
  )
}

function Part({ symbol, panel }: { readonly symbol: string; readonly panel: PanelId }) {
  switch (panel) {
    case 'chart':
      return <CoinChart symbol={symbol} />
    case 'prediction':
      return <CoinPrediction symbol={symbol} />
    case 'depth':
      return <OrderBook symbol={symbol} />
    case 'trades':
      return <TradesTape symbol={symbol} />
    case 'converter':
      return <Converter key={symbol} symbol={symbol} />
    case 'yours':
      return <Yours symbol={symbol} />
  }
}

const Yours = ({ symbol }: { readonly symbol: string }) => (
  <>
    <h2 className="px-3 pt-3 font-semibold text-13">Your holdings</h2>
    <OwnHoldings symbol={symbol} />
    <h2 className="border-line border-t px-3 pt-3 font-semibold text-13">Your alerts</h2>
    <CoinAlerts symbol={symbol} />
  </>
)

/** From this width both the book and the trades are shown, below it one of them. */
const ROOM_FOR_BOTH = '(min-width: 90rem)'

const HEIGHT = 'h-[calc(100dvh-var(--header)-124px)] min-h-110'
const BOX = `${HEIGHT} min-w-0 rounded-md border border-line bg-surface-1`

function CoinWorkspace({ symbol }: { readonly symbol: string }) {
  const hasBoth = useMedia(ROOM_FOR_BOTH)
  useBookSubscription(symbol, true)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_288px] items-start gap-3 @[79rem]:grid-cols-[minmax(0,1fr)_296px_320px] @[106rem]:grid-cols-[minmax(0,1fr)_592px_320px]">
      <section aria-label={`Chart of ${symbol}`} className={`${BOX} flex flex-col overflow-hidden`}>
        <CoinChart symbol={symbol} />
      </section>
      {hasBoth ? <BookAndTrades symbol={symbol} /> : <BookOrTrades symbol={symbol} />}
      <div className="col-span-full grid grid-cols-2 items-start gap-3 @[79rem]:col-auto @[79rem]:grid-cols-1">
        <Panel title="Prediction">
          <CoinPrediction symbol={symbol} />
        </Panel>
        <Panel title="Converter">
          <Converter key={symbol} symbol={symbol} />
        </Panel>
        <Panel title="Your holdings">
          <OwnHoldings symbol={symbol} />
        </Panel>
        <Panel title="Your alerts">
          <CoinAlerts symbol={symbol} />
        </Panel>
      </div>
    </div>
  )
}

const BookAndTrades = ({ symbol }: { readonly symbol: string }) => (
  <div className={`${HEIGHT} grid min-w-0 grid-rows-[minmax(0,5fr)_minmax(0,3fr)] gap-3 @[106rem]:grid-cols-2 @[106rem]:grid-rows-1`}>
    <Panel title="Order book" className={FILLED}>
      <OrderBook symbol={symbol} />
    </Panel>
    <Panel title="Trades" className={FILLED}>
      <TradesTape symbol={symbol} />
    </Panel>
  </div>
)
/** The content takes the height below the title. */
const FILLED = 'flex min-h-0 flex-col *:last:min-h-0 *:last:flex-auto'

function BookOrTrades({ symbol }: { readonly symbol: string }) {
  const [panel, setPanel] = usePanel()
  const selected = panel === 'trades' ? 'trades' : 'depth'
  return (
    <section aria-label={`Market of ${symbol}`} className={BOX}>
      <h2 className="sr-only">Depth and trades</h2>
      <Tabs
        label="Depth or trades"
        tabs={BOOK_PANELS}
        selected={selected}
        onSelect={setPanel}
        className="h-full"
        panelClassName="min-h-0 flex-1"
      >
        {selected === 'trades' ? <TradesTape symbol={symbol} /> : <OrderBook symbol={symbol} />}
      </Tabs>
    </section>
  )
}

/** Keeps the book subscription alive when switching between tabs that use it. */
const useBookSubscription = (symbol: string, isShown: boolean): void =>
  useEffect(() => (isShown ? showBook(symbol) : undefined), [symbol, isShown])

function CoinPrediction({ symbol }: { readonly symbol: string }) {
  const [hours, setHours] = useHours()
  return <PredictionCard symbol={symbol} hours={hours} onHoursChange={setHours} className="p-3" />
}

type CoinChartProps = { readonly symbol: string }

/** Candles with the user's orders, position and fills, and the forecast if any. Uses chart channel 1, like the address. */
const CoinChart = ({ symbol }: CoinChartProps) => (isPredicted(symbol) ? <WithForecast symbol={symbol} /> : <Plain symbol={symbol} />)

function WithForecast({ symbol }: CoinChartProps) {
  const [hours] = useHours()
  const { forecast } = useForecast(symbol, hours)
  const linked = useChartLink(1)
  return (
    <PriceChart symbol={symbol} forecast={forecast} linked={linked} className="size-full">
      <OwnMarks symbol={symbol} />
    </PriceChart>
  )
}

function Plain({ symbol }: CoinChartProps) {
  const linked = useChartLink(1)
  return (
    <PriceChart symbol={symbol} linked={linked} className="size-full">
      <OwnMarks symbol={symbol} />
    </PriceChart>
  )
}

function OwnHoldings({ symbol }: { readonly symbol: string }) {
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
        {`${orders === 0 ? 'No open order' : orders === 1 ? '1 open order' : `${orders} open orders`} · ${accountText(view.account)}`}
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
    <dl className="num grid w-full grid-cols-[repeat(auto-fill,minmax(96px,1fr))] gap-2">
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
    <dt className="text-11 text-ink-2">{title}</dt>
    <dd translate="no" className={cx('text-13', tone && TONES[tone])}>
      {children}
    </dd>
  </div>
)
const TONES = { up: 'text-up', down: 'text-down' } as const
