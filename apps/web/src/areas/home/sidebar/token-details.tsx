import type { AssetDetails } from '@aerie/wire/market/market'
import { isSupportedSymbol, PREDICTED_SYMBOLS } from '@aerie/wire/market/supported-symbols'
import { useCallback, useEffect } from 'react'
import { useNavigate } from 'react-router'
import type { FigureName } from '../../../platform/live/market/figure-text.ts'
import { bindFigures } from '../../../platform/live/market/painter.ts'
import { watchSymbol } from '../../../platform/live/market/quotes.ts'
import { useAssetDetails } from '../../../platform/live/market/use-asset-details.ts'
import { useIsLoggedIn } from '../../../platform/session/session.ts'
import { buttonStyle } from '../../../ui/controls/button.tsx'
import { QueryView } from '../../../ui/states/query-view.tsx'
import { Skeleton } from '../../../ui/states/skeleton.tsx'
import { askForAlert } from '../../alerts/index.ts'
import { Figure, SupplyNote } from '../../market/index.ts'

const FIELDS: readonly { readonly title: string; readonly figure: FigureName }[] = [
  { title: 'Market Cap', figure: 'marketCap' },
  { title: 'Circulation Supply', figure: 'circulatingSupply' },
  { title: 'Total Market Cap', figure: 'totalMarketCap' },
  { title: '24H Volume', figure: 'volume' },
  { title: 'Total Supply', figure: 'totalSupply' },
]

export function TokenDetails({ symbol }: { readonly symbol: string }) {
  const query = useAssetDetails(symbol)
  useEffect(() => watchSymbol(symbol), [symbol])
  return (
    <div className="flex flex-col gap-5">
      <QueryView query={query} skeleton={<DetailsSkeleton symbol={symbol} />} failed={`The details for ${symbol} could not be loaded`}>
        {(details) => <Details details={details} />}
      </QueryView>
      <Actions symbol={symbol} />
    </div>
  )
}

function Details({ details }: { readonly details: AssetDetails }) {
  const bind = useCallback((element: HTMLDivElement) => bindFigures(element, details.ticker), [details.ticker])
  return (
    <div ref={bind} className="token-details flex flex-col gap-4" data-live="">
      <div className="flex items-center gap-3">
        <img src={details.logo} alt="" width={32} height={32} className="coin-logo" />
        <div className="min-w-0 flex-1">
          <p className="truncate font-semibold text-15 text-ink-1">{details.name}</p>
          <p className="text-12 text-ink-2" data-ticker="">
            {details.ticker}
          </p>
        </div>
        <p className="text-right">
          <span className="block text-15">
            <Figure name="price" className="figure-inline font-semibold" />
          </span>
          <span className="coin-age num block text-12" data-age="" />
        </p>
      </div>
      <dl>
        {FIELDS.map(({ title, figure }) => (
          <div key={figure} className="flex min-h-(--row) items-center justify-between gap-3 border-line border-b">
            <dt className="text-ink-2">{title}</dt>
            <dd>
              <Figure name={figure} className="figure-inline" />
            </dd>
          </div>
        ))}
      </dl>
      <SupplyNote />
    </div>
  )
}

const DetailsSkeleton = ({ symbol }: { readonly symbol: string }) => (
  <div className="token-details flex flex-col gap-4" role="status" aria-label={`Loading the details for ${symbol}`}>
    <div className="flex h-11 items-center gap-3">
      <Skeleton className="size-8 rounded-full" />
      <Skeleton className="h-4 w-28" />
    </div>
    <dl>
      {FIELDS.map(({ title, figure }) => (
        <div key={figure} className="flex min-h-(--row) items-center justify-between gap-3 border-line border-b">
          <dt className="text-ink-2">{title}</dt>
          <dd>
            <Skeleton className="h-3 w-20" />
          </dd>
        </div>
      ))}
    </dl>
  </div>
)

function Actions({ symbol }: { readonly symbol: string }) {
  const navigate = useNavigate()
  const isLoggedIn = useIsLoggedIn()
  const isSupported = isSupportedSymbol(symbol)
  const note = predictionNote(symbol, isSupported)
  return (
    <section aria-labelledby="token-actions" className="flex flex-col gap-2">
      <h3 id="token-actions" className="font-medium text-12 text-ink-2">
        Actions
      </h3>
      <button
        type="button"
        className={buttonStyle('primary', 'md', 'w-full')}
        disabled={!isSupported}
        aria-disabled={!isSupported || undefined}
        aria-describedby={note === null ? undefined : 'prediction-note'}
        onClick={() => void navigate(`/currencies/${symbol}`)}
      >
        Price Prediction
      </button>
      {isLoggedIn && (
        <button type="button" className={buttonStyle('secondary', 'md', 'w-full')} onClick={() => askForAlert({ symbol })}>
          Set Alert
        </button>
      )}
      {note !== null && (
        <p id="prediction-note" className="text-12 text-ink-2">
          {note}
        </p>
      )}
    </section>
  )
}

function predictionNote(symbol: string, isSupported: boolean): string | null {
  if (!isSupported) return `${symbol} is not among the supported currencies, so it has no prediction.`
  return PREDICTED_SYMBOLS.some((predicted) => predicted === symbol) ? null : `Chart only: there is no price prediction for ${symbol}.`
}
