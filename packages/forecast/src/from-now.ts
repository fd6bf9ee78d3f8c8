import { type Candle, isSoundCandle, joinCandles } from '@aerie/core/market/candle'
import { Ems } from './ems.ts'
import { type Forecaster, MIN_CANDLES, type ReturnForecast } from './forecaster.ts'
import { RandomWalk } from './random-walk.ts'

const HOUR_SECONDS = 3600
/** The present hour and the quarter before it. */
const KEPT_SECONDS = HOUR_SECONDS + 900

/** Interval between two forecasts from now, in seconds. */
export const FROM_NOW_STEP_SECONDS = 300

type Distribution = Pick<Forecaster, 'forecast'>

/**
 * The forecast from now, fed with closed candles of any divisor of an hour: after each of them it forecasts from that candle's close.
 * Deterministic, and no candle is used before its close. The hourly models behind it see each hour once it is over.
 * @example const model = new FromNow(300)
 * for (const hour of olderHours) model.addHour(hour)
 * for (const candle of closedFiveMinuteCandles) model.update(candle)
 * model.forecast(1)?.quantiles // 21 log returns from the newest close to the price an hour later
 */
export class FromNow implements Forecaster {
  readonly name = 'ems-now'
  readonly #ems = new Ems()
  readonly #walk = new RandomWalk()
  readonly #stepSeconds: number
  #recent: Candle[] = []
  #hour: Candle | undefined
  #hourClose = Number.NaN
  #firstWhole: number | undefined
  #lastTime: number | undefined

  /** @param stepSeconds interval of the candles; divides an hour */
  constructor(stepSeconds: number) {
    this.#stepSeconds = stepSeconds
  }

  /** Hours seen. */
  get candleCount(): number {
    return this.#ems.candleCount
  }

  /** Open time in seconds of the last accepted fine candle. */
  get lastTime(): number | undefined {
    return this.#lastTime
  }

  /** Feeds a closed hourly candle from before the fine ones. @returns false as {@link Forecaster.update} */
  addHour(candle: Candle): boolean {
    if (!this.#ems.update(candle)) return false
    this.#walk.update(candle)
    this.#hourClose = candle.close
    return true
  }

  update(candle: Candle): boolean {
    const step = this.#stepSeconds
    if (!isSoundCandle(candle) || candle.time % step !== 0 || candle.time <= (this.#lastTime ?? Number.NEGATIVE_INFINITY)) return false
    const open = candle.time - (candle.time % HOUR_SECONDS)
    if (this.#hour !== undefined && this.#hour.time !== open) this.#closeHour()
    // The first hour is used only if all of it was seen; later, missing candles had no trades.
    this.#firstWhole ??= Math.ceil(candle.time / HOUR_SECONDS) * HOUR_SECONDS
    if (this.#hour !== undefined) this.#hour = joinCandles(this.#hour, candle)
    else if (open >= this.#firstWhole) this.#hour = { ...candle, time: open }
    this.#lastTime = candle.time
    this.#recent = [...this.#recent.filter(({ time }) => time > candle.time - KEPT_SECONDS), candle]
    if ((candle.time + step) % HOUR_SECONDS === 0) this.#closeHour()
    return true
  }

  /** From the newest close. */
  forecast(hours: number): ReturnForecast | undefined {
    return this.#ems.forecastFromNow(hours, this.#recent, this.#stepSeconds)
  }

  /** The random walk of the last full hour, around the price now: what every forecast from now is compared with. */
  readonly baseline: Distribution = { forecast: (hours) => (this.candleCount < MIN_CANDLES ? undefined : this.#walk.forecast(hours)) }

  /** The forecast of the last full hour, around the price now. */
  readonly reanchored: Distribution = { forecast: (hours) => this.#ems.forecast(hours) }

  /** The forecast of the last full hour as it was issued: around the price of that hour's close. */
  readonly late: Distribution = {
    forecast: (hours) => {
      const hourly = this.#ems.forecast(hours)
      const moved = Math.log(this.#hourClose / (this.#recent.at(-1)?.close ?? Number.NaN))
      return hourly && { ...hourly, quantiles: hourly.quantiles.map((quantile) => quantile + moved) }
    },
  }

  #closeHour(): void {
    if (this.#hour !== undefined) this.addHour(this.#hour)
    this.#hour = undefined
  }
}
