import type { Clock } from '@aerie/core/time'

type Options = { readonly clock: Clock; readonly burst: number; readonly perSecond: number }
type Bucket = { left: number; filledAt: number }

const MAX_REMEMBERED = 10_000

/** How much each caller may ask: so much at once, and so much a second after that. In memory: a restart forgives. */
export function rateBuckets({ clock, burst, perSecond }: Options) {
  const buckets = new Map<string, Bucket>()
  return {
    /** Takes `count` of a caller's share. Whether there was so much left. */
    take: (caller: string, count: number): boolean => {
      const now = clock.now()
      const { left, filledAt } = buckets.get(caller) ?? { left: burst, filledAt: now }
      const full = Math.min(burst, left + (Math.max(0, now - filledAt) / 1_000) * perSecond)
      const isEnough = full >= count
      // Asked last, forgotten last.
      buckets.delete(caller)
      buckets.set(caller, { left: isEnough ? full - count : full, filledAt: now })
      if (buckets.size > MAX_REMEMBERED) buckets.delete(buckets.keys().next().value ?? '')
      return isEnough
    },
    /** Returns what was taken and not used; less than nothing where more was used, which may leave a debt. */
    giveBack: (caller: string, count: number): void => {
      const bucket = buckets.get(caller)
      if (bucket !== undefined) bucket.left = Math.min(burst, bucket.left + count)
    },
  }
}
