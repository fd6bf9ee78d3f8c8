import { Link } from 'react-router'
import { hoursText, priceText, SOURCE_NAMES } from '../../../platform/format/market-text.ts'
import { ErrorText } from '../../../ui/states/error-state.tsx'
import { horizonPoint, useForecast } from '../../forecast/index.ts'

const HOURS = 24

/** The range of the price a day from now; the reason where there is none. Never an advice to buy or sell. */
export function TicketForecast({ symbol }: { readonly symbol: string }) {
  const { forecast, query } = useForecast(symbol, HOURS)
  return (
    <p className="num min-h-8 text-12 text-ink-2">
      <Link to={`/ipc/${symbol}?hours=${HOURS}`} className="underline-offset-2 hover:underline">
        {`Forecast, ${hoursText(HOURS)} from now`}
      </Link>
      {': '}
      {forecast !== null && (
        <>
          80% between <span translate="no">{priceText(horizonPoint(forecast).bands[1].low, forecast.quote)}</span>
          {' and '}
          <span translate="no">{priceText(horizonPoint(forecast).bands[1].high, forecast.quote)}</span>
          {forecast.source !== 'live' && `, ${SOURCE_NAMES[forecast.source]}`}
        </>
      )}
      {query.data?.state === 'warming' && query.data.detail}
      {query.data === undefined && (query.error === null ? 'loading…' : <ErrorText error={query.error} />)}
    </p>
  )
}
