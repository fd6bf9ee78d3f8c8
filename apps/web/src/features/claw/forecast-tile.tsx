import { chanceAbove } from '@aerie/forecast/price-probability'
import type { Forecast } from '@aerie/wire/forecasts'
import { horizonPoint, horizonPrices } from '../../market-views/forecast/fan-bands.ts'
import { chanceText, moveText, priceText, SOURCE_NAMES } from '../../market-views/forecast/forecast-text.ts'
import { useForecastTiming } from '../../market-views/forecast/forecast-timing.ts'
import { MiniCone } from '../../market-views/forecast/mini-cone.tsx'
import { Moment } from '../../market-views/forecast/moment.tsx'
import { useForecast } from '../../market-views/forecast/use-forecast.ts'
import { WaitingWords } from '../../market-views/forecast/waiting-words.tsx'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { Link } from '../../ui/link.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { HOURS } from './forecast-hours.ts'

/** The newest forecast of one coin as a cone, with the chance that it rises. */
export function ForecastTile({ symbol }: { readonly symbol: string }) {
  const state = useForecast(symbol, HOURS)
  return (
    <section aria-label={`Prediction of ${symbol}`} className="claw-tile">
      <h3 className="font-semibold text-13">
        <Link to={`/ipc/${symbol}?hours=${HOURS}`} className="text-ink-1 underline-offset-2 hover:underline pointer-coarse:py-2.5">
          {symbol}
        </Link>
      </h3>
      {state.kind === 'value' && <Cone forecast={state.forecast} problem={state.problem} />}
      {state.kind === 'loading' && (
        <div role="status" aria-label={`Loading the prediction of ${symbol}`} className="flex flex-col gap-2">
          <Skeleton className="h-24 w-full" />
          <Skeleton className="h-5 w-24" />
          <Skeleton className="h-8 w-full" />
        </div>
      )}
      {state.kind === 'absent' && (
        <p className="text-12 text-ink-2">
          <WaitingWords waiting={state.waiting} />
        </p>
      )}
      {state.kind === 'failed' && (
        <p role="alert" className="flex flex-col items-start gap-2 text-12 text-warning">
          The prediction of {symbol} could not be read. {state.words}
          <Button size="sm" onClick={state.retry}>
            Try Again
          </Button>
        </p>
      )}
    </section>
  )
}

function Cone({ forecast, problem }: { readonly forecast: Forecast; readonly problem: string | null }) {
  const { isStale } = useForecastTiming(forecast)
  const { anchor, quote, issued_at, source } = forecast
  const { median, bands } = horizonPoint(forecast)
  const [, eighty] = bands
  return (
    <div className={cx('flex flex-col gap-1.5', isStale && 'opacity-80')} data-stale={isStale || undefined}>
      <MiniCone forecast={forecast} hasStart />
      <p className="num flex flex-wrap items-baseline gap-x-2">
        <span className="font-semibold text-18 text-ink-1">{chanceText(chanceAbove(horizonPrices(forecast), anchor))}</span>
        <span className="text-12 text-ink-2">to end above {priceText(anchor, quote)}</span>
      </p>
      <p className="num text-12 text-ink-2">
        Median {priceText(median, quote)} ({moveText(median, anchor)}); 80% between {priceText(eighty.low, quote)} and{' '}
        {priceText(eighty.high, quote)}
      </p>
      <p className={cx('num text-12', isStale ? 'text-warning' : 'text-ink-3')}>
        {isStale ? 'Stale: ' : ''}made <Moment at={issued_at} />
        {source !== 'live' && `, ${SOURCE_NAMES[source]}`}
        {isStale && problem !== null && `. ${problem}`}
      </p>
    </div>
  )
}
