import type { Candle } from '@aerie/core/market/candle'

/** Distribution of the log return from the last close to the price a whole number of hours later. */
export type ReturnForecast = {
  /** Horizon in hours, 1 to 24. */
  readonly hours: number
  /** Scale of the return (natural log), positive. */
  readonly sigma: number
  /** Log-return quantiles at QUANTILE_LEVELS, ascending, finite. */
  readonly quantiles: Float64Array
}

/** Model updated with closed hourly candles. Deterministic: no clock or randomness, so the same candles give bit-identical results. */
export interface Forecaster {
  readonly name: string
  /** @returns false for a candle that is invalid, not on the hour or not newer than the last one */
  update(candle: Candle): boolean
  readonly candleCount: number
  /** Open time in seconds of the last accepted candle. */
  readonly lastTime: number | undefined
  forecast(hours: number): ReturnForecast | undefined
}

/** Minimum history in hours: one day, so that every hour of the day has been seen. */
export const MIN_CANDLES = 24
