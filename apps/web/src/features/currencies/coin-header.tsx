import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect } from 'react'
import { queryClient } from '../../lib/http/query-client.ts'
import { bindFigures } from '../../live/market/painter.ts'
import { useAssetDetails } from '../../live/market/use-asset-details.ts'
import { watchSymbol } from '../../live/market/watched.ts'
import { startLive } from '../../live/socket/live-client.ts'
import { BARE_COINS, coinsQuery } from '../../market-views/coins/coins-query.ts'
import { Figure } from '../../market-views/figure/figure.tsx'
import { SupplyNote } from '../../market-views/figure/supply-note.tsx'
import { usePageTitle } from '../../navigation/page-title.ts'
import { useIsWide } from '../../ui/hooks/use-is-wide.ts'
import { QueryNotice } from '../../ui/states/query-view.tsx'
import { CoinFacts } from './coin-facts.tsx'
import { CoinPicker } from './coin-picker.tsx'

/** Which coin, at what price, and its statistics; live without React. */
export function CoinHeader({ symbol }: { readonly symbol: string }) {
  const details = useAssetDetails(symbol)
  const isWide = useIsWide()
  useEffect(startLive, [])
  useEffect(() => watchSymbol(symbol), [symbol])
  return (
    <header className="currency-header" data-for-symbol={symbol}>
      <CoinTitle symbol={symbol} />
      <Figures key={`${symbol} ${isWide}`} symbol={symbol} isWide={isWide} />
      <QueryNotice query={details} text={`The figures for ${symbol} could not be loaded.`} role="alert" />
    </header>
  )
}

function CoinTitle({ symbol }: { readonly symbol: string }) {
  const { data: coins = BARE_COINS } = useQuery(coinsQuery, queryClient)
  const coin = coins.find((one) => one.symbol === symbol)
  const name = coin?.name ?? null
  usePageTitle(name === null ? symbol : `${name} (${symbol})`)
  return (
    <CoinPicker symbol={symbol} isHeading>
      <span className="size-7 shrink-0">
        {coin?.logo != null && <img src={coin.logo} alt="" width={28} height={28} className="size-7 rounded-full" />}
      </span>
      <span className="min-w-0 truncate font-semibold text-18 text-ink-1">{name ?? symbol}</span>
      {name !== null && <span className="text-13 text-ink-2">{symbol}</span>}
    </CoinPicker>
  )
}

/** The elements that the painter fills; another coin or layout is another set of them. */
function Figures({ symbol, isWide }: { readonly symbol: string; readonly isWide: boolean }) {
  const bind = useCallback((element: HTMLDivElement) => bindFigures(element, symbol), [symbol])
  const facts = (
    <div className="currency-statistics">
      <CoinFacts symbol={symbol} />
      <SupplyNote />
    </div>
  )
  return (
    <div ref={bind} className="currency-figures">
      <dl className="currency-price">
        <dt className="sr-only">Price</dt>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the origin of a price is within reach of the keyboard */}
        <dd tabIndex={0} className="font-semibold text-24">
          <Figure name="price" className="figure-inline" />
        </dd>
        <dt className="sr-only">Change in 24 hours</dt>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: as above */}
        <dd tabIndex={0} className="font-medium text-15">
          <Figure name="change24h" className="figure-inline" />
          <span className="text-12 text-ink-3"> 24h</span>
        </dd>
        <dt className="sr-only">Age, if stale</dt>
        <dd className="num text-12 text-warning" data-age="" />
      </dl>
      {isWide ? (
        facts
      ) : (
        <details className="currency-more">
          <summary>Statistics</summary>
          {facts}
        </details>
      )}
    </div>
  )
}
