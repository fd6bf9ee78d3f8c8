/**
 * A figure of a record. `value` is null where the figure does not exist, with the reason in words: never 0 and never a sentinel
 * such as 999.
 */
export type Statistic = {
  readonly value: number | null
  /** Observations that the figure rests on. */
  readonly n: number
  /** Why there is no figure. */
  readonly reason?: string
  /** 95 % confidence interval, where one is defined. */
  readonly interval?: readonly [low: number, high: number]
}

/** A figure that exists. */
export const figure = (value: number, n: number, interval?: readonly [number, number]): Statistic =>
  interval === undefined ? { value, n } : { value, n, interval }

/** A figure that does not exist. */
export const noFigure = (reason: string, n: number): Statistic => ({ value: null, n, reason })
