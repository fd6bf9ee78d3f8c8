import type { FigureName } from '../../live/market/figure-text.ts'
import { Figure } from '../../market-views/figure/figure.tsx'
import { DayRangeFacts } from './day-range-facts.tsx'

const CHANGES: readonly { readonly title: string; readonly figure: FigureName }[] = [
  { title: '1h Change', figure: 'change1h' },
  { title: '7d Change', figure: 'change7d' },
]
const MARKET: readonly { readonly title: string; readonly figure: FigureName }[] = [
  { title: '24h Volume', figure: 'volume' },
  { title: '24h Volume in coins', figure: 'volumeCoins' },
  { title: 'Market Cap', figure: 'marketCap' },
  { title: 'Total Market Cap', figure: 'totalMarketCap' },
  { title: 'Circulating Supply', figure: 'circulatingSupply' },
  { title: 'Total Supply', figure: 'totalSupply' },
]

/** The statistics of a coin. */
export const CoinFacts = ({ symbol }: { readonly symbol: string }) => (
  <dl className="currency-facts">
    <DayRangeFacts symbol={symbol} />
    {[...CHANGES, ...MARKET].map(({ title, figure }) => (
      <div key={figure} className="currency-fact">
        <dt>{title}</dt>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the origin of a figure is within reach of the keyboard */}
        <dd tabIndex={0}>
          <Figure name={figure} className="figure-inline" />
        </dd>
      </div>
    ))}
  </dl>
)
