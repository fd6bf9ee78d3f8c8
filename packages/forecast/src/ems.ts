import { garmanKlassOfLogs } from '@aerie/core/analytics/realised-volatility'
import { itemAt } from '@aerie/core/item-at'
import type { Candle } from '@aerie/core/market/candle'
import { numberAt } from '@aerie/core/numbers/number-at'
import { type Forecaster, MIN_CANDLES, type ReturnForecast } from './forecaster.ts'
import { hourSlot, SLOT_COUNT } from './hour-slot.ts'
import { HourlySeries, type HourlyStep } from './hourly-series.ts'
import { LEVEL_COUNT, MAX_HOURS, QUANTILE_LEVELS } from './quantile-levels.ts'
import { SortedWindow } from './sorted-window.ts'
import { studentDensityAtZero, studentQuantile } from './student-t.ts'

/** Parameters of EMS at one horizon. */
type EmsHorizon = {
  /** b0, then one weight for the log of each EWMA of variance, in the order of HALF_LIVES_HOURS. */
  readonly scale: readonly number[]
  /** Weights of the six return features in the logit of "the price rises". */
  readonly median: readonly number[]
  /** Degrees of freedom of the Student t that stands in for residuals not yet seen. */
  readonly nu: number
}

/** Half-lives of the five EWMAs of variance (Corsi 2009's scales, from an hour to a month). */
const HALF_LIVES_HOURS = [1, 3, 24, 168, 720] as const

/** Fitted on hourly candles of major coins before 2023 by Student-t likelihood (docs/math/forecast.md). */
const FITTED: Readonly<Record<1 | 6 | 12 | 24, EmsHorizon>> = {
  1: {
    scale: [-0.467005, 0.32221, 0.158135, 0.43799, 0.104787, 0.036815],
    median: [-0.097182, -0.055762, -0.018442, -0.054983, -0.026539, 0.031419],
    nu: 3.4946,
  },
  6: {
    scale: [-0.644527, 0.248257, 0.074998, 0.399677, 0.180417, 0.1447],
    median: [-0.058004, -0.036153, -0.013551, -0.029337, -0.065498, 0.032179],
    nu: 3.1765,
  },
  12: {
    scale: [-0.93031, 0.190549, 0.111542, 0.300731, 0.167755, 0.242566],
    median: [-0.030557, -0.018293, -0.002298, 0.00764, -0.089113, 0.032155],
    nu: 3.277,
  },
  24: {
    scale: [-1.320028, 0.176322, 0.056192, 0.253425, 0.176433, 0.2993],
    median: [-0.013451, -0.014107, -0.006744, -0.02492, -0.085125, 0.025117],
    nu: 3.474,
  },
}

const between = (low: number, high: number, share: number): number => low + share * (high - low)
const mix = (low: readonly number[], high: readonly number[], share: number) =>
  low.map((value, index) => between(value, numberAt(high, index), share))

/** Parameters at any horizon from 1 to 24 whole hours: the fitted ones, in between linear in ln h (METHOD.md step 8). */
function emsParameters(hours: number): EmsHorizon {
  const [lowHours, highHours] = hours <= 6 ? ([1, 6] as const) : hours <= 12 ? ([6, 12] as const) : ([12, 24] as const)
  const share = Math.log(hours / lowHours) / Math.log(highHours / lowHours)
  const [low, high] = [FITTED[lowHours], FITTED[highHours]]
  return { scale: mix(low.scale, high.scale, share), median: mix(low.median, high.median, share), nu: between(low.nu, high.nu, share) }
}

const HOUR_SECONDS = 3600
const LEAST_VARIANCE = 2.5e-9
/** One bad print must not poison weeks: an hour's variance counts for at most this multiple of the weekly mean. */
const LARGEST_MULTIPLE = 50
const LARGEST_SLOT_RATIO = 8
/**
 * A series whose first hour varies by more than this multiple of its first day's median begins with a listing. Of 29 recorded
 * coins those that were cut out of a longer life begin at 2 or less, those that begin at their listing at 11 to 6,600.
 */
const LISTING_MULTIPLE = 10

/** Weight of the newest value in an EWMA that halves an old value's weight after `halfLife` steps. */
const ewmaWeight = (halfLife: number): number => 1 - 0.5 ** (1 / halfLife)

const WEEK_WEIGHT = ewmaWeight(168)
const SLOT_WEIGHT = ewmaWeight(60)
const SCALE_WEIGHTS = HALF_LIVES_HOURS.map(ewmaWeight)

/**
 * Variance of an hour from its candle: 0.8 of Garman and Klass (1980), 0.2 of the squared return, which also sees the
 * gap between two candles (METHOD.md step 1).
 */
const hourVariance = (step: HourlyStep): number =>
  Math.max(0.8 * Math.max(garmanKlassOfLogs(step), 0) + 0.2 * step.change ** 2, LEAST_VARIANCE)

type Hour = { readonly timeSeconds: number; readonly variance: number }

/** Level, weekly rhythm and five EWMAs of an hourly variance: METHOD.md steps 1 to 3, O(1) a candle. */
class HourlyVariance {
  /** The first day, held back until it is whole: only it tells whether it began with a listing. */
  #firstDay: Hour[] | undefined = []
  /** Hours of a level that began at a listing; none of any other. */
  #hoursSinceListing = Number.POSITIVE_INFINITY
  #weekMean: number | undefined
  readonly #slots = new Float64Array(SLOT_COUNT).fill(1)
  readonly #visits = new Uint32Array(SLOT_COUNT)
  readonly #sums = new Float64Array(HALF_LIVES_HOURS.length)
  readonly #weights = new Float64Array(HALF_LIVES_HOURS.length)

  /** Whether a first day is over: before that nothing here says anything. */
  get isKnown(): boolean {
    return this.#firstDay === undefined
  }

  /** EWMA of the variance with a half-life of a week; 0 before the first day is over. */
  get weekMean(): number {
    return this.#weekMean ?? 0
  }

  /** Takes in the variance of the hour that opened at `timeSeconds`. */
  update(timeSeconds: number, variance: number): void {
    const hour = { timeSeconds, variance }
    if (this.#firstDay === undefined) this.#add(hour)
    else if (this.#firstDay.push(hour) === MIN_CANDLES) this.#begin(this.#firstDay)
  }

  /**
   * Takes in the first day. The hour a coin is listed in finds its price; its range says nothing of the hours after it.
   * It is left out, and the level is a plain mean at first, so that no other hour of the spell stands for weeks either.
   */
  #begin(firstDay: readonly Hour[]): void {
    this.#firstDay = undefined
    const median = itemAt(
      firstDay.map(({ variance }) => variance).sort((a, b) => a - b),
      firstDay.length >> 1,
    )
    const isListing = itemAt(firstDay, 0).variance > LISTING_MULTIPLE * median
    if (isListing) this.#hoursSinceListing = 0
    for (const hour of firstDay.slice(isListing ? 1 : 0)) this.#add(hour)
  }

  #add({ timeSeconds, variance }: Hour): void {
    const mean = this.#weekMean ?? variance
    const capped = Math.min(variance, LARGEST_MULTIPLE * mean)
    const slot = hourSlot(timeSeconds)
    const rhythm = numberAt(this.#slots, slot)
    const flat = capped / rhythm
    const visits = numberAt(this.#visits, slot) + 1
    this.#visits[slot] = visits
    this.#slots[slot] = rhythm + Math.max(SLOT_WEIGHT, 1 / (visits + 4)) * (Math.min(capped / mean, LARGEST_SLOT_RATIO) - rhythm)
    this.#hoursSinceListing++
    this.#weekMean = mean + Math.max(WEEK_WEIGHT, 1 / this.#hoursSinceListing) * (capped - mean)
    for (let i = 0; i < SCALE_WEIGHTS.length; i++) {
      const [share, sum, weight] = [numberAt(SCALE_WEIGHTS, i), numberAt(this.#sums, i), numberAt(this.#weights, i)]
      this.#sums[i] = sum + share * (flat - sum)
      this.#weights[i] = weight + share * (1 - weight)
    }
  }

  /** Natural logs of the five bias-corrected EWMAs of the variance without its rhythm. */
  logLevels(into: Float64Array): void {
    for (let i = 0; i < into.length; i++) into[i] = Math.log(numberAt(this.#sums, i) / numberAt(this.#weights, i))
  }

  /** Sums of the rhythm over the next 1, 2, … `into.length` hours after the hour that opened at `timeSeconds`. */
  rhythmSums(timeSeconds: number, into: Float64Array): void {
    let total = 0
    for (let slot = 0; slot < SLOT_COUNT; slot++) total += numberAt(this.#slots, slot)
    const mean = total / SLOT_COUNT
    let sum = 0
    for (let hour = 1; hour <= into.length; hour++) {
      sum += numberAt(this.#slots, hourSlot(timeSeconds + hour * HOUR_SECONDS)) / mean
      into[hour - 1] = sum
    }
  }
}

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

/** Residuals kept a horizon: half a year of hours. */
const KEPT = 4380
/** Below this many residuals their quantiles are not used at all. */
const ENOUGH = 500

/**
 * Symmetrised quantiles of the last standardised residuals of one horizon (filtered historical simulation,
 * Barone-Adesi et al. 1999). While there are few, Student-t quantiles stand in; from 500 on the two are blended by
 * n / (n + 500), and a full window stands alone (METHOD.md step 6).
 */
class ResidualQuantiles {
  readonly #window = new SortedWindow(KEPT)
  readonly #student: ArrayLike<number>

  /** @param student Student-t quantiles at QUANTILE_LEVELS */
  constructor(student: ArrayLike<number>) {
    this.#student = student
  }

  get size(): number {
    return this.#window.size
  }

  push(residual: number): void {
    this.#window.push(residual)
  }

  /** Writes the standardised quantile at each of QUANTILE_LEVELS, antisymmetric around the median. */
  write(into: Float64Array): void {
    const { size, isFull } = this.#window
    const share = isFull ? 1 : size < ENOUGH ? 0 : size / (size + ENOUGH)
    for (let i = 0; i < LEVEL_COUNT; i++) {
      const student = numberAt(this.#student, i)
      into[i] = share === 0 ? student : share * this.#symmetric(itemAt(QUANTILE_LEVELS, i)) + (1 - share) * student
    }
  }

  #symmetric(level: number): number {
    return (this.#window.quantile(level) - this.#window.quantile(1 - level)) / 2
  }
}
