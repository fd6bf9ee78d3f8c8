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

/**
 * A figure that exists; without one where the numbers are too large to be reckoned with, and without an interval where only that is.
 *
 * @throws never
 */
export function figure(value: number, n: number, interval?: readonly [low: number, high: number]): Statistic {
  if (!Number.isFinite(value)) return noFigure('the numbers are too large', n)
  return interval?.every(Number.isFinite) ? { value, n, interval } : { value, n }
}

/** A figure that does not exist. */
export const noFigure = (reason: string, n: number): Statistic => ({ value: null, n, reason })
