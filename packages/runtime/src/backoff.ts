/** A number in [0, 1), like `Math.random`; passed in so that tests agree. */
export type Random = () => number

/** Bounds of a back-off, in milliseconds. */
export type BackoffLimits = {
  /** The wait after the first failure. */
  readonly baseMs: number
  /** No wait is longer. */
  readonly capMs: number
  /** With jitter, no wait is shorter. */
  readonly leastMs?: number
  /** With jitter, no wait is a smaller share of the longest it could be, 0 to 1. */
  readonly leastShare?: number
}

const MOST_DOUBLINGS = 30

/**
 * Exponential back-off: `baseMs` doubled with each failure, up to `capMs`. With `random` it has full jitter: anywhere between the
 * least and that, in whole milliseconds.
 *
 * @param failures failures so far in a row, from 1
 * Source: Brooker, "Exponential Backoff And Jitter" (full jitter)
 */
export function backoffMs(failures: number, { baseMs, capMs, leastMs = 0, leastShare = 0 }: BackoffLimits, random?: Random): number {
  const ceiling = Math.min(capMs, baseMs * 2 ** Math.min(failures - 1, MOST_DOUBLINGS))
  if (random === undefined) return ceiling
  const least = Math.max(leastMs, ceiling * leastShare)
  return Math.round(least + random() * Math.max(ceiling - least, 0))
}

/** A back-off that counts its failures itself. */
export type Backoff = {
  /** Counts one more failure. @returns how long to wait after it, in milliseconds */
  readonly nextMs: () => number
  /** It worked: the next wait is the first again. */
  readonly reset: () => void
  /** Failures in a row so far. */
  readonly failures: () => number
}

/**
 * As `backoffMs`, for whoever has no count of its own.
 *
 * @example
 * const retry = backoff({ baseMs: 500, capMs: 30_000 })
 * await work().then(retry.reset, () => sleep(retry.nextMs()))
 */
export function backoff(limits: BackoffLimits, random?: Random): Backoff {
  let failures = 0
  return {
    nextMs: () => {
      failures += 1
      return backoffMs(failures, limits, random)
    },
    reset: () => {
      failures = 0
    },
    failures: () => failures,
  }
}
