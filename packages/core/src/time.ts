import type { Brand } from './brand.ts'

/** Milliseconds since 1970-01-01T00:00:00Z. */
export type EpochMs = Brand<number, 'EpochMs'>

/** Marks a plain number as milliseconds since the epoch, UTC. */
export const epochMs = (value: number): EpochMs => value as EpochMs

/** A second, in milliseconds. */
export const SECOND_MS = 1_000
/** A minute, in milliseconds. */
export const MINUTE_MS = 60_000
/** An hour, in milliseconds. */
export const HOUR_MS = 3_600_000
/** A day of 24 hours (UTC has no other), in milliseconds. */
export const DAY_MS = 86_400_000

/** A clock is passed in wherever time matters, so that tests and replays agree. */
export type Clock = {
  /** The time of day. It may jump in either direction: measure durations with {@link elapsedMs}. */
  readonly now: () => EpochMs
  /** Milliseconds since some moment, never going back. Left out where `now` does not jump either, as in most tests. */
  readonly elapsed?: () => number
}

/** In Node and in browsers; this package is compiled for neither. */
declare const performance: { now(): number }

/** The machine's clock. Only `main` and test set-up may choose it. */
export const systemClock: Clock = { now: () => epochMs(Date.now()), elapsed: () => performance.now() }

/** Monotonic milliseconds of `clock`, for durations: only the difference of two readings means anything. */
export const elapsedMs = (clock: Clock): number => clock.elapsed?.() ?? clock.now()

/**
 * A clock whose time of day never goes back: it follows `clock` forward, and runs on evenly while `clock` is behind it.
 *
 * @example
 * const market = steadyClock(systemClock)
 */
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
