import type { Clock } from '@aerie/core/time'

export type BucketRate = { readonly burst: number; readonly perSecond: number }
type Options = BucketRate & { readonly clock: Clock }
type Bucket = { left: number; filledAt: number }

const MAX_REMEMBERED = 10_000

export type RateBuckets = ReturnType<typeof rateBuckets>

/** How much each caller may ask: so much at once, and so much a second after that. In memory: a restart forgives. */
export function rateBuckets({ clock, burst, perSecond }: Options) {
  const buckets = new Map<string, Bucket>()
  const leftOf = (caller: string, now: number): number => {
    const { left, filledAt } = buckets.get(caller) ?? { left: burst, filledAt: now }
    return Math.min(burst, left + (Math.max(0, now - filledAt) / 1_000) * perSecond)
  }
  const put = (caller: string, bucket: Bucket): void => {
    // Asked last, forgotten last.
    buckets.delete(caller)
    buckets.set(caller, bucket)
    if (buckets.size > MAX_REMEMBERED) buckets.delete(buckets.keys().next().value ?? '')
  }
  return {
    /** Takes `count` of a caller's share. Whether there was so much left. */
    take: (caller: string, count: number): boolean => {
      const now = clock.now()
      const full = leftOf(caller, now)
      const isEnough = full >= count
      put(caller, { left: isEnough ? full - count : full, filledAt: now })
      return isEnough
    },
    /** Counts what a caller has cost already, even beyond the share: what is missing has to flow back first. */
    charge: (caller: string, count: number): void => {
      const now = clock.now()
      put(caller, { left: leftOf(caller, now) - count, filledAt: now })
    },
    /** Whether nothing is left. */
    isSpent: (caller: string): boolean => buckets.has(caller) && leftOf(caller, clock.now()) <= 0,
  }
}
