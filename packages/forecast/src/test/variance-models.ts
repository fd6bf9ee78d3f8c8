import type { Candle } from '@aerie/core/market/candle'
import { type Forecaster, MIN_CANDLES, type ReturnForecast } from '../forecaster.ts'
import { HourlySeries } from '../hourly-series.ts'
import { QUANTILE_LEVELS } from '../quantile-levels.ts'
import { studentQuantile } from '../student-t.ts'

const LEAST_VARIANCE = 2.5e-9

type VarianceRule = {
  readonly name: string
  readonly next: (variance: number, squaredReturn: number, longRun: number) => number
  /** Variance of the sum of the next `hours` returns. */
  readonly over: (variance: number, hours: number, longRun: number) => number
  readonly quantile: (level: number) => number
}

const NU = 4
const STUDENT_SCALE = Math.sqrt((NU - 2) / NU)
const unitStudent = (level: number): number => studentQuantile(level, NU) * STUDENT_SCALE
/** A Student t with this many degrees of freedom matches the normal to three digits. */
const NEARLY_NORMAL = 1000
const normal = (level: number): number => studentQuantile(level, NEARLY_NORMAL)

class VarianceModel implements Forecaster {
  readonly name: string
  readonly #rule: VarianceRule
  readonly #series = new HourlySeries()
  readonly #shape: Float64Array
  #variance = LEAST_VARIANCE
  #squares = 0
  #candleCount = 0

  constructor(rule: VarianceRule) {
    this.name = rule.name
    this.#rule = rule
    this.#shape = Float64Array.from(QUANTILE_LEVELS, rule.quantile)
  }

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
    if (step.isRestart) return true
    const square = Math.max(step.change ** 2, LEAST_VARIANCE)
    // Mean over all hours until a quarter has passed, then an EWMA of that length.
    this.#squares += (square - this.#squares) / Math.min(this.#candleCount, 2160)
    this.#variance = this.#candleCount < MIN_CANDLES ? this.#squares : this.#rule.next(this.#variance, square, this.#squares)
    return true
  }

  forecast(hours: number): ReturnForecast | undefined {
    if (this.#candleCount < MIN_CANDLES) return undefined
    const sigma = Math.sqrt(this.#rule.over(this.#variance, hours, this.#squares))
    return { hours, sigma, quantiles: this.#shape.map((level) => level * sigma) }
  }
}

const DAY_WEIGHT = 1 - 0.5 ** (1 / 24)

/** Exponentially weighted variance with a half-life of a day and normal errors (RiskMetrics 1996, on hours). */
export const ewma = (): Forecaster =>
  new VarianceModel({
    name: 'ewma',
    next: (variance, square) => variance + DAY_WEIGHT * (square - variance),
    over: (variance, hours) => variance * hours,
    quantile: normal,
  })

const ALPHA = 0.07
const BETA = 0.91

/** GARCH(1,1), 90-day variance targeting (Bollerslev 1986; Engle and Mezrich 1996); pooled alpha .07, beta .91; Student t, 4 df. */
export const garch = (): Forecaster =>
  new VarianceModel({
    name: 'garch',
    next: (variance, square, longRun) => (1 - ALPHA - BETA) * longRun + ALPHA * square + BETA * variance,
    over: (variance, hours, longRun) => {
      const persistence = ALPHA + BETA
      return longRun * hours + ((variance - longRun) * (1 - persistence ** hours)) / (1 - persistence)
    },
    quantile: unitStudent,
  })
