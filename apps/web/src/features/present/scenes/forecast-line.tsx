import type { Forecast } from '@aerie/wire/market/forecasts'
import { horizonPoint } from '../../../market-views/forecast/fan-bands.ts'
import { clockText, hoursText, moveText, priceText } from '../../../market-views/forecast/forecast-text.ts'
import { useForecastTiming } from '../../../market-views/forecast/forecast-timing.ts'
import type { ForecastState } from '../../../market-views/forecast/use-forecast.ts'
import { WaitingWords } from '../../../market-views/forecast/waiting-words.tsx'
import { ErrorText } from '../../../ui/states/error-text.tsx'

type ForecastLineProps = { readonly symbol: string; readonly hours: number; readonly state: ForecastState }

/** The forecast in one line under its cone. */
export function ForecastLine({ symbol, hours, state }: ForecastLineProps) {
  switch (state.kind) {
    case 'loading':
      return <p className="wall-note">{`Loading the forecast for ${symbol}…`}</p>
    case 'absent':
      return (
        <p className="wall-note">
          No forecast yet. <WaitingWords waiting={state.waiting} />
        </p>
      )
    case 'failed':
      return (
        <p className="wall-note" role="alert">
          The forecast could not be loaded. <ErrorText error={state.query.error} />
        </p>
      )
    case 'value':
      return <Value forecast={state.forecast} hours={hours} />
  }
}

function Value({ forecast, hours }: { readonly forecast: Forecast; readonly hours: number }) {
  const { isStale } = useForecastTiming(forecast)
  const { median, bands, time } = horizonPoint(forecast)
  const wide = bands[1]
  const { quote, anchor, issued_at } = forecast
  return (
    <p className="wall-forecast num" data-stale={isStale || undefined}>
      <span className="wall-note">{`In ${hoursText(hours)}, ${clockText(time)}`}</span> <b translate="no">{priceText(median, quote)}</b>{' '}
      <span translate="no">{moveText(median, anchor)}</span>{' '}
      <span className="wall-note">
        80%: <span translate="no">{priceText(wide.low, quote)}</span> to <span translate="no">{priceText(wide.high, quote)}</span> · made{' '}
        {clockText(issued_at)}
        {isStale && ', overdue'}
      </span>
    </p>
  )
}
