import { numberAt } from '@aerie/core/item-at'
import { type Candle, isSoundCandle } from '@aerie/core/market/candle'

const HOUR_SECONDS = 3600
/** Fits the longest return feature (168) plus the longest horizon (24). */
const KEPT_HOURS = 256
/** A longer gap restarts the series, because returns across it are not hourly returns. */
const LONGEST_GAP_HOURS = 24 * 30

/** Data added by one accepted candle: log prices, hourly return and missing hours before it. */
export type HourlyStep = {
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
  /** Log return since the previous close; 0 for the first candle and after a restart. */
  readonly change: number
  readonly missing: number
  readonly isRestart: boolean
}

/** Hourly log closes on a gapless grid. A missing hour repeats the previous close (return 0) and is marked. */
export class HourlySeries {
  readonly #closes = new Float64Array(KEPT_HOURS)
  readonly #isReal = new Uint8Array(KEPT_HOURS)
  #index = -1
  #first = 0
  #time: number | undefined

  /** Grid index of the newest hour; -1 before the first. */
  get index(): number {
    return this.#index
  }

  get lastTime(): number | undefined {
    return this.#time
  }

  /** @returns undefined for a candle that is invalid, not on the hour or not newer than the last one */
  add(candle: Candle): HourlyStep | undefined {
    if (!isSoundCandle(candle) || candle.time % HOUR_SECONDS !== 0) return undefined
    const last = this.#time
    if (last !== undefined && candle.time <= last) return undefined
    const missing = last === undefined ? 0 : (candle.time - last) / HOUR_SECONDS - 1
    const isRestart = last === undefined || missing > LONGEST_GAP_HOURS
    const close = Math.log(candle.close)
    const change = isRestart ? 0 : close - this.close(this.#index)
    if (isRestart) this.#first = this.#index + 1
    else for (let hour = 0; hour < missing; hour++) this.#append(this.close(this.#index), false)
    this.#append(close, true)
    this.#time = candle.time
    return { open: Math.log(candle.open), high: Math.log(candle.high), low: Math.log(candle.low), close, change, missing, isRestart }
  }

  /** `index` must be among the last KEPT_HOURS. */
  close(index: number): number {
    return numberAt(this.#closes, index % KEPT_HOURS)
  }

  /** False for filled hours and hours before the current series. */
  isReal(index: number): boolean {
    return index >= this.#first && this.#isReal[index % KEPT_HOURS] === 1
  }

  /** Hourly log return `back` hours ago (0: the newest); 0 where a side is missing or before the series. */
  change(back: number): number {
    const index = this.#index - back
    return index - 1 >= this.#first ? this.close(index) - this.close(index - 1) : 0
  }

  changeOver(hours: number): number {
    const from = this.#index - hours
    return from >= this.#first ? this.close(this.#index) - this.close(from) : 0
  }

  #append(close: number, isReal: boolean): void {
    this.#index++
    this.#closes[this.#index % KEPT_HOURS] = close
    this.#isReal[this.#index % KEPT_HOURS] = isReal ? 1 : 0
  }
}

/** Weekly slots: 24 UTC hours of weekdays, then 24 of Saturday and Sunday. */
export const SLOT_COUNT = 48

const DAY_SECONDS = 86_400

/** Slot of the hour that opens at `timeSeconds` (UTC). 1970-01-01 was a Thursday, hence the 4. */
export function hourSlot(timeSeconds: number): number {
  const hour = Math.floor(timeSeconds / HOUR_SECONDS) % 24
  const weekday = (Math.floor(timeSeconds / DAY_SECONDS) + 4) % 7
  return weekday === 0 || weekday === 6 ? hour + 24 : hour
}
