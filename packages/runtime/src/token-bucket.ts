import { type Clock, elapsedMs, SECOND_MS } from '@aerie/core/time'

/** Rate of a token bucket. */
export type TokenRate = {
  readonly burst: number
  readonly perSecond: number
}

type BucketOptions = TokenRate & { readonly clock: Clock }

/** Token bucket, initially full. */
export type TokenBucket = ReturnType<typeof tokenBucket>

/** Token bucket, initially full; independent of wall-clock changes. Source: Tanenbaum, "Computer Networks". */
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
    take: (count: number): boolean => {
      if (fill() < count) return false
      left -= count
      return true
    },
    /** Takes `count` tokens, going into debt if necessary. */
    charge: (count: number): void => {
      left = fill() - count
    },
    /** Returns unused tokens; a negative count charges more and may leave a debt. */
    giveBack: (count: number): void => {
      left = Math.min(burst, fill() + count)
    },
    isSpent: (): boolean => fill() <= 0,
    waitMs: (count: number): number => Math.max(0, ((count - fill()) / perSecond) * SECOND_MS),
  }
}

const MOST_KEYS = 10_000

/** Token buckets by key. */
export type KeyedTokenBuckets = ReturnType<typeof keyedTokenBuckets>

/** Token buckets by key, in memory: a restart or eviction refills. Above `maxKeys` the least recently used key is evicted. */
export function keyedTokenBuckets({ maxKeys = MOST_KEYS, ...options }: BucketOptions & { readonly maxKeys?: number }) {
  const buckets = new Map<string, TokenBucket>()
  const setBucket = (key: string, bucket: TokenBucket): TokenBucket => {
    buckets.delete(key)
    buckets.set(key, bucket)
    const [oldest] = buckets.keys()
    if (buckets.size > maxKeys && oldest !== undefined) buckets.delete(oldest)
    return bucket
  }
  const open = (key: string): TokenBucket => setBucket(key, buckets.get(key) ?? tokenBucket(options))
  return {
    take: (key: string, count: number): boolean => open(key).take(count),
    charge: (key: string, count: number): void => open(key).charge(count),
    giveBack: (key: string, count: number): void => {
      if (buckets.has(key)) open(key).giveBack(count)
    },
    isSpent: (key: string): boolean => buckets.get(key)?.isSpent() ?? false,
  }
}
