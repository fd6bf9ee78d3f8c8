/** Number in [0, 1), like `Math.random`; injected for deterministic tests. */
export type Random = () => number

/** Limits of a back-off, in milliseconds. */
export type BackoffLimits = {
  readonly baseMs: number
  readonly capMs: number
  readonly leastMs?: number
  /** With jitter, minimum delay as a share of the current maximum, 0 to 1. */
  readonly leastShare?: number
}

const MOST_DOUBLINGS = 30

/** Exponential back-off in ms, optionally with full jitter. `failures`: from 1. Source: Brooker, "Exponential Backoff And Jitter". */
export function backoffMs(failures: number, { baseMs, capMs, leastMs = 0, leastShare = 0 }: BackoffLimits, random?: Random): number {
  const ceiling = Math.min(capMs, baseMs * 2 ** Math.min(failures - 1, MOST_DOUBLINGS))
  if (random === undefined) return ceiling
  const least = Math.max(leastMs, ceiling * leastShare)
  return Math.round(least + random() * Math.max(ceiling - least, 0))
}

/** Back-off that counts its failures. */
export type Backoff = {
  /** Counts a failure and returns the delay in milliseconds. */
  readonly nextMs: () => number
  readonly reset: () => void
  readonly failures: () => number
}

/** `backoffMs` with a built-in failure count. */
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
