/** Prices of a window of time, of which the lowest and the highest are known at once. */
export type WindowExtremes = {
  /** @param at milliseconds since the epoch, never before the last */
  readonly hear: (price: number, at: number) => void
  readonly lowest: () => number
  readonly highest: () => number
}

type Queue = { readonly prices: number[]; readonly times: number[]; head: number }

/** Entries that are over are cut off once there are as many of them. */
const CUT_AT = 1_024

/**
 * Lowest and highest price of the last `windowMs`, its oldest instant excluded, the present one included: two queues, one rising and one
 * falling, each price going in and out once.
 *
 * @throws never
 * Source: sliding window minimum by a monotonic queue
 */
export function openWindowExtremes(windowMs: number): WindowExtremes {
  const low: Queue = { prices: [], times: [], head: 0 }
  const high: Queue = { prices: [], times: [], head: 0 }
  return {
    hear(price, at) {
      push(low, { price, at }, (kept) => kept >= price)
      push(high, { price, at }, (kept) => kept <= price)
      expire(low, at - windowMs)
      expire(high, at - windowMs)
    },
    lowest: () => low.prices[low.head] ?? Number.NaN,
    highest: () => high.prices[high.head] ?? Number.NaN,
  }
}

function push(
  { prices, times, head }: Queue,
  { price, at }: { readonly price: number; readonly at: number },
  isHidden: (kept: number) => boolean,
): void {
  while (prices.length > head && isHidden(prices[prices.length - 1] ?? Number.NaN)) {
    prices.pop()
    times.pop()
  }
  prices.push(price)
  times.push(at)
}

function expire(queue: Queue, until: number): void {
  while ((queue.times[queue.head] ?? Number.POSITIVE_INFINITY) <= until) queue.head += 1
  if (queue.head < CUT_AT) return
  queue.prices.splice(0, queue.head)
  queue.times.splice(0, queue.head)
  queue.head = 0
}
