import { itemAt } from '@aerie/core/item-at'
import type { Candle } from '@aerie/core/market/candle'
import { numberAt } from '@aerie/core/numbers/number-at'
import { emsParameters } from './ems-parameters.ts'
import { type Forecaster, MIN_CANDLES, type ReturnForecast } from './forecaster.ts'
import { HourlySeries } from './hourly-series.ts'
import { HourlyVariance, hourVariance } from './hourly-variance.ts'
import { LEVEL_COUNT, MAX_HOURS, QUANTILE_LEVELS } from './quantile-levels.ts'
import { ResidualQuantiles } from './residual-quantiles.ts'
import { studentDensityAtZero, studentQuantile } from './student-t.ts'

const HORIZONS = Array.from({ length: MAX_HOURS }, (_, index) => {
  const parameters = emsParameters(index + 1)
  return {
    ...parameters,
    densityAtZero: studentDensityAtZero(parameters.nu),
    student: Float64Array.from(QUANTILE_LEVELS, (level) => studentQuantile(level, parameters.nu)),
  }
})
const LONGEST_WAIT = MAX_HOURS + 1
const CLIP = 3

const clip = (value: number): number => Math.min(Math.max(value, -CLIP), CLIP)

/**
 * EMS: EWMA variance at several scales, with the week's rhythm and the residuals' own quantiles. The method of
 * docs/math/forecast.md, one O(1) update a candle.
 *
 * @example
 * const model = new Ems()
 * for (const candle of closedHourlyCandles) model.update(candle)
 * model.forecast(24)?.quantiles // 21 log returns, ascending
 */
export class Ems implements Forecaster {
  readonly name = 'ems'
  readonly #series = new HourlySeries()
  readonly #variance = new HourlyVariance()
  readonly #residuals = HORIZONS.map(({ student }) => new ResidualQuantiles(student))
  /** Sigma and delta of the last origins, by horizon and grid index modulo LONGEST_WAIT, until their hour comes. */
  readonly #sigmas = new Float64Array(MAX_HOURS * LONGEST_WAIT)
  readonly #deltas = new Float64Array(MAX_HOURS * LONGEST_WAIT)
  readonly #logLevels = new Float64Array(5)
  readonly #rhythm = new Float64Array(MAX_HOURS)
  readonly #features = new Float64Array(6)
  #candleCount = 0

  get candleCount(): number {
    return this.#candleCount
  }

  get lastTime(): number | undefined {
    return this.#series.lastTime
  }

  update(candle: Candle): boolean {
    const step = this.#series.add(candle)
    if (step === undefined) return false
    this.#candleCount++
    this.#variance.update(candle.time, hourVariance(step))
    if (!this.#variance.isKnown) return true
    this.#settle()
    this.#look(candle.time)
    return true
  }

  forecast(hours: number): ReturnForecast | undefined {
    if (this.#candleCount < MIN_CANDLES) return undefined
    const cell = this.#cell(hours, this.#series.index)
    const sigma = itemAt(this.#sigmas, cell)
    const delta = numberAt(this.#deltas, cell)
    const quantiles = new Float64Array(LEVEL_COUNT)
    itemAt(this.#residuals, hours - 1).write(quantiles)
    for (let i = 0; i < LEVEL_COUNT; i++) quantiles[i] = sigma * (delta + numberAt(quantiles, i))
    return { hours, sigma, quantiles: quantiles.sort() }
  }

  /** Keeps the residual of each origin whose hour has come with this candle. A missing hour settles nothing. */
  #settle(): void {
    const { index } = this.#series
    for (let hours = 1; hours <= MAX_HOURS; hours++) {
      const origin = index - hours
      if (origin < 0 || !this.#series.isReal(origin)) continue
      const cell = this.#cell(hours, origin)
      const sigma = itemAt(this.#sigmas, cell)
      // The first day's origins have none.
      if (sigma === 0) continue
      const change = this.#series.close(index) - this.#series.close(origin)
      itemAt(this.#residuals, hours - 1).push((change - numberAt(this.#deltas, cell) * sigma) / sigma)
    }
  }

  /** Sigma and delta from the newest candle, for every horizon. */
  #look(timeSeconds: number): void {
    this.#variance.logLevels(this.#logLevels)
    this.#variance.rhythmSums(timeSeconds, this.#rhythm)
    this.#readFeatures()
    for (let hours = 1; hours <= MAX_HOURS; hours++) {
      const { scale, median, densityAtZero } = itemAt(HORIZONS, hours - 1)
      let logVariance = itemAt(scale, 0)
      for (let i = 0; i < this.#logLevels.length; i++) logVariance += itemAt(scale, i + 1) * numberAt(this.#logLevels, i)
      let logit = 0
      for (let i = 0; i < this.#features.length; i++) logit += itemAt(median, i) * numberAt(this.#features, i)
      const cell = this.#cell(hours, this.#series.index)
      this.#sigmas[cell] = Math.exp(0.5 * logVariance) * Math.sqrt(numberAt(this.#rhythm, hours - 1))
      this.#deltas[cell] = (0.5 * (1 / (1 + Math.exp(-logit)) - 0.5)) / densityAtZero
    }
  }

  /** The last three hourly returns and the returns over 6, 24 and 168 h a root hour, in weekly deviations. */
  #readFeatures(): void {
    const deviation = Math.sqrt(this.#variance.weekMean)
    for (let back = 0; back < 3; back++) this.#features[back] = clip(this.#series.change(back) / deviation)
    this.#features[3] = clip(this.#series.changeOver(6) / Math.sqrt(6) / deviation)
    this.#features[4] = clip(this.#series.changeOver(24) / Math.sqrt(24) / deviation)
    this.#features[5] = clip(this.#series.changeOver(168) / Math.sqrt(168) / deviation)
  }

  #cell(hours: number, index: number): number {
    return (hours - 1) * LONGEST_WAIT + (index % LONGEST_WAIT)
  }
}
