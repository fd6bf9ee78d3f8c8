import { garmanKlassOfLogs } from '@aerie/core/analytics/realised-volatility'
import { itemAt } from '@aerie/core/item-at'
import { numberAt } from '@aerie/core/numbers/number-at'
import { HALF_LIVES_HOURS } from './ems-parameters.ts'
import { MIN_CANDLES } from './forecaster.ts'
import { hourSlot, SLOT_COUNT } from './hour-slot.ts'
import type { HourlyStep } from './hourly-series.ts'

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
export const hourVariance = (step: HourlyStep): number =>
  Math.max(0.8 * Math.max(garmanKlassOfLogs(step), 0) + 0.2 * step.change ** 2, LEAST_VARIANCE)

type Hour = { readonly timeSeconds: number; readonly variance: number }

/** Level, weekly rhythm and five EWMAs of an hourly variance: METHOD.md steps 1 to 3, O(1) a candle. */
export class HourlyVariance {
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
