import type { Forecast } from '@aerie/wire/market/forecasts'
import { BandList } from '../../market-views/forecast/band-list.tsx'
import { horizonPoint } from '../../market-views/forecast/fan-bands.ts'
import { hoursText, moveText, priceText } from '../../market-views/forecast/forecast-text.ts'
import { Moment } from '../../market-views/forecast/moment.tsx'
import { LearnLink } from '../../navigation/learn-link.tsx'
import { cx } from '../../ui/cx.ts'
import { Explain, Formula } from '../../ui/overlays/explain.tsx'
import { LevelChance } from './level-chance.tsx'

type ForecastFiguresProps = { readonly forecast: Forecast; readonly isStale: boolean }

/** The forecast at its horizon in figures: the median with its moment, the bands, and the chance above a level. */
export function ForecastFigures({ forecast, isStale }: ForecastFiguresProps) {
  const { median, bands, time } = horizonPoint(forecast)
  const { quote, anchor, hours } = forecast
  return (
    <div className="ipc-figures" data-stale={isStale || undefined}>
      <div className={cx('flex flex-col', isStale && 'opacity-80')}>
        <div className="flex items-center text-12 text-ink-2">
          {`Median, ${hoursText(hours)} ahead`}
          <Explain title="Median">
            <p>Half of the forecast lies above this price, half below. It starts from the close of the last full hour.</p>
            <Formula>price(q) = close × exp(return quantile at q), q = 50%</Formula>
            <p>It is not a signal: over hours, almost nothing beats “no change”. The bands are the forecast.</p>
            <LearnLink term="cone" />
          </Explain>
        </div>
        <p className="num font-semibold text-24">
          <span translate="no">{priceText(median, quote)}</span>{' '}
          <span translate="no" className="font-normal text-13 text-ink-2">
            {moveText(median, anchor)}
          </span>
        </p>
        <p className="text-12 text-ink-2">
          at <Moment at={time} />
          {`, from ${priceText(anchor, quote)}`}
        </p>
      </div>
      <BandList bands={bands} quote={quote} className={cx(isStale && 'opacity-80')} />
      <LevelChance forecast={forecast} isStale={isStale} />
    </div>
  )
}
