import type { Forecast } from '@aerie/wire/forecasts'
import { horizonPoint } from '../../market-views/forecast/fan-bands.ts'
import { hoursText, moveText, priceText } from '../../market-views/forecast/forecast-text.ts'
import { Moment } from '../../market-views/forecast/moment.tsx'
import { cx } from '../../ui/cx.ts'
import { Explain, Formula } from '../../ui/explain.tsx'
import { LevelChance } from './level-chance.tsx'

type ForecastFiguresProps = { readonly forecast: Forecast; readonly isStale: boolean }

/** The forecast at its horizon in figures: the median with its moment, the bands, and the chance above a level. */
export function ForecastFigures({ forecast, isStale }: ForecastFiguresProps) {
  const { median, bands, time } = horizonPoint(forecast)
  const { quote, anchor, hours } = forecast
  return (
    <div className="ipc-figures" data-stale={isStale || undefined}>
      <div className={cx('flex flex-col', isStale && 'opacity-60')}>
        <p className="flex items-center text-12 text-ink-2">
          Median, {hoursText(hours)} ahead
          <Explain title="Median">
            <p>Half of the forecast lies above this price and half below. It counts from the close of the last whole hour.</p>
            <Formula>price(q) = close × exp(return quantile at q), q = 50%</Formula>
            <p>It is no signal: over hours, next to nothing beats “the price stays”. The bands are where the skill is.</p>
          </Explain>
        </p>
        <p className="num font-semibold text-24">
          {priceText(median, quote)} <span className="font-normal text-13 text-ink-2">{moveText(median, anchor)}</span>
        </p>
        <p className="text-12 text-ink-2">
          at <Moment at={time} />, from {priceText(anchor, quote)}
        </p>
      </div>
      <dl className={cx('num grid grid-cols-[auto_1fr] content-center gap-x-3 text-13', isStale && 'opacity-60')}>
        {bands.map(({ percent, low, high }) => (
          <div key={percent} className="contents">
            <dt className="flex items-center gap-1.5 text-ink-2">
              <span aria-hidden="true" className="fan-key" data-band={percent} />
              {percent}%
            </dt>
            <dd className="text-ink-1">
              {priceText(low, quote)} to {priceText(high, quote)}
            </dd>
          </div>
        ))}
      </dl>
      <LevelChance forecast={forecast} isStale={isStale} />
    </div>
  )
}
