import { type Clock, type EpochMs, epochMs, SECOND_MS } from '@aerie/core/time'

/** A stamp this far ahead of the venue's clock is not believed. */
const AHEAD_MS = 5 * SECOND_MS
/** Stamps are judged together over this span, so that one bad message decides nothing. */
const WINDOW_MS = 5 * SECOND_MS
const WINDOW_LEAST = 3

/**
 * The clock of a venue, as far as we can know it: its offset from the machine's clock, from the venue's own time call or,
 * without one, from the stamps of its events. Prices keep the venue's time, expressed on the machine's clock, and are
 * never of the future: an age is never negative.
 *
 * An event stamp says "not later than now", so a stream that runs ahead corrects the offset by itself. One that runs
 * behind is a delay, not an offset, when the venue's time call has told us the offset: then the prices are old, and say so.
 */
export class VenueClock {
  readonly #clock: Clock
  readonly #drifted: (leadMs: number) => void
  #offsetMs: number | null = null
  #isTold = false
  #epoch = 0
  #window: { since: EpochMs; count: number; least: number; most: number } | undefined

  /** @param drifted called when the stamps of a whole window disagree with the offset by more than five seconds */
  constructor(clock: Clock, drifted: (leadMs: number) => void) {
    this.#clock = clock
    this.#drifted = drifted
  }

  /** Raised whenever the offset jumps: stamps of two epochs cannot be ordered. */
  get epoch(): number {
    return this.#epoch
  }

  /** Whether the venue's own time call set the offset. */
  get isTold(): boolean {
    return this.#isTold
  }

  /** The venue's time now. */
  now(): EpochMs {
    return epochMs(this.#clock.now() + (this.#offsetMs ?? 0))
  }

  /** Takes the venue's answer to "what time is it", asked and answered at these machine times. */
  tell(venueTime: EpochMs, askedAt: EpochMs, answeredAt: EpochMs): void {
    this.#isTold = true
    this.#set(venueTime - (askedAt + answeredAt) / 2)
  }

  /** Moves the offset by what the stamps of a stream say. */
  adopt(leadMs: number): void {
    this.#set((this.#offsetMs ?? 0) + leadMs)
  }

  /**
   * A stamp of the venue on the machine's clock, never later than now.
   *
   * @param isFresh false for stamps that may rightly be old (the last trade before we came): they say nothing of the offset
   * @returns undefined for a stamp from the future, which says nothing about when the price was
   */
  read(stamp: EpochMs, isFresh = true): EpochMs | undefined {
    const now = this.#clock.now()
    if (this.#offsetMs === null && isFresh) this.#offsetMs = stamp - now
    const lead = stamp - (now + (this.#offsetMs ?? 0))
    if (isFresh) this.#judge(lead, now)
    if (lead > AHEAD_MS) return undefined
    return epochMs(Math.min(now, Math.round(stamp - (this.#offsetMs ?? 0))))
  }

  /** Whole milliseconds: half of a round trip may end in .5, and venues refuse such a time. */
  #set(offsetMs: number): void {
    const rounded = Math.round(offsetMs)
    if (this.#offsetMs !== null && Math.abs(rounded - this.#offsetMs) > AHEAD_MS) this.#epoch += 1
    this.#offsetMs = rounded
    this.#window = undefined
  }

  #judge(lead: number, now: EpochMs): void {
    const window = this.#window
    if (window === undefined || now < window.since) {
      this.#window = { since: now, count: 1, least: lead, most: lead }
      return
    }
    window.count += 1
    window.least = Math.min(window.least, lead)
    window.most = Math.max(window.most, lead)
    if (now - window.since < WINDOW_MS || window.count < WINDOW_LEAST) return
    this.#window = undefined
    if (window.least > AHEAD_MS) this.#drifted(window.least)
    else if (window.most < -AHEAD_MS) this.#drifted(window.most)
  }
}
