import { itemAt, numberAt } from '@aerie/core/item-at'
import type { Candle } from '@aerie/core/market/candle'

const FIELDS = 6

export class CandleRing {
  readonly capacity: number
  readonly #cells: Float64Array
  #start = 0
  #count = 0
  #completeFrom = Number.POSITIVE_INFINITY

  constructor(capacity: number) {
    this.capacity = capacity
    this.#cells = new Float64Array(capacity * FIELDS)
  }

  length(): number {
    return this.#count
  }

  /** Everything stored since this time is present; infinity until declared. */
  completeFrom(): number {
    return this.#completeFrom
  }

  declareRead(what: 'all' | 'from-oldest'): void {
    if (what === 'all') this.#completeFrom = Number.NEGATIVE_INFINITY
    else this.#completeFrom = this.#count === 0 ? Number.POSITIVE_INFINITY : this.timeAt(0)
  }

  at(index: number): Candle {
    const from = this.#cell(index)
    const [time, open, high, low, close, volume] = this.#cells.subarray(from, from + FIELDS) as unknown as CandleCells
    return { time, open, high, low, close, volume }
  }

  timeAt(index: number): number {
    return numberAt(this.#cells, this.#cell(index))
  }

  closeAt(index: number): number {
    return numberAt(this.#cells, this.#cell(index) + 4)
  }

  volumeAt(index: number): number {
    return numberAt(this.#cells, this.#cell(index) + 5)
  }

  /** Index of the first candle that opens at or after `time`; `length()` if none. */
  lowerBound(time: number): number {
    let low = 0
    let high = this.#count
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.timeAt(middle) < time) low = middle + 1
      else high = middle
    }
    return low
  }

  has(time: number): boolean {
    const index = this.lowerBound(time)
    return index < this.#count && this.timeAt(index) === time
  }

  slice(from: number, to: number): Candle[] {
    return Array.from({ length: Math.max(0, to - from) }, (_, offset) => this.at(from + offset))
  }

  set(candle: Candle): void {
    const index = this.lowerBound(candle.time)
    if (index === this.#count) this.#append(candle)
    else if (this.timeAt(index) === candle.time) this.#write(index, candle)
    else this.merge([candle])
  }

  /** Replaces equal open times. Optimized for blocks before or after existing data: only the overlap is interleaved. */
  merge(candles: readonly Candle[]): void {
    const [first, last] = [candles[0], candles.at(-1)]
    if (first === undefined || last === undefined) return
    if (this.#count === 0 || first.time > this.timeAt(this.#count - 1)) for (const candle of candles) this.#append(candle)
    else if (last.time < this.timeAt(0)) this.#prepend(candles)
    else this.#interleave(candles)
  }

  #cell(index: number): number {
    return ((this.#start + index) % this.capacity) * FIELDS
  }

  #write(index: number, { time, open, high, low, close, volume }: Candle): void {
    this.#cells.set([time, open, high, low, close, volume], this.#cell(index))
  }

  #append(candle: Candle): void {
    if (this.#count === this.capacity) {
      this.#start = (this.#start + 1) % this.capacity
      this.#count -= 1
      this.#forgetBefore(this.#count > 0 ? this.timeAt(0) : candle.time)
    }
    this.#write(this.#count, candle)
    this.#count += 1
  }

  #prepend(candles: readonly Candle[]): void {
    const kept = candles.slice(Math.max(0, candles.length - (this.capacity - this.#count)))
    this.#start = (this.#start - kept.length + this.capacity) % this.capacity
    this.#count += kept.length
    for (const [index, candle] of kept.entries()) this.#write(index, candle)
    if (kept.length < candles.length) this.#forgetBefore(this.timeAt(0))
  }

  #interleave(candles: readonly Candle[]): void {
    const all = mergeAscending(this.slice(0, this.#count), candles)
    const kept = all.slice(Math.max(0, all.length - this.capacity))
    this.#start = 0
    this.#count = 0
    for (const candle of kept) this.#append(candle)
    if (kept.length < all.length) this.#forgetBefore(this.timeAt(0))
  }

  #forgetBefore(time: number): void {
    this.#completeFrom = Math.max(this.#completeFrom, time)
  }
}

function mergeAscending(older: readonly Candle[], newer: readonly Candle[]): Candle[] {
  const merged: Candle[] = []
  let left = 0
  for (const candle of newer) {
    while (left < older.length && itemAt(older, left).time < candle.time) merged.push(itemAt(older, left++))
    if (older[left]?.time === candle.time) left += 1
    merged.push(candle)
  }
  while (left < older.length) merged.push(itemAt(older, left++))
  return merged
}

type CandleCells = [time: number, open: number, high: number, low: number, close: number, volume: number]
