import { type Candle, candleOpen, joinCandles } from '@aerie/core/market/candle'
import { TradeNumbers } from '../trade-numbers.ts'

/** One trade: `size` in coins, `time` in milliseconds by the venue’s clock. */
export type Trade = { readonly id: number; readonly price: number; readonly size: number; readonly time: number }

/** What {@link MatchCandles.close} hands over. */
export type ClosedMinutes = {
  /** Minutes of which every trade was seen. */
  readonly whole: readonly Candle[]
  /** Open time of the first closed minute that lacks a trade and must be asked for; undefined when there is none. */
  readonly missingFrom: number | undefined
}

const minuteOf = (ms: number): number => candleOpen(ms / 1000, '1m')

/**
 * Minute candles of one coin, made from its trades. Trade numbers are contiguous, so a missing one is seen: its minute is
 * then not made up but asked for. A minute without a trade is missing, never filled.
 */
export class MatchCandles {
  readonly #numbers = new TradeNumbers()
  #forming: Candle | undefined
  #closed: Candle[] = []
  /** Open times of the first and last minute that lack trades; those between are asked for, too. */
  #missing: { readonly from: number; readonly until: number } | undefined
  /** Open time of the minute of the newest trade: missed ones are no older. */
  #newest: number | undefined
  /** Open time of the newest minute that has been closed. */
  #closedUntil = Number.NEGATIVE_INFINITY

  /** Says that trades about `time` (ms) may have been missed: its minute is not whole. */
  begin(time: number): void {
    this.#miss(minuteOf(time))
  }

  /** The clock has jumped: the minutes on both of its sides are halves. */
  restart(time: number): void {
    const minute = minuteOf(time)
    this.#miss(Math.min(this.#forming?.time ?? minute, this.#closed[0]?.time ?? minute, minute), minute)
    this.#forming = undefined
    this.#closed = []
    this.#newest = undefined
    this.#closedUntil = Number.NEGATIVE_INFINITY
  }

  /** Whether the newest trade the venue knows has been heard. */
  hasHeard(newestId: number): boolean {
    return this.#numbers.hasHeard(newestId)
  }

  /** The newest trade the venue knows at `time` (ms): one we have not heard makes the minutes since our newest one not whole. */
  suspect(newestId: number, time: number): void {
    if (this.#numbers.lacks(newestId)) this.#missSince(minuteOf(time))
  }

  /** The last trade before those we will hear: between it and our newest one, trades have been missed. */
  lastBefore({ id, time }: Pick<Trade, 'id' | 'time'>): void {
    const minute = minuteOf(time)
    if (this.#numbers.newest !== undefined && this.#numbers.newest !== id) this.#missSince(minute)
    this.#numbers.begin(id, time)
    this.#newest = Math.max(this.#newest ?? minute, minute)
  }

  /** Takes one trade. False for a repeat, or one whose minute is left to REST. */
  add(trade: Trade): boolean {
    const minute = minuteOf(trade.time)
    const place = this.#numbers.take(trade.id, trade.time)
    if (place === 'repeat') return false
    if (place !== 'next') this.#missSince(minute)
    if (place === 'absurd') return false
    this.#newest = Math.max(this.#newest ?? minute, minute)
    return this.#join(minute, trade)
  }

  /** Closes every minute that opened before `minute` (seconds), and hands over the care for those that are missing. */
  close(minute: number): ClosedMinutes {
    if (this.#forming !== undefined && this.#forming.time < minute) this.#closeForming()
    this.#closedUntil = Math.max(this.#closedUntil, minute - 60)
    const missing = this.#missing !== undefined && this.#missing.from < minute ? this.#missing : undefined
    const closed = this.#closed.filter(({ time }) => time < minute)
    const whole = closed.filter(({ time }) => missing === undefined || time < missing.from || time > missing.until)
    // A trade of a later minute may have been stamped too late.
    this.#closed = this.#closed.slice(closed.length)
    // A minute that is still open lacks what it lacked.
    if (missing !== undefined) this.#missing = missing.until < minute ? undefined : { from: minute, until: missing.until }
    return { whole, missingFrom: missing?.from }
  }

  #join(minute: number, { price, size }: Trade): boolean {
    const forming = this.#forming
    // A trade of a minute that has been told already: what was told is a half.
    if (minute <= this.#closedUntil) {
      this.#miss(minute)
      return false
    }
    // Trades come in the order of their times: the one before was stamped too late.
    if (forming !== undefined && minute < forming.time) {
      this.#miss(minute, forming.time)
      return false
    }
    const one: Candle = { time: minute, open: price, high: price, low: price, close: price, volume: size }
    if (forming?.time === minute) {
      this.#forming = joinCandles(forming, one)
    } else {
      this.#closeForming()
      this.#forming = one
    }
    return true
  }

  #closeForming(): void {
    if (this.#forming !== undefined) this.#closed.push(this.#forming)
    this.#forming = undefined
  }

  /** Trades between our newest one and `minute` have been missed. */
  #missSince(minute: number): void {
    this.#miss(Math.min(this.#newest ?? minute, minute), minute)
  }

  #miss(from: number, until = from): void {
    const { from: first, until: last } = this.#missing ?? { from, until }
    this.#missing = { from: Math.min(first, from), until: Math.max(last, until) }
  }
}
