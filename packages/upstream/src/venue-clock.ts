import { type Clock, type EpochMs, elapsedMs, epochMs, SECOND_MS, steadyClock } from '@aerie/core/time'

/** Stamps further ahead of the venue's clock are rejected. */
const AHEAD_MS = 5 * SECOND_MS
/** Stamps are judged over this window, so that one bad message decides nothing. */
const WINDOW_MS = 5 * SECOND_MS
const WINDOW_LEAST = 3
/** Maximum drift between two good quartz clocks, as a fraction of elapsed time. */
const DRIFT = 100e-6
/** Wall clock jump against the monotonic clock that means it was set, or the machine slept. */
const JUMP_MS = 2 * SECOND_MS

/** Result of a time request, with both moments on the monotonic clock. */
export type TimeReading = { readonly venueTime: number; readonly askedAt: number; readonly answeredAt: number }

/** Venue time minus monotonic time, its maximum error, measuring time, and whether it came from the venue's time call. */
type Offset = { readonly ms: number; readonly errorMs: number; readonly at: number; readonly isMeasured: boolean }

/** Jump of a venue's clock by `byMs`; times measured before are in doubt since `since`, on either clock. */
export type ClockJump = { readonly byMs: number; readonly since: EpochMs }

/** Callbacks of a venue clock. */
export type VenueClockEvents = {
  /** All stamps of a window disagree with the offset by more than five seconds. */
  readonly drifted: (leadMs: number) => void
  readonly jumped: (jump: ClockJump) => void
}

/** Round-trip time; half of it bounds the error of a reading. */
export const roundTrip = ({ askedAt, answeredAt }: TimeReading): number => answeredAt - askedAt

/**
 * Venue clock on the monotonic clock, set by the venue's time call, else by event stamps; wall-clock changes do not affect it. A stamp is
 * never later than now, so a stream running ahead corrects the offset; one running behind a time call is a delay.
 */
export class VenueClock implements Clock {
  readonly #clock: Clock
  readonly #machine: Clock
  readonly #events: VenueClockEvents
  #offset: Offset | undefined
  #epoch = 0
  /** Last time the venue reported: a lower bound of its time, even if our clock is wrong. */
  #spoken: { readonly venueTime: number; readonly at: number } | undefined
  #window: { readonly since: number; count: number; least: number; most: number } | undefined
  /** Last time a fresh stamp agreed with the offset, monotonic clock. */
  #agreedAt: number | undefined
  #dayOffset: number

  constructor(clock: Clock, events: VenueClockEvents) {
    this.#clock = clock
    this.#machine = steadyClock(clock)
    this.#events = events
    this.#dayOffset = clock.now() - elapsedMs(clock)
  }

  /** Incremented when the offset jumps: stamps of two epochs cannot be ordered. */
  get epoch(): number {
    return this.#epoch
  }

  get isMeasured(): boolean {
    return this.#offset?.isMeasured === true
  }

  readonly now = (): EpochMs =>
    this.#offset === undefined ? this.#machine.now() : epochMs(Math.round(elapsedMs(this.#clock) + this.#offset.ms))

  readonly elapsed = (): number => elapsedMs(this.#clock)

  /** Lower bound of the venue's time, reported and consistent with our offset. A candle is closed once this passes its end. */
  certain(): EpochMs {
    if (this.#offset === undefined || this.#spoken === undefined) return epochMs(0)
    const now = elapsedMs(this.#clock)
    const earliest = now + this.#offset.ms - this.#offset.errorMs - DRIFT * Math.max(0, now - this.#offset.at)
    return epochMs(Math.floor(Math.min(earliest, this.#spoken.venueTime)))
  }

  /** Milliseconds since the venue last reported any time; Infinity before. */
  silentMs(): number {
    return this.#spoken === undefined ? Number.POSITIVE_INFINITY : elapsedMs(this.#clock) - this.#spoken.at
  }

  /** Applies a time reading; a less precise one is ignored unless the two disagree. */
  apply(reading: TimeReading): void {
    const errorMs = roundTrip(reading) / 2
    const ms = reading.venueTime - (reading.askedAt + reading.answeredAt) / 2
    this.#spoken = { venueTime: reading.venueTime, at: reading.answeredAt }
    const before = this.#offset
    if (before?.isMeasured) {
      const known = before.errorMs + DRIFT * Math.max(0, reading.answeredAt - before.at)
      if (errorMs > known && Math.abs(ms - before.ms) <= errorMs + known) return
    }
    this.#set({ ms, errorMs, at: reading.answeredAt, isMeasured: true })
  }

  adopt(leadMs: number): void {
    const { ms = 0, errorMs = 0, isMeasured = false } = this.#offset ?? {}
    this.#set({ ms: ms + leadMs, errorMs, at: elapsedMs(this.#clock), isMeasured })
  }

  /** Venue time of an event, at most now; undefined for a future stamp. `isFresh` false: the stamp may be old, so no offset. */
  read(stamp: EpochMs, isFresh = true): EpochMs | undefined {
    const elapsed = elapsedMs(this.#clock)
    if (this.#offset === undefined && isFresh) this.#set({ ms: stamp - elapsed, errorMs: 0, at: elapsed, isMeasured: false })
    const now = this.now()
    const lead = stamp - now
    if (isFresh) this.#judge(lead, elapsed)
    if (lead > AHEAD_MS) return undefined
    if (isFresh && lead > -AHEAD_MS) this.#agreedAt = elapsed
    if (isFresh) this.#spoken = { venueTime: stamp, at: elapsed }
    return epochMs(Math.min(now, stamp))
  }

  /** Whether the wall clock jumped against the monotonic clock since the last call. */
  hasMachineJumped(): boolean {
    const dayOffset = this.#clock.now() - elapsedMs(this.#clock)
    const jump = dayOffset - this.#dayOffset
    this.#dayOffset = dayOffset
    return Math.abs(jump) >= JUMP_MS
  }

  #set(offset: Offset): void {
    const elapsed = elapsedMs(this.#clock)
    const before = this.#offset?.ms ?? this.#machine.now() - elapsed
    this.#offset = offset
    this.#window = undefined
    if (Math.abs(offset.ms - before) <= AHEAD_MS) return
    this.#epoch += 1
    const since = epochMs(Math.floor((this.#agreedAt ?? elapsed) + Math.min(before, offset.ms)))
    this.#events.jumped({ byMs: Math.round(offset.ms - before), since })
  }

  #judge(lead: number, elapsed: number): void {
    const window = this.#window
    if (window === undefined) {
      this.#window = { since: elapsed, count: 1, least: lead, most: lead }
      return
    }
    window.count += 1
    window.least = Math.min(window.least, lead)
    window.most = Math.max(window.most, lead)
    if (elapsed - window.since < WINDOW_MS || window.count < WINDOW_LEAST) return
    this.#window = undefined
    if (window.least > AHEAD_MS) this.#events.drifted(window.least)
    else if (window.most < -AHEAD_MS) this.#events.drifted(window.most)
  }
}
