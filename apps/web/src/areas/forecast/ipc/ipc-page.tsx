import './ipc.css'
import { isSupportedSymbol, PREDICTED_SYMBOLS } from '@aerie/wire/market/supported-symbols'
import { useCallback, useEffect, useRef } from 'react'
import { Link, Navigate, useLocation, useParams } from 'react-router'
import { bindFigures } from '../../../platform/live/market/painter.ts'
import { useAssetDetails } from '../../../platform/live/market/use-asset-details.ts'
import { watchSymbol } from '../../../platform/live/market/watched.ts'
import { usePageTitle } from '../../../platform/navigation/page-title.ts'
import { useIsLoggedIn } from '../../../platform/session/session.ts'
import { ButtonLink } from '../../../ui/controls/button-link.tsx'
import { cx } from '../../../ui/cx.ts'
import { Figure, ProvenanceHost } from '../../market/index.ts'
import { AgentRecord } from '../agent-record.tsx'
import { isPredicted } from '../forecast-query.ts'
import { HorizonChoice } from '../horizon-choice.tsx'
import { useHours } from '../hours-param.ts'
import { Scorecard } from '../scorecard/scorecard.tsx'
import { useForecast } from '../use-forecast.ts'
import { ForecastPanel } from './forecast-panel.tsx'

export function IpcPage() {
  const { currency = '' } = useParams()
  const { search } = useLocation()
  usePageTitle(`IPC · ${currency}`)
  const upper = currency.toUpperCase()
  if (currency !== upper && isPredicted(upper)) return <Navigate to={`/ipc/${upper}${search}`} replace />
  return isPredicted(currency) ? <Predicted key={currency} symbol={currency} /> : <NoForecast symbol={currency} />
}

function Predicted({ symbol }: { readonly symbol: string }) {
  const [hours, setHours] = useHours()
  const isLoggedIn = useIsLoggedIn()
  const reading = useForecast(symbol, hours)
  return (
    <div className="ipc-page">
      <section aria-label="Forecast" className="ipc-screen">
        <IpcToolbar symbol={symbol} hours={hours} onHoursChange={setHours} />
        <ForecastPanel symbol={symbol} hours={hours} reading={reading} onHoursChange={setHours} />
      </section>
      <div className="ipc-record">
        <Scorecard symbol={symbol} hours={hours} onHoursChange={setHours} />
        {isLoggedIn && (
          <div className="border-line border-t px-4 pt-5 pb-8">
            <AgentRecord symbol={symbol} />
          </div>
        )}
      </div>
    </div>
  )
}

const NoForecast = ({ symbol }: { readonly symbol: string }) => (
  <div className="flex flex-1 flex-col items-center justify-center gap-4 px-4 py-16 text-center">
    <h1 className="font-semibold text-24">{`No forecast for ${symbol}`}</h1>
    <p className="max-w-[52ch] text-15 text-ink-2">
      {`Forecasts are made every five minutes for ${PREDICTED_SYMBOLS.slice(0, -1).join(', ')} and ${PREDICTED_SYMBOLS.at(-1) ?? ''}, and scored in public. Other coins have no track record yet.`}
    </p>
    <p className="flex flex-wrap justify-center gap-2">
      {PREDICTED_SYMBOLS.map((each) => (
        <ButtonLink key={each} to={`/ipc/${each}`}>
          {each}
        </ButtonLink>
      ))}
    </p>
    {isSupportedSymbol(symbol) && (
      <ButtonLink to={`/currencies/${symbol}`} variant="ghost">
        {`Chart of ${symbol}`}
      </ButtonLink>
    )}
  </div>
)

type IpcToolbarProps = { readonly symbol: string; readonly hours: number; readonly onHoursChange: (hours: number) => void }

const IpcToolbar = ({ symbol, hours, onHoursChange }: IpcToolbarProps) => (
  <div className="flex flex-wrap items-center gap-x-4 gap-y-2 px-3 py-2 sm:px-4">
    <h1 className="font-semibold text-18">
      IPC <span aria-hidden="true">·</span> {symbol}
    </h1>
    <LivePrice symbol={symbol} />
    <CoinLinks symbol={symbol} />
    <HorizonChoice hours={hours} onChange={onHoursChange} withAll className="sm:ml-auto" />
  </div>
)

function LivePrice({ symbol }: { readonly symbol: string }) {
  const area = useRef<HTMLDivElement>(null)
  useAssetDetails(symbol)
  useEffect(() => watchSymbol(symbol), [symbol])
  const bind = useCallback((element: HTMLParagraphElement) => bindFigures(element, symbol), [symbol])
  return (
    <div ref={area} data-for-symbol={symbol}>
      <p ref={bind} className="flex items-baseline gap-2">
        <span className="sr-only">{'Current price '}</span>
        <Figure name="price" className="figure-inline font-semibold text-18" />
        <span className="num text-12 text-warning" data-age="" />
      </p>
      <ProvenanceHost area={area} />
    </div>
  )
}

function CoinLinks({ symbol }: { readonly symbol: string }) {
  const { search } = useLocation()
  const hours = new URLSearchParams(search).get('hours')
  return (
    <nav aria-label="Coins with a forecast" className="flex gap-1 max-sm:basis-full">
      {PREDICTED_SYMBOLS.map((each) => (
        <Link
          key={each}
          to={`/ipc/${each}${hours === null ? '' : `?hours=${hours}`}`}
          aria-current={each === symbol ? 'page' : undefined}
          className={cx(
            'inline-flex min-h-8 items-center rounded-md px-2 font-medium text-13 pointer-coarse:min-h-11 pointer-coarse:px-3',
            each === symbol ? 'bg-surface-3 text-ink-1' : 'text-ink-2 hover:bg-surface-3 hover:text-ink-1',
          )}
        >
          {each}
        </Link>
      ))}
    </nav>
  )
}
