import type { Brand } from './brand.ts'

/** Milliseconds since 1970-01-01T00:00:00Z. */
export type EpochMs = Brand<number, 'EpochMs'>

/** Brands a number as epoch milliseconds, UTC. */
export const epochMs = (value: number): EpochMs => value as EpochMs

/** One second in milliseconds. */
export const SECOND_MS = 1_000
/** One minute in milliseconds. */
export const MINUTE_MS = 60_000
/** One hour in milliseconds. */
export const HOUR_MS = 3_600_000
/** One 24-hour day in milliseconds. */
export const DAY_MS = 86_400_000

/** Injected wherever time matters, so that tests and replays are deterministic. */
export type Clock = {
  /** Wall clock. May jump in either direction: measure durations with {@link elapsedMs}. */
  readonly now: () => EpochMs
  /** Monotonic milliseconds. Optional where `now` does not jump, as in most tests. */
  readonly elapsed?: () => number
}

/** Exists in Node and browsers; this package is compiled for neither. */
declare const performance: { now(): number }

/** The machine's clock. Only `main` and test set-up may use it. */
export const systemClock: Clock = { now: () => epochMs(Date.now()), elapsed: () => performance.now() }

/** Monotonic milliseconds of `clock`; only differences between readings are meaningful. */
export const elapsedMs = (clock: Clock): number => clock.elapsed?.() ?? clock.now()

/** A clock whose wall time never goes back: follows `clock` forward, and keeps running while `clock` is behind. */
export function steadyClock(clock: Clock): Clock {
  let offset = Number.NEGATIVE_INFINITY
  return {
    now: () => {
      const elapsed = elapsedMs(clock)
      offset = Math.max(offset, clock.now() - elapsed)
      return epochMs(Math.round(elapsed + offset))
    },
    elapsed: () => elapsedMs(clock),
  }
}
