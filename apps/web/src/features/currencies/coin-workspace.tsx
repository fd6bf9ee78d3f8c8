import { CoinAlerts } from '../../market-views/alerts/coin-alerts.tsx'
import { Converter } from '../../market-views/converter/converter.tsx'
import { OrderBook } from '../../market-views/depth/order-book.tsx'
import { TradesTape } from '../../market-views/trades/trades-tape.tsx'
import { useMedia } from '../../ui/hooks/use-media.ts'
import { Panel } from '../../ui/panel.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { CoinChart } from './coin-chart.tsx'
import { CoinPrediction } from './coin-prediction.tsx'
import { CURRENCIES_WORDS as WORDS } from './currencies-words.ts'
import { OwnHoldings } from './own-panels.tsx'
import { BOOK_PANELS, usePanel } from './screen-params.ts'
import { useBookSubscription } from './use-book-subscription.ts'

/** From here on book and trades stand beside each other or one over the other; as in currencies.css. */
const ROOM_FOR_BOTH = '(min-width: 90rem)'

/** Wide screens: the chart, beside it the market, then what is worked out and what is one's own. */
export function CoinWorkspace({ symbol }: { readonly symbol: string }) {
  const hasBoth = useMedia(ROOM_FOR_BOTH)
  useBookSubscription(symbol, true)
  return (
    <div className="currency-grid">
      <section aria-label={WORDS.coinWorkspace.chartOf(symbol)} className="currency-chart">
        <CoinChart symbol={symbol} />
      </section>
      {hasBoth ? <BookAndTrades symbol={symbol} /> : <BookOrTrades symbol={symbol} />}
      <div className="currency-side">
        <Panel title={WORDS.shared.prediction} className="currency-prediction">
          <CoinPrediction symbol={symbol} />
        </Panel>
        <Panel title={WORDS.shared.converter}>
          <Converter key={symbol} symbol={symbol} />
        </Panel>
        <Panel title={WORDS.shared.yourHoldings}>
          <OwnHoldings symbol={symbol} />
        </Panel>
        <Panel title={WORDS.shared.yourAlerts}>
          <CoinAlerts symbol={symbol} />
        </Panel>
      </div>
    </div>
  )
}

const BookAndTrades = ({ symbol }: { readonly symbol: string }) => (
  <div className="currency-markets">
    <Panel title={WORDS.coinWorkspace.orderBook} className="currency-book">
      <OrderBook symbol={symbol} />
    </Panel>
    <Panel title={WORDS.shared.trades} className="currency-trades">
      <TradesTape symbol={symbol} />
    </Panel>
  </div>
)

function BookOrTrades({ symbol }: { readonly symbol: string }) {
  const [panel, setPanel] = usePanel()
  const selected = panel === 'trades' ? 'trades' : 'depth'
  return (
    <section aria-label={WORDS.coinWorkspace.marketOf(symbol)} className="currency-market">
      <h2 className="sr-only">{WORDS.coinWorkspace.depthAndTrades}</h2>
      <Tabs
        label={WORDS.coinWorkspace.depthOrTrades}
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
