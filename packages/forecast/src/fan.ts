import { numberAt } from '@aerie/core/numbers/number-at'
import type { ReturnForecast } from './forecaster.ts'
import { LEVEL_COUNT, MAX_HOURS, MEDIAN_INDEX } from './quantile-levels.ts'

/** Price quantiles at each whole hour from 1 on; bands never narrow with the horizon and quantiles never cross. */
export type PriceFan = {
  /** The last close, which every quantile starts from. */
  readonly anchor: number
  /** `prices[hours - 1]`: prices at QUANTILE_LEVELS, ascending. */
  readonly prices: readonly Float64Array[]
}

/** Whatever knows return quantiles by horizon: a model, or a record of what one has issued. */
type ReturnQuantiles = { forecast(hours: number): Pick<ReturnForecast, 'quantiles'> | undefined }

/**
 * The fan of price quantiles from `anchor`: C exp(q). Where one horizon's quantile lies nearer to the median than the
 * horizon's before, it is moved out to that distance: what is not known an hour ahead is not known two hours ahead.
 *
 * @param hours how far, 1 to 24
 * @returns undefined while the model has too little history
 */
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
