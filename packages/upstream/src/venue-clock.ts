import { type Clock, type EpochMs, elapsedMs, epochMs, SECOND_MS, steadyClock } from '@aerie/core/time'

/** A stamp this far ahead of the venue's clock is not believed. */
const AHEAD_MS = 5 * SECOND_MS
/** Stamps are judged together over this span, so that one bad message decides nothing. */
const WINDOW_MS = 5 * SECOND_MS
const WINDOW_LEAST = 3
/** How far two good quartz clocks run apart, as a share of the time that passes. */
const DRIFT = 100e-6
/** The machine's time of day moves by so much against its monotonic clock: it was set, or the machine has slept. */
const JUMP_MS = 2 * SECOND_MS

/** An answer to "what time is it", with the moments of question and answer by the monotonic clock. */
export type TimeReading = { readonly venueTime: number; readonly askedAt: number; readonly answeredAt: number }

/** The venue's time less the monotonic clock's, its largest error, when it was measured, and whether by the venue's own time call. */
type Offset = { readonly ms: number; readonly errorMs: number; readonly at: number; readonly isTold: boolean }

/** A jump of a venue's clock by `byMs`: what was timed by the one before is in doubt since `since`, by either of them. */
export type ClockJump = { readonly byMs: number; readonly since: EpochMs }

/** What a venue's clock calls back for. */
export type VenueClockEvents = {
  /** The stamps of a whole window disagree with the offset by more than five seconds. */
  readonly drifted: (leadMs: number) => void
  /** The offset has jumped. */
  readonly jumped: (jump: ClockJump) => void
}

/** Width of the span in which a venue must have answered: half of it is the error of a reading, at most. */
export const roundTrip = ({ askedAt, answeredAt }: TimeReading): number => answeredAt - askedAt

/**
 * The clock of a venue: its offset from the machine's monotonic clock, from the venue's own time call or, without one, from
 * the stamps of its events. It is the clock of a live market, so that setting the machine's time of day changes nothing there.
 * Before the venue has told its time, it is the machine's time of day.
 *
 * An event stamp says "not later than now", so a stream that runs ahead corrects the offset by itself. One that runs
 * behind is a delay, not an offset, when the venue's time call has told us the offset: then the prices are old, and say so.
 */
export class VenueClock implements Clock {
  readonly #clock: Clock
  readonly #machine: Clock
  readonly #events: VenueClockEvents
  #offset: Offset | undefined
  #epoch = 0
  /** What the venue said last, as it came: a lower bound of its time, whatever clock of ours is wrong. */
  #spoken: { readonly venueTime: number; readonly at: number } | undefined
  #window: { readonly since: number; count: number; least: number; most: number } | undefined
  /** When a fresh stamp has agreed with the offset last, by the monotonic clock. */
  #agreedAt: number | undefined
  /** Time of day less monotonic time. */
  #dayOffset: number

  constructor(clock: Clock, events: VenueClockEvents) {
    this.#clock = clock
    this.#machine = steadyClock(clock)
    this.#events = events
    this.#dayOffset = clock.now() - elapsedMs(clock)
  }

  /** Raised whenever the offset jumps: stamps of two epochs cannot be ordered. */
  get epoch(): number {
    return this.#epoch
  }

  /** Whether the venue's own time call set the offset. */
  get isTold(): boolean {
    return this.#offset?.isTold === true
  }

  /** The venue's time now. */
  readonly now = (): EpochMs =>
    this.#offset === undefined ? this.#machine.now() : epochMs(Math.round(elapsedMs(this.#clock) + this.#offset.ms))

  readonly elapsed = (): number => elapsedMs(this.#clock)

  /**
   * What has happened by the venue's clock for certain: the venue has said this time or a later one, and our measure agrees.
   * A candle has closed when this has passed its end.
   */
  certain(): EpochMs {
    if (this.#offset === undefined || this.#spoken === undefined) return epochMs(0)
    const now = elapsedMs(this.#clock)
    const earliest = now + this.#offset.ms - this.#offset.errorMs - DRIFT * Math.max(0, now - this.#offset.at)
    return epochMs(Math.floor(Math.min(earliest, this.#spoken.venueTime)))
  }

  /** Milliseconds since the venue has last told its time in any way; infinite before. */
  silentMs(): number {
    return this.#spoken === undefined ? Number.POSITIVE_INFINITY : elapsedMs(this.#clock) - this.#spoken.at
  }

  /** Takes the venue's answer to "what time is it": a worse reading than the one before changes nothing, unless they disagree. */
  tell(reading: TimeReading): void {
    const errorMs = roundTrip(reading) / 2
    const ms = reading.venueTime - (reading.askedAt + reading.answeredAt) / 2
    this.#spoken = { venueTime: reading.venueTime, at: reading.answeredAt }
    const before = this.#offset
    if (before?.isTold) {
      const known = before.errorMs + DRIFT * Math.max(0, reading.answeredAt - before.at)
      if (errorMs > known && Math.abs(ms - before.ms) <= errorMs + known) return
    }
    this.#set({ ms, errorMs, at: reading.answeredAt, isTold: true })
  }

  /** Moves the offset by what the stamps of a stream say. */
  adopt(leadMs: number): void {
    const { ms = 0, errorMs = 0, isTold = false } = this.#offset ?? {}
    this.#set({ ms: ms + leadMs, errorMs, at: elapsedMs(this.#clock), isTold })
  }

  /**
   * When what carries this stamp happened, by the venue's clock: never later than now.
   *
   * @param isFresh false for stamps that may rightly be old (the last trade before we came): they say nothing of the offset
   * @returns undefined for a stamp from the future, which says nothing about when the price was
   */
  read(stamp: EpochMs, isFresh = true): EpochMs | undefined {
    const elapsed = elapsedMs(this.#clock)
    if (this.#offset === undefined && isFresh) this.#set({ ms: stamp - elapsed, errorMs: 0, at: elapsed, isTold: false })
    const now = this.now()
    const lead = stamp - now
    if (isFresh) this.#judge(lead, elapsed)
    if (lead > AHEAD_MS) return undefined
    if (isFresh && lead > -AHEAD_MS) this.#agreedAt = elapsed
    if (isFresh) this.#spoken = { venueTime: stamp, at: elapsed }
    return epochMs(Math.min(now, stamp))
  }

  /** Whether the machine's time of day has jumped against its monotonic clock since this was asked last. */
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
