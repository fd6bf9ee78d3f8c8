import { HALF_LIVES_HOURS } from './ems-parameters.ts'
import { hourSlot, SLOT_COUNT } from './hour-slot.ts'
import type { HourlyStep } from './hourly-series.ts'

const HOUR_SECONDS = 3600
const LEAST_VARIANCE = 2.5e-9
/** One bad print must not poison weeks: an hour's variance counts for at most this multiple of the weekly mean. */
const LARGEST_MULTIPLE = 50
const LARGEST_SLOT_RATIO = 8
const GARMAN_KLASS = 2 * Math.log(2) - 1

/** Weight of the newest value in an EWMA that halves an old value's weight after `halfLife` steps. */
const ewmaWeight = (halfLife: number): number => 1 - 0.5 ** (1 / halfLife)

const WEEK_WEIGHT = ewmaWeight(168)
const SLOT_WEIGHT = ewmaWeight(60)
const SCALE_WEIGHTS = HALF_LIVES_HOURS.map(ewmaWeight)

/**
 * Variance of an hour from its candle: 0.8 of Garman and Klass (1980), 0.2 of the squared return, which also sees the
 * gap between two candles (METHOD.md step 1).
 */
export const hourVariance = (step: HourlyStep): number => {
  const garmanKlass = 0.5 * (step.high - step.low) ** 2 - GARMAN_KLASS * (step.close - step.open) ** 2
  return Math.max(0.8 * Math.max(garmanKlass, 0) + 0.2 * step.change ** 2, LEAST_VARIANCE)
}

/** Level, weekly rhythm and five EWMAs of an hourly variance: METHOD.md steps 1 to 3, O(1) a candle. */
export class HourlyVariance {
  #weekMean: number | undefined
  readonly #slots = new Float64Array(SLOT_COUNT).fill(1)
  readonly #visits = new Uint32Array(SLOT_COUNT)
  readonly #sums = new Float64Array(HALF_LIVES_HOURS.length)
  readonly #weights = new Float64Array(HALF_LIVES_HOURS.length)

  /** EWMA of the variance with a half-life of a week; 0 before the first hour. */
  get weekMean(): number {
    return this.#weekMean ?? 0
  }

  /** Takes in the variance of the hour that opened at `timeSeconds`. */
  update(timeSeconds: number, variance: number): void {
    const mean = this.#weekMean ?? variance
    const capped = Math.min(variance, LARGEST_MULTIPLE * mean)
    const slot = hourSlot(timeSeconds)
    const flat = capped / this.#slots[slot]!
    const visits = ++this.#visits[slot]!
    this.#slots[slot]! += Math.max(SLOT_WEIGHT, 1 / (visits + 4)) * (Math.min(capped / mean, LARGEST_SLOT_RATIO) - this.#slots[slot]!)
    this.#weekMean = mean + WEEK_WEIGHT * (capped - mean)
    for (let i = 0; i < SCALE_WEIGHTS.length; i++) {
      this.#sums[i]! += SCALE_WEIGHTS[i]! * (flat - this.#sums[i]!)
      this.#weights[i]! += SCALE_WEIGHTS[i]! * (1 - this.#weights[i]!)
    }
  }

  /** Natural logs of the five bias-corrected EWMAs of the variance without its rhythm. */
  logLevels(into: Float64Array): void {
    for (let i = 0; i < into.length; i++) into[i] = Math.log(this.#sums[i]! / this.#weights[i]!)
  }

  /** Sums of the rhythm over the next 1, 2, … `into.length` hours after the hour that opened at `timeSeconds`. */
  rhythmSums(timeSeconds: number, into: Float64Array): void {
    let total = 0
    for (let slot = 0; slot < SLOT_COUNT; slot++) total += this.#slots[slot]!
    const mean = total / SLOT_COUNT
    let sum = 0
    for (let hour = 1; hour <= into.length; hour++) {
      sum += this.#slots[hourSlot(timeSeconds + hour * HOUR_SECONDS)]! / mean
      into[hour - 1] = sum
    }
  }
}
