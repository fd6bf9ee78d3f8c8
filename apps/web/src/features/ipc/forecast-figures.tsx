import type { Forecast } from '@aerie/wire/market/forecasts'
import { BandList } from '../../market-views/forecast/band-list.tsx'
import { horizonPoint } from '../../market-views/forecast/fan-bands.ts'
import { hoursText, moveText, priceText } from '../../market-views/forecast/forecast-text.ts'
import { Moment } from '../../market-views/forecast/moment.tsx'
import { LearnLink } from '../../navigation/learn-link.tsx'
import { cx } from '../../ui/cx.ts'
import { Explain, Formula } from '../../ui/overlays/explain.tsx'
import { IPC_WORDS } from './ipc-words.ts'
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
          {IPC_WORDS.median(hoursText(hours))}
          <Explain title={IPC_WORDS.medianTitle}>
            <p>{IPC_WORDS.medianAbout}</p>
            <Formula>{IPC_WORDS.medianFormula}</Formula>
            <p>{IPC_WORDS.medianNote}</p>
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
          {IPC_WORDS.at} <Moment at={time} />
          {IPC_WORDS.from(priceText(anchor, quote))}
        </p>
      </div>
      <BandList bands={bands} quote={quote} className={cx(isStale && 'opacity-80')} />
      <LevelChance forecast={forecast} isStale={isStale} />
    </div>
  )
}
