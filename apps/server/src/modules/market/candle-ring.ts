import type { Candle } from '@aerie/core/candle'

const FIELDS = 6

/** The newest candles of one coin and interval, ascending by time, in one typed array; the oldest fall out when it is full. */
export type CandleRing = {
  readonly capacity: number
  length(): number
  /** Open time of the oldest and of the newest candle, in seconds; undefined when empty. */
  firstTime(): number | undefined
  lastTime(): number | undefined
  /** Everything stored from this time on is here too; infinity until that has been declared. */
  completeFrom(): number
  /** Declares what storage has been read: all of it, or all from the oldest candle here. */
  declareRead(what: 'all' | 'from-oldest'): void
  at(index: number): Candle
  timeAt(index: number): number
  closeAt(index: number): number
  volumeAt(index: number): number
  /** Index of the first candle with an open time of at least `time`; `length()` when there is none. */
  lowerBound(time: number): number
  has(time: number): boolean
  /** Adds one candle; one with the same open time is replaced. */
  put(candle: Candle): void
  /** Adds many, ascending; those with the same open time are replaced. */
  merge(candles: readonly Candle[]): void
  slice(fromIndex: number, toIndex: number): Candle[]
}

/** Where `time` belongs among `length` ascending values. */
function search(length: number, timeAt: (index: number) => number, time: number): number {
  let low = 0
  let high = length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (timeAt(middle) < time) low = middle + 1
    else high = middle
  }
  return low
}

/** Two ascending lists as one; where both have a time, the newer list's candle stands. */
function mergeAscending(older: readonly Candle[], newer: readonly Candle[]): Candle[] {
  const merged: Candle[] = []
  let left = 0
  for (const candle of newer) {
    while (left < older.length && older[left]!.time < candle.time) merged.push(older[left++]!)
    if (older[left]?.time === candle.time) left += 1
    merged.push(candle)
  }
  while (left < older.length) merged.push(older[left++]!)
  return merged
}

export function candleRing(capacity: number): CandleRing {
  const cells = new Float64Array(capacity * FIELDS)
  let start = 0
  let count = 0
  let complete = Number.POSITIVE_INFINITY

  const cell = (index: number): number => ((start + index) % capacity) * FIELDS
  const timeAt = (index: number): number => cells[cell(index)]!
  const write = (index: number, candle: Candle): void => {
    cells.set([candle.time, candle.open, candle.high, candle.low, candle.close, candle.volume], cell(index))
  }
  const at = (index: number): Candle => {
    const [time, open, high, low, close, volume] = cells.subarray(cell(index), cell(index) + FIELDS) as unknown as CandleCells
    return { time, open, high, low, close, volume }
  }
  const slice = (from: number, to: number): Candle[] => Array.from({ length: Math.max(0, to - from) }, (_, offset) => at(from + offset))
  const dropOldest = (): void => {
    start = (start + 1) % capacity
    count -= 1
    if (count > 0) complete = Math.max(complete, timeAt(0))
  }
  const append = (candle: Candle): void => {
    if (count === capacity) dropOldest()
    write(count, candle)
    count += 1
  }
  /** Puts candles that are all older than what is here before it, as far as there is room. */
  const prepend = (candles: readonly Candle[]): void => {
    const kept = candles.slice(Math.max(0, candles.length - (capacity - count)))
    start = (start - kept.length + capacity) % capacity
    count += kept.length
    for (const [index, candle] of kept.entries()) write(index, candle)
    if (kept.length < candles.length) complete = Math.max(complete, timeAt(0))
  }
  const interleave = (candles: readonly Candle[]): void => {
    const all = mergeAscending(slice(0, count), candles)
    const kept = all.slice(Math.max(0, all.length - capacity))
    start = 0
    count = 0
    for (const candle of kept) append(candle)
    if (kept.length < all.length) complete = Math.max(complete, timeAt(0))
  }
  /** History comes as whole pieces before or after what is known: only what overlaps needs to be interleaved. */
  const merge = (candles: readonly Candle[]): void => {
    const [first, last] = [candles[0], candles.at(-1)]
    if (first === undefined || last === undefined) return
    if (count === 0 || first.time > timeAt(count - 1)) for (const candle of candles) append(candle)
    else if (last.time < timeAt(0)) prepend(candles)
    else interleave(candles)
  }

  return {
    capacity,
    length: () => count,
    firstTime: () => (count === 0 ? undefined : timeAt(0)),
    lastTime: () => (count === 0 ? undefined : timeAt(count - 1)),
    completeFrom: () => complete,
    declareRead: (what) => {
      if (what === 'all') complete = Number.NEGATIVE_INFINITY
      else complete = count === 0 ? Number.POSITIVE_INFINITY : timeAt(0)
    },
    at,
    timeAt,
    closeAt: (index) => cells[cell(index) + 4]!,
    volumeAt: (index) => cells[cell(index) + 5]!,
    lowerBound: (time) => search(count, timeAt, time),
    has: (time) => {
      const index = search(count, timeAt, time)
      return index < count && timeAt(index) === time
    },
    put: (candle) => {
      const index = search(count, timeAt, candle.time)
      if (index === count) append(candle)
      else if (timeAt(index) === candle.time) write(index, candle)
      else merge([candle])
    },
    merge,
    slice,
  }
}

/** The six cells of a candle as the typed array gives them. */
type CandleCells = [time: number, open: number, high: number, low: number, close: number, volume: number]
