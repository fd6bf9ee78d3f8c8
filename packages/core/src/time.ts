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
export type Clock = { readonly now: () => EpochMs }

/** The machine's clock. Only `main` and test set-up may choose it. */
export const systemClock: Clock = { now: () => epochMs(Date.now()) }
