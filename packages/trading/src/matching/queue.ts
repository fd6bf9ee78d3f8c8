import { ceilDiv, least, type Size, size } from '@aerie/core/numbers/units'

/** Queue position of a resting order, with two estimates of the size ahead. */
export type QueuePosition = {
  /** Worst case, used for fills: cancels happened behind the order as far as possible. */
  readonly ahead: Size
  /** Informational: cancels spread evenly. Never above `ahead`. */
  readonly likely: Size
  /** Traded at the price since the order took its place. */
  readonly passed: Size
  /** Displayed size in the latest book, and traded there since. */
  readonly displayed: Size
  readonly tradedSince: Size
  readonly since: number
}

const NONE = size(0n)

/** Position at the end of a level with this displayed size. */
export const positionAtEnd = (displayed: Size, since: number): QueuePosition => ({
  ahead: displayed,
  likely: displayed,
  passed: NONE,
  displayed,
  tradedSince: NONE,
  since,
})

const without = (one: Size, taken: Size): Size => (one > taken ? size(one - taken) : NONE)

/** Position after a trade at its price, which consumes the queue ahead; own orders ahead do not shorten others' queue. */
export const afterTrade = (place: QueuePosition, traded: Size, toOwn: Size = NONE): QueuePosition => ({
  ...place,
  ahead: without(place.ahead, without(traded, toOwn)),
  likely: without(place.likely, without(traded, toOwn)),
  passed: size(place.passed + traded),
  tradedSince: size(place.tradedSince + traded),
})

/** Position after a trade through its price: nothing remains ahead. */
export const afterTradeThrough = (place: QueuePosition): QueuePosition => ({
  ...place,
  ahead: NONE,
  likely: NONE,
  displayed: NONE,
  tradedSince: NONE,
})

/** Position after a new book: losses beyond trades are cancels. Source: hftbacktest, RiskAverseQueueModel; ProbQueueModel, f(x) = x. */
export function afterBook(place: QueuePosition, displayed: Size): QueuePosition {
  const { ahead, likely } = place
  const left = without(place.displayed, place.tradedSince)
  const shared = displayed < left ? size(ceilDiv(likely * displayed, left)) : likely
  return {
    ...place,
    ahead: least(ahead, displayed),
    likely: least(shared, least(ahead, displayed)),
    displayed,
    tradedSince: NONE,
  }
}

/** Minimum observation: a single early trade is no rate. */
const LEAST_WATCHED_MS = 10_000
/** Maximum forecast: a rate measured over minutes does not extend to days. */
const MOST_FORESEEN_MS = 86_400_000

/** Estimated ms until the queue ahead has traded; undefined if too early or beyond a day. @throws RangeError unless `now` is an integer */
export function timeToFront({ ahead, passed, since }: QueuePosition, now: number): number | undefined {
  const watchedMs = now - since
  if (passed === 0n || watchedMs < LEAST_WATCHED_MS) return undefined
  const ms = ceilDiv(ahead * BigInt(watchedMs), passed)
  return ms > MOST_FORESEEN_MS ? undefined : Number(ms)
}
