import { itemAt } from '@aerie/core/item-at'
import { HOUR_MS } from '@aerie/core/time'
import { BANDS, MEDIAN_INDEX } from '@aerie/forecast/quantile-levels'
import type { Forecast } from '@aerie/wire/market/forecasts'

export type Band = { readonly percent: 50 | 80 | 95; readonly low: number; readonly high: number }
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
