import { numberAt } from '@aerie/core/item-at'
import type { ReturnForecast } from './forecaster.ts'

/** The 21 probabilities of every forecast, ascending: 2.5 %, 5 % to 95 % in steps of 5, 97.5 %. */
export const QUANTILE_LEVELS = [
  0.025, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95, 0.975,
] as const

/** Number of quantile levels: 21. */
export const LEVEL_COUNT = QUANTILE_LEVELS.length
/** Index of the median in QUANTILE_LEVELS. */
export const MEDIAN_INDEX = 10

/** Displayed bands: nominal coverage in percent and the indices of their edges in QUANTILE_LEVELS. */
export const BANDS = [
  { percent: 50, low: 5, high: 15 },
  { percent: 80, low: 2, high: 18 },
  { percent: 95, low: 0, high: 20 },
] as const

/** Longest forecast horizon, in hours. */
export const MAX_HOURS = 24

/** Price quantiles at each whole hour from 1. Bands never narrow with the horizon and quantiles never cross. */
type PriceFan = {
  readonly anchor: number
  /** `prices[hours - 1]`: prices at QUANTILE_LEVELS, ascending. */
  readonly prices: readonly Float64Array[]
}

type ReturnQuantiles = { forecast(hours: number): Pick<ReturnForecast, 'quantiles'> | undefined }

/** Price quantiles `anchor * exp(q)`, widened so that bands never narrow; `hours` 1 to 24. Undefined if there is too little history. */
export function priceFan(model: ReturnQuantiles, anchor: number, hours = MAX_HOURS): PriceFan | undefined {
  const reach = new Float64Array(LEVEL_COUNT)
  const prices: Float64Array[] = []
  for (let horizon = 1; horizon <= hours; horizon++) {
    const forecast = model.forecast(horizon)
    if (forecast === undefined) return undefined
    const median = numberAt(forecast.quantiles, MEDIAN_INDEX)
    prices.push(
      forecast.quantiles.map((quantile, i) => {
        reach[i] = i < MEDIAN_INDEX ? Math.min(numberAt(reach, i), quantile - median) : Math.max(numberAt(reach, i), quantile - median)
        return anchor * Math.exp(median + numberAt(reach, i))
      }),
    )
  }
  return { anchor, prices }
}
