import { numberAt } from '@aerie/core/numbers/number-at'
import type { ReturnForecast } from './forecaster.ts'
import { LEVEL_COUNT, MAX_HOURS, MEDIAN_INDEX } from './quantile-levels.ts'

/** Price quantiles at each whole hour from 1. Bands never narrow with the horizon and quantiles never cross. */
export type PriceFan = {
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
