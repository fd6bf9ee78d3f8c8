import { CoinAlerts } from '../../market-views/alerts/coin-alerts.tsx'
import { Converter } from '../../market-views/converter/converter.tsx'
import { OrderBook } from '../../market-views/depth/order-book.tsx'
import { TradesTape } from '../../market-views/trades/trades-tape.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { CoinChart } from './coin-chart.tsx'
import { CoinPrediction } from './coin-prediction.tsx'
import { OwnHoldings } from './own-panels.tsx'
import { PANELS, type PanelId, usePanel } from './screen-params.ts'
import { useBookSubscription } from './use-book-subscription.ts'

/** Panels that fill the screen instead of growing with what is in them. */
const PANEL_CLASSES: Partial<Record<PanelId, string>> = { chart: 'currency-chart', depth: 'currency-market', trades: 'currency-market' }

/** Small screens: one part at a time. */
export function CoinTabs({ symbol }: { readonly symbol: string }) {
  const [panel, setPanel] = usePanel()
  useBookSubscription(symbol, panel === 'depth' || panel === 'trades')
  return (
    <Tabs
      label={`${symbol} sections`}
      tabs={PANELS}
      selected={panel}
      onSelect={setPanel}
      className="currency-tabs"
      panelClassName={PANEL_CLASSES[panel] ?? ''}
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
