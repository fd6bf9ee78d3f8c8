import { Converter } from '../../market-views/converter/converter.tsx'
import { DepthPanel } from '../../market-views/depth/depth-panel.tsx'
import { TradesTape } from '../../market-views/trades/trades-tape.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { CoinChart } from './coin-chart.tsx'
import { CoinPrediction } from './coin-prediction.tsx'
import { OwnAlerts, OwnHoldings } from './own-panels.tsx'
import { BOOK_PANELS, usePanel } from './screen-params.ts'
import { useBookSubscription } from './use-book-subscription.ts'

/** Wide screens: the chart, beside it the market and what is one's own in it, then what is worked out. */
export function CoinWorkspace({ symbol }: { readonly symbol: string }) {
  return (
    <div className="currency-grid">
      <section aria-label={`Chart of ${symbol}`} className="currency-chart">
        <CoinChart symbol={symbol} />
      </section>
      <div className="flex min-w-0 flex-col gap-3">
        <BookOrTrades symbol={symbol} />
        <Panel title="Your holdings">
          <OwnHoldings symbol={symbol} />
        </Panel>
        <Panel title="Your alerts">
          <OwnAlerts symbol={symbol} />
        </Panel>
      </div>
      <div className="currency-side">
        <Panel title="Prediction">
          <CoinPrediction symbol={symbol} />
        </Panel>
        <Panel title="Converter">
          <Converter key={symbol} symbol={symbol} />
        </Panel>
      </div>
    </div>
  )
}

function BookOrTrades({ symbol }: { readonly symbol: string }) {
  const [panel, setPanel] = usePanel()
  const selected = panel === 'trades' ? 'trades' : 'depth'
  useBookSubscription(symbol, true)
  return (
    <section aria-label={`Market of ${symbol}`} className="currency-market">
      <h2 className="sr-only">Depth and trades</h2>
      <Tabs label="Depth or trades" tabs={BOOK_PANELS} selected={selected} onSelect={setPanel}>
        {selected === 'trades' ? <TradesTape symbol={symbol} /> : <DepthPanel symbol={symbol} />}
      </Tabs>
    </section>
  )
}
