/** Statistic. `value` is null with a reason if it does not exist; never 0 or a sentinel such as 999. */
export type Statistic = {
  readonly value: number | null
  readonly n: number
  readonly reason?: string
  readonly interval?: readonly [low: number, high: number]
}

/** Statistic with a value; overflow removes the value, or only the interval if just that overflows. */
export function figure(value: number, n: number, interval?: readonly [low: number, high: number]): Statistic {
  if (!Number.isFinite(value)) return noFigure('the numbers are too large', n)
  return interval?.every(Number.isFinite) ? { value, n, interval } : { value, n }
}

/** Statistic without a value. */
export const noFigure = (reason: string, n: number): Statistic => ({ value: null, n, reason })
