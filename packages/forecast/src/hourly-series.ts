import { type Candle, isSoundCandle } from '@aerie/core/market/candle'
import { numberAt } from '@aerie/core/numbers/number-at'

const HOUR_SECONDS = 3600
/** Hours of log closes kept: the longest return feature (168) and the longest horizon (24) fit. */
const KEPT_HOURS = 256
/** A gap longer than this starts the series again: returns over it say nothing of an hour. */
const LONGEST_GAP_HOURS = 24 * 30

/** What one accepted candle adds: the logs of its prices, its hourly return, and the hours that were missing before it. */
export type HourlyStep = {
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
  /** Log return since the close before; 0 for the first candle and after a restart of the series. */
  readonly change: number
  /** Hours missing just before this candle. */
  readonly missing: number
  /** True for the first candle and after a gap too long to bridge. */
  readonly isRestart: boolean
}

/** Hourly log closes on a gapless grid; a missing hour repeats the close before (its return is 0) and is marked. */
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

  /** Takes in a closed candle; undefined when it is not sound, not on the hour, or not newer than the last. */
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

  /** Log close at a grid index among the last KEPT_HOURS. */
  close(index: number): number {
    return numberAt(this.#closes, index % KEPT_HOURS)
  }

  /** Whether the hour at a grid index had a candle of its own and belongs to the running series. */
  isReal(index: number): boolean {
    return index >= this.#first && this.#isReal[index % KEPT_HOURS] === 1
  }

  /** Hourly log return `back` hours ago (0: the newest); 0 where a side is missing or before the series. */
  change(back: number): number {
    const index = this.#index - back
    return index - 1 >= this.#first ? this.close(index) - this.close(index - 1) : 0
  }

  /** Log return over the last `hours`; 0 where the series is not that long. */
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
