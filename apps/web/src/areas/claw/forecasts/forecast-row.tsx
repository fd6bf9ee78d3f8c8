import { chanceAbove } from '@aerie/forecast/price-probability'
import type { Forecast } from '@aerie/wire/market/forecasts'
import { Link } from 'react-router'
import { chanceText, hoursText, moveText, priceText, SOURCE_NAMES } from '../../../platform/format/market-text.ts'
import { cx } from '../../../ui/cx.ts'
import { Moment } from '../../../ui/moment.tsx'
import { ErrorText } from '../../../ui/states/error-text.tsx'
import { QueryView } from '../../../ui/states/query-view.tsx'
import { horizonPoint, horizonPrices, useForecast, useForecastTiming, WaitingText } from '../../forecast/index.ts'
import { HOURS } from './forecast-hours.ts'
import { moveOf, positionOf } from './forecast-scale.ts'

type ForecastRowProps = {
  readonly symbol: string
  readonly end: number
  /** The newest forecast of the panel, whose time and source its head shows. */
  readonly newest: Pick<Forecast, 'issued_at' | 'source'> | undefined
}

export function ForecastRow({ symbol, end, newest }: ForecastRowProps) {
  const { query, problem } = useForecast(symbol, HOURS)
  return (
    <section aria-label={`Prediction of ${symbol}`} className="claw-forecast">
      <h3 className="font-semibold text-13">
        <Link to={`/ipc/${symbol}?hours=${HOURS}`} className="text-ink-1 underline-offset-2 hover:underline pointer-coarse:py-2.5">
          {symbol}
        </Link>
      </h3>
      <QueryView
        query={query}
        loading={`Loading the prediction of ${symbol}`}
        rows={1}
        rowClassName="h-8 w-full"
        className="claw-forecast-rest"
        failed={`The prediction of ${symbol} could not be loaded`}
        isCompact
        errorClassName="claw-forecast-rest"
      >
        {(answer) =>
          answer.state === 'warming' ? (
            <p className="claw-forecast-rest text-12 text-ink-2">
              <WaitingText waiting={answer} />
            </p>
          ) : (
            <Value forecast={answer} problem={problem} end={end} newest={newest} />
          )
        }
      </QueryView>
    </section>
  )
}

type ValueProps = Pick<ForecastRowProps, 'end' | 'newest'> & { readonly forecast: Forecast; readonly problem: Error | null }

function Value({ forecast, problem, end, newest }: ValueProps) {
  const { isStale } = useForecastTiming(forecast)
  const { anchor, quote, issued_at, source } = forecast
  const { bands } = horizonPoint(forecast)
  const [, eighty] = bands
  const isOwn = issued_at !== newest?.issued_at || source !== newest.source
  return (
    <>
      <Bands forecast={forecast} end={end} isStale={isStale} />
      <p className={cx('claw-forecast-range num text-12 text-ink-2', isStale && 'opacity-80')}>
        <span className="block text-13 text-ink-1">
          <span translate="no">{moveText(eighty.low, anchor)}</span> to <span translate="no">{moveText(eighty.high, anchor)}</span>
        </span>
        <span translate="no">{priceText(eighty.low, quote)}</span> to <span translate="no">{priceText(eighty.high, quote)}</span>
      </p>
      <p className={cx('claw-forecast-chance num text-12 text-ink-2', isStale && 'opacity-80')}>
        <span translate="no" className="font-semibold text-15 text-ink-1">
          {chanceText(chanceAbove(horizonPrices(forecast), anchor))}
        </span>
        <span className="block">{`to end above ${priceText(anchor, quote)}`}</span>
      </p>
      {(isStale || isOwn) && (
        <p className={cx('claw-forecast-made num text-12', isStale ? 'text-warning' : 'text-ink-3')}>
          {isStale && 'Stale: '}
          made <Moment at={issued_at} />
          {source !== 'live' && `, ${SOURCE_NAMES[source]}`}
          {isStale && problem !== null && (
            <>
              . <ErrorText error={problem} />
            </>
          )}
        </p>
      )}
    </>
  )
}

function Bands({ forecast, end, isStale }: { readonly forecast: Forecast; readonly end: number; readonly isStale: boolean }) {
  const { symbol, anchor, quote, hours } = forecast
  const { median, bands } = horizonPoint(forecast)
  const at = (price: number) => positionOf(moveOf(price, anchor), end) * 100
  const [, , widest] = bands
  const text = (price: number) => priceText(price, quote)
  const summary = `${symbol}: forecast for ${hoursText(hours)}, median ${text(median)} (${moveText(median, anchor)}), 95% between ${text(widest.low)} and ${text(widest.high)}.`
  return (
    <svg
      viewBox="0 0 100 10"
      preserveAspectRatio="none"
      role="img"
      aria-label={summary}
      className="claw-forecast-bands"
      data-stale={isStale || undefined}
    >
      <path className="claw-forecast-zero" d="M50 0V10" />
      {bands.toReversed().map(({ percent, low, high }) => (
        <rect
          key={percent}
          className="fan-band"
          data-band={percent}
          x={at(low)}
          y="1"
          width={Math.max(0.2, at(high) - at(low))}
          height="8"
        />
      ))}
      <path className="claw-forecast-median" d={`M${at(median)} 0V10`} />
    </svg>
  )
}
