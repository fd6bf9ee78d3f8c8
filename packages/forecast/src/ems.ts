import { garmanKlassOfLogs } from '@aerie/core/analytics/volatility'
import { itemAt, numberAt } from '@aerie/core/item-at'
import type { Candle } from '@aerie/core/market/candle'
import { type Forecaster, MIN_CANDLES, type ReturnForecast } from './forecaster.ts'
import { HourlySeries, type HourlyStep, hourSlot, SLOT_COUNT } from './hourly-series.ts'
import { LEVEL_COUNT, MAX_HOURS, QUANTILE_LEVELS } from './quantile-levels.ts'
import { SortedWindow } from './random-walk.ts'
import { studentDensityAtZero, studentQuantile } from './student-t.ts'

type EmsHorizon = {
  /** b0, then one weight per log EWMA of variance, in the order of HALF_LIVES_HOURS. */
  readonly scale: readonly number[]
  /** Weights of the six return features in the logit of P(price rises). */
  readonly median: readonly number[]
  /** Degrees of freedom of the Student t used until enough residuals exist. */
  readonly nu: number
}

/** EWMA half-lives (scales of Corsi 2009, from an hour to a month). */
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

/** Fitted parameters; other whole hours (1 to 24) are interpolated linearly in ln h (METHOD.md step 8). */
function emsParameters(hours: number): EmsHorizon {
  const [lowHours, highHours] = hours <= 6 ? ([1, 6] as const) : hours <= 12 ? ([6, 12] as const) : ([12, 24] as const)
  const share = Math.log(hours / lowHours) / Math.log(highHours / lowHours)
  const [low, high] = [FITTED[lowHours], FITTED[highHours]]
  return { scale: mix(low.scale, high.scale, share), median: mix(low.median, high.median, share), nu: between(low.nu, high.nu, share) }
}

const HOUR_SECONDS = 3600
const LEAST_VARIANCE = 2.5e-9
/** Caps an hour's variance at this multiple of the weekly mean, so that one bad print does not distort weeks. */
const LARGEST_MULTIPLE = 50
const LARGEST_SLOT_RATIO = 8
/** First-hour / first-day median variance that marks a listing. Of 29 coins, truncated series have 2 or less, listings 11 to 6,600. */
const LISTING_MULTIPLE = 10

/** Without a newer hour the levels are out of date. */
const LONGEST_SILENCE_SECONDS = 24 * HOUR_SECONDS
const QUARTER_SECONDS = 900
/** Weight of the last quarter of an hour in the log variance of the next hour, and its usual surprise: fitted on 5-minute candles. */
const QUARTER_WEIGHT = 0.2
const USUAL_QUARTER = -0.43
const QUARTER_CLIP = 2

const ewmaWeight = (halfLife: number): number => 1 - 0.5 ** (1 / halfLife)

const WEEK_WEIGHT = ewmaWeight(168)
const SLOT_WEIGHT = ewmaWeight(60)
const SCALE_WEIGHTS = HALF_LIVES_HOURS.map(ewmaWeight)

/** 0.8 × Garman–Klass (1980) + 0.2 × squared return, which includes the gap between candles (METHOD.md step 1). */
const hourVariance = (step: HourlyStep): number =>
  Math.max(0.8 * Math.max(garmanKlassOfLogs(step), 0) + 0.2 * step.change ** 2, LEAST_VARIANCE)

type Elapsed = { readonly variance: number; readonly hours: number }
type Hour = { readonly timeSeconds: number; readonly variance: number }

/** Level, weekly rhythm and five EWMAs of hourly variance (METHOD.md steps 1 to 3), O(1) per candle. */
class HourlyVariance {
  #firstDay: Hour[] | undefined = []
  /** Infinity if the series did not start at a listing. */
  #hoursSinceListing = Number.POSITIVE_INFINITY
  #weekMean: number | undefined
  readonly #slots = new Float64Array(SLOT_COUNT).fill(1)
  readonly #visits = new Uint32Array(SLOT_COUNT)
  readonly #sums = new Float64Array(HALF_LIVES_HOURS.length)
  readonly #weights = new Float64Array(HALF_LIVES_HOURS.length)

  get isKnown(): boolean {
    return this.#firstDay === undefined
  }

  get weekMean(): number {
    return this.#weekMean ?? 0
  }

  update(timeSeconds: number, variance: number): void {
    const hour = { timeSeconds, variance }
    if (this.#firstDay === undefined) this.#add(hour)
    else if (this.#firstDay.push(hour) === MIN_CANDLES) this.#begin(this.#firstDay)
  }

  /** Skips the listing hour, whose range reflects price discovery, and starts with a plain mean so that no single hour dominates. */
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

  logLevels(into: Float64Array): void {
    for (let i = 0; i < into.length; i++) into[i] = Math.log(numberAt(this.#sums, i) / numberAt(this.#weights, i))
  }

  /** Levels as they would be with the elapsed part of an hour; after the whole hour they equal those of `update`. */
  logLevelsWith({ variance, hours }: Elapsed, rhythm: number, into: Float64Array): void {
    const flat = Math.min(variance, LARGEST_MULTIPLE * this.weekMean) / (hours * rhythm)
    for (let i = 0; i < into.length; i++) {
      const share = hours > 0 ? 1 - 0.5 ** (hours / itemAt(HALF_LIVES_HOURS, i)) : 0
      const [sum, weight] = [numberAt(this.#sums, i), numberAt(this.#weights, i)]
      into[i] = Math.log((share > 0 ? sum + share * (flat - sum) : sum) / (weight + share * (1 - weight)))
    }
  }

  /** Variance of the hour that opens at `timeSeconds` over that of an average hour, as learnt; not normalised. */
  rhythmAt(timeSeconds: number): number {
    return numberAt(this.#slots, hourSlot(timeSeconds))
  }

  /** Cumulative rhythm over the next 1, 2, … `into.length` hours after the hour that opened at `timeSeconds`. */
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
 * EMS: multi-scale EWMA variance with weekly rhythm and empirical residual quantiles (docs/math/forecast.md). O(1) per candle.
 * @example const model = new Ems()
 * for (const candle of closedHourlyCandles) model.update(candle)
 * model.forecast(24)?.quantiles // 21 log returns, ascending
 */
export class Ems implements Forecaster {
  readonly name = 'ems'
  readonly #series = new HourlySeries()
  readonly #variance = new HourlyVariance()
  readonly #residuals = HORIZONS.map(({ student }) => new ResidualQuantiles(student))
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
    return this.#scaled(hours, itemAt(this.#sigmas, cell), numberAt(this.#deltas, cell))
  }

  /**
   * Distribution of the return from the close of the newest of `recent` to the price `hours` later, between two closes of the hour.
   * The model is not changed. docs/math/forecast.md, "A forecast from now".
   * @param recent ascending closed candles of `stepSeconds`, which divides an hour: those of the present hour and the quarter of an hour
   * before now. A missing one counts as unobserved.
   * @returns undefined without enough history, without a candle after the newest hour, or if that hour is more than a day old
   */
  forecastFromNow(hours: number, recent: readonly Candle[], stepSeconds: number): ReturnForecast | undefined {
    const { lastTime } = this.#series
    const now = (recent.at(-1)?.time ?? Number.NaN) + stepSeconds
    if (lastTime === undefined || this.#candleCount < MIN_CANDLES) return undefined
    const known = lastTime + HOUR_SECONDS
    if (!(now >= known && now - known < LONGEST_SILENCE_SECONDS)) return undefined
    const variances = recentVariances(recent, stepSeconds)
    const open = Math.floor(now / HOUR_SECONDS) * HOUR_SECONDS
    const age = (now - open) / HOUR_SECONDS
    const elapsed = observed(variances, open, stepSeconds)
    const levels = new Float64Array(HALF_LIVES_HOURS.length)
    this.#variance.logLevelsWith(elapsed, this.#variance.rhythmAt(open), levels)
    const rhythm = new Float64Array(MAX_HOURS + 1)
    this.#variance.rhythmSums(open - HOUR_SECONDS, rhythm)
    const { scale } = itemAt(HORIZONS, hours - 1)
    let logVariance = itemAt(scale, 0) + (QUARTER_WEIGHT / hours) * this.#quarterSurprise(variances, now, stepSeconds, levels)
    for (let i = 0; i < levels.length; i++) logVariance += itemAt(scale, i + 1) * numberAt(levels, i)
    const whole = numberAt(rhythm, hours - 1)
    // The part of the first hour that is over is replaced by as much of the hour after the last.
    const ahead = whole + age * (numberAt(rhythm, hours) - whole - numberAt(rhythm, 0))
    const sigma = Math.exp(0.5 * logVariance) * Math.sqrt(ahead)
    return this.#scaled(hours, sigma, numberAt(this.#deltas, this.#cell(hours, this.#series.index)))
  }

  /** Log variance of the last quarter of an hour over what the levels expect, less its usual value; 0 unless all of it is known. */
  #quarterSurprise(variances: readonly FineVariance[], now: number, stepSeconds: number, levels: Float64Array): number {
    const count = Math.ceil(QUARTER_SECONDS / stepSeconds)
    const last = variances.filter(({ time }) => time >= now - count * stepSeconds)
    if (last.length < count) return 0
    let [sum, expected, weights, level] = [0, 0, 0, 0]
    for (const { time, variance } of last) {
      sum += variance
      expected += (this.#variance.rhythmAt(Math.floor(time / HOUR_SECONDS) * HOUR_SECONDS) * stepSeconds) / HOUR_SECONDS
    }
    const { scale } = itemAt(HORIZONS, 0)
    for (let i = 0; i < levels.length; i++) {
      weights += itemAt(scale, i + 1)
      level += itemAt(scale, i + 1) * numberAt(levels, i)
    }
    const surprise = Math.log(sum / expected) - level / weights - USUAL_QUARTER
    return Math.min(Math.max(surprise, -QUARTER_CLIP), QUARTER_CLIP)
  }

  #scaled(hours: number, sigma: number, delta: number): ReturnForecast {
    const quantiles = new Float64Array(LEVEL_COUNT)
    itemAt(this.#residuals, hours - 1).write(quantiles)
    for (let i = 0; i < LEVEL_COUNT; i++) quantiles[i] = sigma * (delta + numberAt(quantiles, i))
    return { hours, sigma, quantiles: quantiles.sort() }
  }

  /** Stores the residual of each origin whose horizon ends with this candle. A missing hour settles nothing. */
  #settle(): void {
    const { index } = this.#series
    for (let hours = 1; hours <= MAX_HOURS; hours++) {
      const origin = index - hours
      if (origin < 0 || !this.#series.isReal(origin)) continue
      const cell = this.#cell(hours, origin)
      const sigma = itemAt(this.#sigmas, cell)
      // Origins of the first day have no sigma.
      if (sigma === 0) continue
      const change = this.#series.close(index) - this.#series.close(origin)
      itemAt(this.#residuals, hours - 1).push((change - numberAt(this.#deltas, cell) * sigma) / sigma)
    }
  }

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

  /** The last three hourly returns, and returns over 6, 24 and 168 h per √hour, in units of weekly standard deviation. */
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

type FineVariance = { readonly time: number; readonly variance: number }

/** Variance of each candle, as of an hour (METHOD.md step 1); a candle without a predecessor has no gap before its open. */
function recentVariances(recent: readonly Candle[], stepSeconds: number): FineVariance[] {
  const least = (LEAST_VARIANCE * stepSeconds) / HOUR_SECONDS
  return recent.map(({ time, open, high, low, close }, index) => {
    const before = recent[index - 1]
    const from = before?.time === time - stepSeconds ? before.close : open
    const logs = { open: Math.log(open), high: Math.log(high), low: Math.log(low), close: Math.log(close) }
    return { time, variance: Math.max(0.8 * Math.max(garmanKlassOfLogs(logs), 0) + 0.2 * Math.log(close / from) ** 2, least) }
  })
}

/** Variance of the candles from `open` on, and for how much of an hour it was observed. */
function observed(variances: readonly FineVariance[], open: number, stepSeconds: number): Elapsed {
  const since = variances.filter(({ time }) => time >= open)
  return { variance: since.reduce((sum, { variance }) => sum + variance, 0), hours: (since.length * stepSeconds) / HOUR_SECONDS }
}

/** Residuals kept per horizon: half a year of hours. */
const KEPT = 4380
/** Minimum number of residuals before their quantiles are used. */
const ENOUGH = 500

/** Filtered historical simulation (Barone-Adesi et al. 1999). Student-t below 500, then blended by n / (n + 500) (METHOD.md step 6). */
class ResidualQuantiles {
  readonly #window = new SortedWindow(KEPT)
  readonly #student: ArrayLike<number>

  constructor(student: ArrayLike<number>) {
    this.#student = student
  }

  get size(): number {
    return this.#window.size
  }

  push(residual: number): void {
    this.#window.push(residual)
  }

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
