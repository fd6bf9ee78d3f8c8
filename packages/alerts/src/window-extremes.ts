/** Prices of one series, of which the lowest and the highest of each window of time are known at once. */
export type WindowExtremes = {
  /** Keeps what a window of so many milliseconds needs, from now on. */
  readonly reach: (windowMs: number) => void
  /** @param at milliseconds since the epoch, never before the last */
  readonly hear: (price: number, at: number) => void
  /** A price from before what is known: of a time that was heard already, nothing is taken. */
  readonly recall: (price: number, at: number) => void
  /** Of the last `windowMs`, its oldest instant excluded, the present one included. @param windowMs no longer than the longest reach */
  readonly lowest: (windowMs: number) => number
  readonly highest: (windowMs: number) => number
}

type Queue = { readonly prices: number[]; readonly times: number[]; head: number }
/** Whether a price that came before is no extreme any longer. */
type IsHidden = (kept: number, price: number) => boolean

/** Entries that are over are cut off once there are as many of them. */
const CUT_AT = 1_024
const NEVER = Number.NEGATIVE_INFINITY

/**
 * Lowest and highest prices of any number of windows over one series: two queues, one rising and one falling, each price going in and out
 * once. The extreme of a shorter window is the oldest entry within it, so that windows share the queues of the longest.
 *
 * @throws never
 * Source: sliding window minimum by a monotonic queue
 */
export function openWindowExtremes(): WindowExtremes {
  const low: Queue = { prices: [], times: [], head: 0 }
  const high: Queue = { prices: [], times: [], head: 0 }
  let longestMs = 0
  let lastAt = NEVER
  /** What was heard is known from its first instant on, but for what was cut off: up to `cutAt`. */
  let firstAt = Number.POSITIVE_INFINITY
  let cutAt = NEVER

  return {
    reach: (windowMs) => {
      longestMs = Math.max(longestMs, windowMs)
    },
    hear(price, at) {
      push(low, { price, at }, isHigher)
      push(high, { price, at }, isLower)
      firstAt = Math.min(firstAt, at)
      lastAt = at
      cutAt = Math.max(cutAt, at - longestMs)
      expire(low, at - longestMs)
      expire(high, at - longestMs)
    },
    recall(price, at) {
      if (at >= firstAt && at > cutAt) return
      insert(low, { price, at }, isHigher)
      insert(high, { price, at }, isLower)
    },
    lowest: (windowMs) => extremeOf(low, lastAt - windowMs),
    highest: (windowMs) => extremeOf(high, lastAt - windowMs),
  }
}

const isHigher: IsHidden = (kept, price) => kept >= price
const isLower: IsHidden = (kept, price) => kept <= price

function extremeOf(queue: Queue, after: number): number {
  // Of the longest window it is the oldest that is kept.
  const place = (queue.times[queue.head] ?? after) > after ? queue.head : placeOf(queue, (time) => time > after)
  return queue.prices[place] ?? Number.NaN
}

type Heard = { readonly price: number; readonly at: number }

function push({ prices, times, head }: Queue, { price, at }: Heard, isHidden: IsHidden): void {
  while (prices.length > head && isHidden(prices[prices.length - 1] ?? Number.NaN, price)) {
    prices.pop()
    times.pop()
  }
  prices.push(price)
  times.push(at)
}

/** As `push`, in front of all that came later: nothing where one of those hides it. */
function insert(queue: Queue, { price, at }: Heard, isHidden: IsHidden): void {
  const { prices, times, head } = queue
  const place = placeOf(queue, (time) => time >= at)
  const later = prices[place]
  if (later !== undefined && isHidden(price, later)) return
  let from = place
  while (from > head && isHidden(prices[from - 1] ?? Number.NaN, price)) from -= 1
  prices.splice(from, place - from, price)
  times.splice(from, place - from, at)
}

/** Place of the first entry whose time is as it is asked for; so are all after it. */
function placeOf({ times, head }: Queue, isWanted: (time: number) => boolean): number {
  let low = head
  let highest = times.length
  while (low < highest) {
    const middle = (low + highest) >>> 1
    if (isWanted(times[middle] ?? Number.POSITIVE_INFINITY)) highest = middle
    else low = middle + 1
  }
  return low
}

function expire(queue: Queue, until: number): void {
  while ((queue.times[queue.head] ?? Number.POSITIVE_INFINITY) <= until) queue.head += 1
  if (queue.head < CUT_AT) return
  queue.prices.splice(0, queue.head)
  queue.times.splice(0, queue.head)
  queue.head = 0
}
