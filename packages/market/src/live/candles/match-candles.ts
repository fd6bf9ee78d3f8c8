import { type Candle, candleOpen, joinCandles } from '@aerie/core/market/candle'
import { TradeNumbers } from '../trades.ts'

/** A trade: `size` in coins, `time` in milliseconds by the venue’s clock. */
export type Trade = { readonly id: number; readonly price: number; readonly size: number; readonly time: number }

/** Result of {@link MatchCandles.close}. */
export type ClosedMinutes = {
  readonly whole: readonly Candle[]
  /** Open time of the first closed minute that lacks a trade and must be fetched. */
  readonly missingFrom: number | undefined
}

const minuteOf = (ms: number): number => candleOpen(ms / 1000, '1m')

/** Minute candles built from trades. A gap in the contiguous ids means refetching; a minute without trades has no candle. */
export class MatchCandles {
  readonly #numbers = new TradeNumbers()
  #forming: Candle | undefined
  #closed: Candle[] = []
  /** First and last minute (open time) that lack trades; all between are fetched too. */
  #missing: { readonly from: number; readonly until: number } | undefined
  #newest: number | undefined
  #closedUntil = Number.NEGATIVE_INFINITY

  /** Marks the minute of `time` (ms) as incomplete: trades around it may have been missed. */
  begin(time: number): void {
    this.#miss(minuteOf(time))
  }

  /** Called when the clock jumps: the minutes before and after it are incomplete. */
  restart(time: number): void {
    const minute = minuteOf(time)
    this.#miss(Math.min(this.#forming?.time ?? minute, this.#closed[0]?.time ?? minute, minute), minute)
    this.#forming = undefined
    this.#closed = []
    this.#newest = undefined
    this.#closedUntil = Number.NEGATIVE_INFINITY
  }

  hasReceived(newestId: number): boolean {
    return this.#numbers.hasReceived(newestId)
  }

  /** The venue's newest trade id at `time` (ms): if unknown, the minutes since our newest trade are incomplete. */
  suspect(newestId: number, time: number): void {
    if (this.#numbers.lacks(newestId)) this.#missSince(minuteOf(time))
  }

  /** The last trade before the subscription: trades between our newest one and it have been missed. */
  lastBefore({ id, time }: Pick<Trade, 'id' | 'time'>): void {
    const minute = minuteOf(time)
    if (this.#numbers.newest !== undefined && this.#numbers.newest !== id) this.#missSince(minute)
    this.#numbers.begin(id, time)
    this.#newest = Math.max(this.#newest ?? minute, minute)
  }

  /** @returns false for a repeat, or a trade whose minute is left to REST */
  add(trade: Trade): boolean {
    const minute = minuteOf(trade.time)
    const place = this.#numbers.take(trade.id, trade.time)
    if (place === 'repeat') return false
    if (place !== 'next') this.#missSince(minute)
    if (place === 'absurd') return false
    this.#newest = Math.max(this.#newest ?? minute, minute)
    return this.#join(minute, trade)
  }

  /** Closes the minutes that opened before `minute` (seconds); the caller must fetch the missing ones. */
  close(minute: number): ClosedMinutes {
    if (this.#forming !== undefined && this.#forming.time < minute) this.#closeForming()
    this.#closedUntil = Math.max(this.#closedUntil, minute - 60)
    const missing = this.#missing !== undefined && this.#missing.from < minute ? this.#missing : undefined
    const closed = this.#closed.filter(({ time }) => time < minute)
    const whole = closed.filter(({ time }) => missing === undefined || time < missing.from || time > missing.until)
    // Minutes from `minute` on stay: their trades may carry a late timestamp.
    this.#closed = this.#closed.slice(closed.length)
    if (missing !== undefined) this.#missing = missing.until < minute ? undefined : { from: minute, until: missing.until }
    return { whole, missingFrom: missing?.from }
  }

  #join(minute: number, { price, size }: Trade): boolean {
    const forming = this.#forming
    // The minute has already been emitted, so it was incomplete.
    if (minute <= this.#closedUntil) {
      this.#miss(minute)
      return false
    }
    // Trades are ordered by time, so the previous one had a late timestamp.
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

  #missSince(minute: number): void {
    this.#miss(Math.min(this.#newest ?? minute, minute), minute)
  }

  #miss(from: number, until = from): void {
    const { from: first, until: last } = this.#missing ?? { from, until }
    this.#missing = { from: Math.min(first, from), until: Math.max(last, until) }
  }
}
