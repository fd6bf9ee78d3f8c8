import type { Candle } from '@aerie/core/market/candle'

/** A distribution of the log return from the last candle's close to the price some whole hours later. */
export type ReturnForecast = {
  /** Horizon in hours, 1 to 24. */
  readonly hours: number
  /** Scale of the return (natural log), positive. */
  readonly sigma: number
  /** Log-return quantiles at QUANTILE_LEVELS, ascending, finite. */
  readonly quantiles: Float64Array
}

/**
 * A model that is fed one closed hourly candle after the other and can, after each, say what comes next. Pure state: no
 * clock, no randomness, so that the same candles give the same bits.
 */
export interface Forecaster {
  readonly name: string
  /**
   * Takes in the next closed hourly candle.
   *
   * @returns whether it was taken: a candle that is not sound, not on the hour or not newer than the last one is left out
   */
  update(candle: Candle): boolean
  /** Candles taken in so far. */
  readonly candleCount: number
  /** Open time in seconds of the last candle taken in, or undefined before the first. */
  readonly lastTime: number | undefined
  /** The forecast from the last candle, or undefined while there is too little history to say anything honest. */
  forecast(hours: number): ReturnForecast | undefined
}

/** A forecaster says nothing before it has seen this many hours: a day, so that no slot of a day is unknown. */
export const MIN_CANDLES = 24
