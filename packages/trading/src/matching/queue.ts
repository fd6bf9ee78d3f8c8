import { ceilDiv, least, type Size, size } from '@aerie/core/numbers/units'

/** The place of a resting order in the queue of its price, by two counts of what stands ahead. */
export type QueuePlace = {
  /** By the worst case, by which it is filled: everything that was canceled stood behind it, as far as that can be. */
  readonly ahead: Size
  /** For information: cancels are spread evenly over the level. Never more than `ahead`. */
  readonly likely: Size
  /** What has traded at the price since the order has this place. */
  readonly passed: Size
  /** What the level displayed in the newest book, and what has traded there since that book. */
  readonly displayed: Size
  readonly tradedSince: Size
  /** When it got this place, by the market's clock. */
  readonly since: number
}

const NONE = size(0n)

/** The end of a level that displays so much. */
export const placeAtEnd = (displayed: Size, since: number): QueuePlace => ({
  ahead: displayed,
  likely: displayed,
  passed: NONE,
  displayed,
  tradedSince: NONE,
  since,
})

const without = (one: Size, taken: Size): Size => (one > taken ? size(one - taken) : NONE)

/**
 * The place after a trade of the opposite aggressor at its price: what is ahead trades first. What the account's own orders ahead got of
 * the trade shortens the queue of others by nothing.
 */
export const afterTrade = (place: QueuePlace, traded: Size, toOwn: Size = NONE): QueuePlace => ({
  ...place,
  ahead: without(place.ahead, without(traded, toOwn)),
  likely: without(place.likely, without(traded, toOwn)),
  passed: size(place.passed + traded),
  tradedSince: size(place.tradedSince + traded),
})

/** The place after a trade through its price: all that was ahead is gone. */
export const afterTradeThrough = (place: QueuePlace): QueuePlace => ({
  ...place,
  ahead: NONE,
  likely: NONE,
  displayed: NONE,
  tradedSince: NONE,
})

/**
 * The place after a new book. What the level lost beyond its trades was canceled: by the worst case behind the order as far as there was
 * something, by the other count ahead of it and behind it in proportion to what stood there. What was added stands behind.
 *
 * Source: hftbacktest, RiskAverseQueueModel; ProbQueueModel with f(x) = x
 */
export function afterBook(place: QueuePlace, displayed: Size): QueuePlace {
  const { ahead, likely } = place
  const left = without(place.displayed, place.tradedSince)
  // Rounded up: it is no better than this.
  const shared = displayed < left ? size(ceilDiv(likely * displayed, left)) : likely
  return {
    ...place,
    ahead: least(ahead, displayed),
    likely: least(shared, least(ahead, displayed)),
    displayed,
    tradedSince: NONE,
  }
}

/** One trade right after the order is no pace. */
const LEAST_WATCHED_MS = 10_000
/** A pace of minutes says nothing of days. */
const MOST_FORESEEN_MS = 86_400_000

/**
 * How long until what stands ahead has traded, in whole milliseconds of the market's clock, at the pace of the trades since the order has
 * its place; nothing more may be canceled. Undefined while nothing has traded, before a pace can be told, and beyond a day.
 *
 * @throws RangeError when `now` is no whole number
 */
export function timeToFront({ ahead, passed, since }: QueuePlace, now: number): number | undefined {
  const watchedMs = now - since
  if (passed === 0n || watchedMs < LEAST_WATCHED_MS) return undefined
  const ms = ceilDiv(ahead * BigInt(watchedMs), passed)
  return ms > MOST_FORESEEN_MS ? undefined : Number(ms)
}
