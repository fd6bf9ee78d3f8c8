import { Link } from 'react-router'
import './forecast.css'
import type { Forecast } from '@aerie/wire/market/forecasts'
import { PREDICTED_SYMBOLS } from '@aerie/wire/market/supported-symbols'
import { hoursText, moveText, priceText } from '../../platform/format/market-text.ts'
import { ButtonLink } from '../../ui/controls/button.tsx'
import { cx } from '../../ui/cx.ts'
import { Moment } from '../../ui/moment.tsx'
import { Area } from '../../ui/panel.tsx'
import { QueryView } from '../../ui/states/query-view.tsx'
import { Skeleton } from '../../ui/states/skeleton.tsx'
import { BandList, horizonPoint } from './fan-bands.tsx'
import { ForecastFacts, WaitingText } from './forecast-facts.tsx'
import { isPredicted, useForecast, useForecastTiming } from './forecast-query.ts'
import { HorizonChoice } from './horizon-choice.tsx'

type PredictionCardProps = {
  readonly symbol: string
  readonly hours: number
  readonly onHoursChange: (hours: number) => void
  readonly className?: string
}

export function PredictionCard({ symbol, hours, onHoursChange, className }: PredictionCardProps) {
  return (
    <Area aria-label={`Price prediction of ${symbol}`} className={cx('flex flex-col gap-3', className)}>
      {isPredicted(symbol) ? <Predicted symbol={symbol} hours={hours} onHoursChange={onHoursChange} /> : <NotPredicted symbol={symbol} />}
    </Area>
  )
}

function Predicted({ symbol, hours, onHoursChange }: PredictionCardProps) {
  const { query, problem } = useForecast(symbol, hours)
  return (
    <>
      <HorizonChoice hours={hours} onChange={onHoursChange} />
      {/* As high as the figures are, so that nothing below moves when they come. */}
      <div className="flex min-h-69 flex-col gap-3">
        <QueryView query={query} skeleton={<FiguresSkeleton symbol={symbol} />} failed={`The prediction of ${symbol} could not be loaded`}>
          {(answer) =>
            answer.state === 'warming' ? (
              <p className="text-13 text-ink-2">
                <WaitingText waiting={answer} />
              </p>
            ) : (
              <PredictionFigures forecast={answer} problem={problem} key={hours} />
            )
          }
        </QueryView>
      </div>
      <ButtonLink to={`/ipc/${symbol}?hours=${hours}`} className="self-start">
        Full forecast and track record
      </ButtonLink>
    </>
  )
}

function PredictionFigures({ forecast, problem }: { readonly forecast: Forecast; readonly problem: Error | null }) {
  const { isStale } = useForecastTiming(forecast)
  const { median, bands, time } = horizonPoint(forecast)
  const { quote, anchor } = forecast
  return (
    <>
      <div data-stale={isStale || undefined} className={cx('flex flex-col gap-2', isStale && 'opacity-80')}>
        <p className="text-12 text-ink-2">
          {`Median in ${hoursText(forecast.hours)}, `}
          <Moment at={time} />
        </p>
        <p className="num font-semibold text-24 text-ink-1">
          <span translate="no">{priceText(median, quote)}</span>{' '}
          <span translate="no" className="font-normal text-13 text-ink-2">
            {moveText(median, anchor)}
          </span>
        </p>
        <BandList bands={bands} quote={quote} />
      </div>
      <p className="text-12 text-ink-2">The median is not a signal: over hours, almost nothing beats “no change”.</p>
      <ForecastFacts forecast={forecast} problem={problem} />
    </>
  )
}

const FiguresSkeleton = ({ symbol }: { readonly symbol: string }) => (
  <div role="status" aria-label={`Loading the prediction of ${symbol}`} className="flex flex-col gap-2">
    <Skeleton className="h-4 w-40" />
    <Skeleton className="h-8 w-44" />
    {[50, 80, 95].map((percent) => (
      <Skeleton key={percent} className="h-5 w-full" />
    ))}
    <Skeleton className="h-8 w-full" />
  </div>
)

const NotPredicted = ({ symbol }: { readonly symbol: string }) => (
  <>
    <p className="text-13 text-ink-2">{`No predictions for ${symbol}. They are made for:`}</p>
    <p className="flex gap-3">
      {PREDICTED_SYMBOLS.map((predicted) => (
        <Link key={predicted} to={`/currencies/${predicted}`} className="font-medium text-accent-text underline-offset-2 hover:underline">
          {predicted}
        </Link>
      ))}
    </p>
  </>
)
