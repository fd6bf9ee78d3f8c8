import { ageText } from '../../live/market/age-text.ts'
import { ageMs, isStalePrice, useMarketState } from '../../live/market/market-status.ts'
import { useAssetDetails } from '../../live/market/use-asset-details.ts'
import type { Quote } from '../../live/market/use-quote.ts'
import { cx } from '../../ui/cx.ts'
import { QueryNotice } from '../../ui/states/query-view.tsx'
import { SOURCE_WORDS } from '../forecast/forecast-text.ts'
import { useMarketClock } from '../forecast/use-market-clock.ts'
import type { Conversion } from './conversion.ts'

type RateFactsProps = { readonly conversion: Conversion; readonly quotes: readonly Quote[]; readonly coins: readonly string[] }

/** The rate, whose prices it comes from and how old they are. */
export function RateFacts({ conversion, quotes, coins }: RateFactsProps) {
  useMarketClock()
  const source = useMarketState((state) => state.status?.source)
  const isStale = quotes.some(({ asOf }) => isStalePrice(asOf))
  return (
    <div className="flex min-h-14 flex-col gap-1 text-12 text-ink-2">
      <p translate="no" className={cx('num text-13', isStale ? 'text-ink-3' : 'text-ink-1')}>
        {conversion.kind === 'unknown' ? conversion.words : conversion.rate}
      </p>
      {quotes.length > 0 && (
        <p className={cx('num', isStale && 'text-warning')}>
          {`Last ${quotes.length === 1 ? 'price' : 'prices'}: ${quotes.map(quoteAge).join(', ')}`}
          {isStale && ' (stale)'}
          {source !== undefined && `. ${SOURCE_WORDS[source]}.`}
        </p>
      )}
      {coins.map((symbol) => (
        <CoinPrice key={symbol} symbol={symbol} />
      ))}
    </div>
  )
}

function quoteAge({ symbol, asOf }: Quote): string {
  const age = ageMs(asOf)
  return age === null ? symbol : `${symbol} ${ageText(age)} old`
}

/** Asks for a coin's price, which ticks then keep fresh, and says when there is none to be had. */
function CoinPrice({ symbol }: { readonly symbol: string }) {
  const query = useAssetDetails(symbol)
  if (query.data?.price === null) return <p>{`There is no price of ${symbol} yet.`}</p>
  return query.data === undefined && <QueryNotice query={query} text={`The price of ${symbol} could not be loaded.`} role="alert" />
}
