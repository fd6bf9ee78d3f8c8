import { itemAt } from '@aerie/core/item-at'
import { HOUR_MS } from '@aerie/core/time'
import { BANDS, MEDIAN_INDEX } from '@aerie/forecast/quantile-levels'
import type { Forecast } from '@aerie/wire/market/forecasts'
import './forecast.css'
import { priceText } from '../../platform/format/market-text.ts'
import { LearnLink } from '../../platform/navigation/learn-link.tsx'
import { Explain, Formula } from '../../ui/overlays/explain.tsx'

type Band = { readonly percent: 50 | 80 | 95; readonly low: number; readonly high: number }
export type FanPoint = {
  /** Whole hours after the forecast was issued. */
  readonly hours: number
  /** Epoch milliseconds of the market clock. */
  readonly time: number
  readonly median: number
  /** 50, 80 and 95 %, in this order. */
  readonly bands: readonly [Band, Band, Band]
}

export function bandsOf(prices: ArrayLike<number>): Pick<FanPoint, 'median' | 'bands'> {
  const band = ({ percent, low, high }: (typeof BANDS)[number]): Band => ({ percent, low: itemAt(prices, low), high: itemAt(prices, high) })
  return { median: itemAt(prices, MEDIAN_INDEX), bands: [band(BANDS[0]), band(BANDS[1]), band(BANDS[2])] }
}

export const horizonPrices = ({ quantiles }: Pick<Forecast, 'quantiles'>): number[] => quantiles.map(([, price]) => price)

export const horizonPoint = (forecast: Forecast): FanPoint => ({
  hours: forecast.hours,
  time: forecast.issued_at + forecast.hours * HOUR_MS,
  ...bandsOf(horizonPrices(forecast)),
})

/** One point per hour, from the close at which all quantiles meet to the horizon. */
export const fanOf = (forecast: Forecast): FanPoint[] => [
  { hours: 0, time: forecast.issued_at, ...bandsOf(forecast.quantiles.map(() => forecast.anchor)) },
  ...forecast.path.map(([hours, prices]) => ({ hours, time: forecast.issued_at + hours * HOUR_MS, ...bandsOf(prices) })),
]

type BandLegendProps = {
  readonly className?: string
  readonly label?: string
  readonly median?: string
}

export const BandLegend = ({ className, label = 'Bands', median = 'Median' }: BandLegendProps) => (
  <ul aria-label={label} className={`flex flex-wrap items-center gap-x-3 gap-y-1 text-12 text-ink-2 ${className ?? ''}`}>
    <li className="flex items-center gap-1.5">
      <span aria-hidden="true" className="fan-key" data-band="median" />
      {median}
    </li>
    {[50, 80, 95].map((percent) => (
      <li key={percent} className="flex items-center gap-1.5">
        <span aria-hidden="true" className="fan-key" data-band={percent} />
        {percent}%
      </li>
    ))}
  </ul>
)

type BandListProps = { readonly bands: readonly Band[]; readonly quote: string; readonly className?: string }

export const BandList = ({ bands, quote, className }: BandListProps) => (
  <div className={className}>
    <div className="flex items-center text-12 text-ink-2">
      Bands
      <Explain title="Bands">
        <p>The chance in the name of a band is how often the price should end inside it. The scorecard shows how often it did.</p>
        <Formula>band of p = price(50% − p/2) to price(50% + p/2)</Formula>
        <Formula>price(q) = close × exp(return quantile at q)</Formula>
        <LearnLink term="cone" />
      </Explain>
    </div>
    <dl className="num grid grid-cols-[auto_1fr] gap-x-3 text-13">
      {bands.map(({ percent, low, high }) => (
        <div key={percent} className="contents">
          <dt className="flex items-center gap-1.5 text-ink-2">
            <span aria-hidden="true" className="fan-key" data-band={percent} />
            {percent}%
          </dt>
          <dd translate="no" className="text-ink-1">
            {`${priceText(low, quote)} to ${priceText(high, quote)}`}
          </dd>
        </div>
      ))}
    </dl>
  </div>
)
