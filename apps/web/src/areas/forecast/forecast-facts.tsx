import type { Forecast, ForecastWarming } from '@aerie/wire/market/forecasts'
import { SOURCE_LABELS } from '../../platform/format/market-text.ts'
import { ageText } from '../../platform/live/market/age-text.ts'
import { cx } from '../../ui/cx.ts'
import { Moment } from '../../ui/moment.tsx'
import { ErrorText } from '../../ui/states/error-state.tsx'
import { countdownText, useForecastTiming } from './forecast-query.ts'

type ForecastFactsProps = { readonly forecast: Forecast; readonly problem: Error | null; readonly className?: string }

export function ForecastFacts({ forecast, problem, className }: ForecastFactsProps) {
  const { ageMs, nextInMs, isStale } = useForecastTiming(forecast)
  return (
    <p className={cx('text-12 text-ink-2', className)}>
      <span className={cx(forecast.source !== 'live' && 'font-medium text-ink-1')}>{SOURCE_LABELS[forecast.source]}</span>
      {' · made '}
      <Moment at={forecast.issued_at} />
      {ageMs !== null && <span className="num">{` (${ageText(ageMs)} ago)`}</span>}
      <span title={`${forecast.candles.toLocaleString('en-US')} hourly candles`}>
        {` from ${Math.round(forecast.candles / 24)} days of hourly prices${forecast.series === 'now' ? ' and the minutes since' : ''}, model ${forecast.model}`}
      </span>
      {' · '}
      <span className={cx('num', isStale && 'font-medium text-warning')}>{nextText(nextInMs, isStale, forecast.series === 'now')}</span>
      {isStale && problem !== null && (
        <span className="text-warning">
          {' '}
          <ErrorText error={problem} />
        </span>
      )}
    </p>
  )
}

function nextText(nextInMs: number | null, isStale: boolean, isFromNow: boolean): string {
  if (nextInMs === null) return isFromNow ? 'next forecast every five minutes' : 'next forecast on the hour'
  if (isStale) return `stale: the next forecast is ${ageText(-nextInMs)} late.`
  return nextInMs <= 0 ? 'next forecast any moment' : `next forecast in ${countdownText(nextInMs)}`
}

export const WaitingText = ({ waiting }: { readonly waiting: ForecastWarming }) => (
  <span role="status">
    {waiting.detail} <span className="text-ink-2">{'Waiting since '}</span>
    <Moment at={waiting.since} />. It appears here automatically.
  </span>
)
