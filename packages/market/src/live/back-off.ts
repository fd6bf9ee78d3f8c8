/** A number in [0, 1), like `Math.random`; passed in so that tests agree. */
export type Random = () => number

/** Bounds of a back-off, in milliseconds. */
export type BackOffLimits = { readonly baseMs: number; readonly capMs: number; readonly leastMs?: number }

/**
 * Exponential back-off with full jitter: anywhere between `leastMs` and `baseMs` doubled with each failure, up to `capMs`.
 *
 * @param failures failures so far in a row, from 1
 * Source: Brooker, "Exponential Backoff And Jitter" (full jitter)
 */
export function backOffMs(failures: number, random: Random, { baseMs, capMs, leastMs = 0 }: BackOffLimits): number {
  const ceiling = Math.min(capMs, baseMs * 2 ** Math.min(failures - 1, 30))
  return Math.round(leastMs + random() * Math.max(ceiling - leastMs, 0))
}
