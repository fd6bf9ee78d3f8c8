import { itemAt } from '@aerie/core/item-at'
import type { Candle } from '@aerie/core/market/candle'
import { type Forecaster, MIN_CANDLES, type ReturnForecast } from './forecaster.ts'
import { HourlySeries } from './hourly-series.ts'
import { MAX_HOURS, QUANTILE_LEVELS } from './quantile-levels.ts'
import { SortedWindow } from './sorted-window.ts'

/** Returns kept per horizon: 90 days of hours. */
const KEPT = 2160

/** Baseline "naive90" of METHOD.md: price unchanged, with the empirical quantiles of the last 2,160 returns (90 days) as error. */
export class RandomWalk implements Forecaster {
  readonly name = 'random-walk'
  readonly #series = new HourlySeries()
  readonly #returns = Array.from({ length: MAX_HOURS }, () => new SortedWindow(KEPT))
  #candleCount = 0

  get candleCount(): number {
    return this.#candleCount
  }

  get lastTime(): number | undefined {
    return this.#series.lastTime
  }

  update(candle: Candle): boolean {
    if (this.#series.add(candle) === undefined) return false
    this.#candleCount++
    const { index } = this.#series
    for (let hours = 1; hours <= MAX_HOURS && hours <= index; hours++) {
      if (this.#series.isReal(index - hours)) itemAt(this.#returns, hours - 1).push(this.#series.changeOver(hours))
    }
    return true
  }

  forecast(hours: number): ReturnForecast | undefined {
    const returns = this.#returns[hours - 1]
    if (returns === undefined || returns.size < MIN_CANDLES) return undefined
    const quantiles = Float64Array.from(QUANTILE_LEVELS, (level) => returns.quantile(level))
    // Half-width of the middle 68 %: a scale that needs no finite second moment.
    const sigma = Math.max((returns.quantile(0.84) - returns.quantile(0.16)) / 2, Number.EPSILON)
    return { hours, sigma, quantiles }
  }
}
