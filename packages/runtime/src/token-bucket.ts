import { type Clock, elapsedMs, SECOND_MS } from '@aerie/core/time'

/** How fast tokens may be spent. */
export type TokenRate = {
  /** Tokens that may go at once. */
  readonly burst: number
  /** Tokens that come back each second. */
  readonly perSecond: number
}

type BucketOptions = TokenRate & { readonly clock: Clock }

/** A token bucket, full at first. */
export type TokenBucket = ReturnType<typeof tokenBucket>

/**
 * A token bucket: so much at once, and so much a second after that. Setting the clock neither fills nor stops it.
 * Source: Tanenbaum, "Computer Networks", token bucket
 */
export function tokenBucket({ clock, burst, perSecond }: BucketOptions) {
  let left = burst
  let filledAt = elapsedMs(clock)
  const fill = (): number => {
    const now = elapsedMs(clock)
    left = Math.min(burst, left + (Math.max(0, now - filledAt) / SECOND_MS) * perSecond)
    filledAt = now
    return left
  }
  return {
    /** Takes `count` tokens if there are so many. @returns whether there were */
    take: (count: number): boolean => {
      if (fill() < count) return false
      left -= count
      return true
    },
    /** Takes `count` tokens even if they are not there: what is missing has to flow back first. */
    charge: (count: number): void => {
      left = fill() - count
    },
    /** Puts back what was taken and not spent; less than nothing where more was spent, which may leave a debt. */
    giveBack: (count: number): void => {
      left = Math.min(burst, fill() + count)
    },
    /** Whether nothing is left. */
    isSpent: (): boolean => fill() <= 0,
    /** Milliseconds until `count` tokens would be there, were none taken meanwhile. */
    waitMs: (count: number): number => Math.max(0, ((count - fill()) / perSecond) * SECOND_MS),
  }
}

const MOST_KEYS = 10_000

/** Token buckets by key. */
export type KeyedTokenBuckets = ReturnType<typeof keyedTokenBuckets>

/**
 * A token bucket for each key. In memory: a restart forgives, and so does being pushed out by others.
 *
 * @param maxKeys keys remembered; what was used longest ago is forgotten first, and begins with a full bucket again
 */
export function keyedTokenBuckets({ maxKeys = MOST_KEYS, ...options }: BucketOptions & { readonly maxKeys?: number }) {
  const buckets = new Map<string, TokenBucket>()
  const put = (key: string, bucket: TokenBucket): TokenBucket => {
    buckets.delete(key)
    buckets.set(key, bucket)
    const [oldest] = buckets.keys()
    if (buckets.size > maxKeys && oldest !== undefined) buckets.delete(oldest)
    return bucket
  }
  const open = (key: string): TokenBucket => put(key, buckets.get(key) ?? tokenBucket(options))
  return {
    /** Takes `count` of a key's tokens if there are so many. @returns whether there were */
    take: (key: string, count: number): boolean => open(key).take(count),
    /** Counts what a key has cost already, even beyond its tokens: what is missing has to flow back first. */
    charge: (key: string, count: number): void => open(key).charge(count),
    /** Returns what was taken and not used; less than nothing where more was used, which may leave a debt. */
    giveBack: (key: string, count: number): void => {
      if (buckets.has(key)) open(key).giveBack(count)
    },
    /** Whether nothing is left. */
    isSpent: (key: string): boolean => buckets.get(key)?.isSpent() ?? false,
  }
}
