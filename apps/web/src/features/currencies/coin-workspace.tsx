import { CoinAlerts } from '../../market-views/alerts/coin-alerts.tsx'
import { Converter } from '../../market-views/converter/converter.tsx'
import { OrderBook } from '../../market-views/depth/order-book.tsx'
import { TradesTape } from '../../market-views/trades/trades-tape.tsx'
import { useMedia } from '../../ui/hooks/use-media.ts'
import { Panel } from '../../ui/panel.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { CoinChart } from './coin-chart.tsx'
import { CoinPrediction } from './coin-prediction.tsx'
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
      <section aria-label={`Chart of ${symbol}`} className="currency-chart">
        <CoinChart symbol={symbol} />
      </section>
      {hasBoth ? <BookAndTrades symbol={symbol} /> : <BookOrTrades symbol={symbol} />}
      <div className="currency-side">
        <Panel title="Prediction" className="currency-prediction">
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
  <div className="currency-markets">
    <Panel title="Order book" className="currency-book">
      <OrderBook symbol={symbol} />
    </Panel>
    <Panel title="Trades" className="currency-trades">
      <TradesTape symbol={symbol} />
    </Panel>
  </div>
)

function BookOrTrades({ symbol }: { readonly symbol: string }) {
  const [panel, setPanel] = usePanel()
  const selected = panel === 'trades' ? 'trades' : 'depth'
  return (
    <section aria-label={`Market of ${symbol}`} className="currency-market">
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
