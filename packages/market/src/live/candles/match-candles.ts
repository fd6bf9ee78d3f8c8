import { type Candle, candleOpen, joinCandles } from '@aerie/core/market/candle'

/** One trade: `size` in coins, `time` in milliseconds by the venue’s clock. */
export type Trade = { readonly id: number; readonly price: number; readonly size: number; readonly time: number }

/** What {@link MatchCandles.close} hands over. */
export type ClosedMinutes = {
  /** Minutes of which every trade was seen. */
  readonly whole: readonly Candle[]
  /** Open time of the first minute that lacks a trade and must be asked for; undefined when there is none. */
  readonly missingFrom: number | undefined
}

/**
 * Minute candles of one coin, made from its trades. Trade numbers are contiguous, so a missing one is seen: its minute is
 * then not made up but asked for. A minute without a trade is missing, never filled.
 */
export class MatchCandles {
  #lastId: number | undefined
  #forming: Candle | undefined
  #closed: Candle[] = []
  #missingFrom: number | undefined
  /** Open time of the newest minute that has been closed. */
  #closedUntil = Number.NEGATIVE_INFINITY

  /** Says that trades before `time` (ms) may have been missed: the minute of `time` is not whole. */
  begin(time: number): void {
    this.#miss(candleOpen(time / 1000, '1m'))
  }

  /** The clock has jumped: the minutes on both of its sides are halves. */
  restart(time: number): void {
    const minute = candleOpen(time / 1000, '1m')
    this.#miss(Math.min(this.#forming?.time ?? minute, this.#closed[0]?.time ?? minute, minute))
    this.#forming = undefined
    this.#closed = []
    this.#closedUntil = Number.NEGATIVE_INFINITY
  }

  /** Whether the newest trade the venue knows has been heard. */
  hasHeard(newestId: number): boolean {
    return this.#lastId !== undefined && newestId <= this.#lastId
  }

  /** The newest trade the venue knows: one we have not heard makes the minute at hand not whole. */
  suspect(newestId: number, time: number): void {
    if (this.#lastId !== undefined && newestId > this.#lastId) this.#miss(this.#forming?.time ?? candleOpen(time / 1000, '1m'))
  }

  /** The last trade before those we will hear. */
  lastBefore(id: number): void {
    this.#lastId = Math.max(id, this.#lastId ?? 0)
  }

  /** Takes one trade. False for a repeat, or one whose minute is left to REST. */
  add(trade: Trade): boolean {
    if (this.#lastId !== undefined && trade.id <= this.#lastId) return false
    const minute = candleOpen(trade.time / 1000, '1m')
    if (this.#lastId !== undefined && trade.id > this.#lastId + 1) this.#miss(Math.min(this.#forming?.time ?? minute, minute))
    this.#lastId = trade.id
    return this.#join(minute, trade)
  }

  /** Closes every minute that opened before `minute` (seconds), and hands over the care for those that are missing. */
  close(minute: number): ClosedMinutes {
    if (this.#forming !== undefined && this.#forming.time < minute) this.#closeForming()
    this.#closedUntil = Math.max(this.#closedUntil, minute - 60)
    const missingFrom = this.#missingFrom !== undefined && this.#missingFrom < minute ? this.#missingFrom : undefined
    const whole = this.#closed.filter((candle) => missingFrom === undefined || candle.time < missingFrom)
    this.#closed = []
    if (missingFrom !== undefined) this.#missingFrom = undefined
    return { whole, missingFrom }
  }

  #join(minute: number, { price, size }: Trade): boolean {
    const forming = this.#forming
    // A trade of a minute that has been told already: what was told is a half.
    if (minute <= this.#closedUntil || (forming !== undefined && minute < forming.time)) {
      this.#miss(minute)
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

  #miss(minute: number): void {
    this.#missingFrom = Math.min(this.#missingFrom ?? minute, minute)
  }
}
