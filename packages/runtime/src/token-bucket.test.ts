import { epochMs } from '@aerie/core/time'
import { expect, it } from 'vitest'
import { keyedTokenBuckets, tokenBucket } from './token-bucket.ts'

function stage() {
  const time = { ms: 0 }
  return { time, buckets: keyedTokenBuckets({ clock: { now: () => epochMs(time.ms) }, burst: 10, perSecond: 2 }) }
}

it('grants a burst at once, then its rate per second, to each caller', () => {
  const { time, buckets } = stage()
  expect([buckets.take('ann', 10), buckets.take('ann', 1), buckets.take('bob', 10)]).toEqual([true, false, true])
  time.ms = 500
  expect([buckets.take('ann', 1), buckets.take('ann', 1)]).toEqual([true, false])
})

it('refills an overdraft first', () => {
  const { time, buckets } = stage()
  buckets.charge('ann', 14)
  expect([buckets.isSpent('ann'), buckets.isSpent('bob')]).toEqual([true, false])
  time.ms = 2_000
  expect(buckets.isSpent('ann')).toBe(true)
  time.ms = 2_500
  expect([buckets.isSpent('ann'), buckets.take('ann', 1), buckets.take('ann', 1)]).toEqual([false, true, false])
})

it('never exceeds its burst, and does not refill from a clock that was set back', () => {
  const { time, buckets } = stage()
  buckets.charge('ann', 5)
  time.ms = -60_000
  expect(buckets.take('ann', 6)).toBe(false)
  time.ms = 3_600_000
  expect([buckets.take('ann', 10), buckets.take('ann', 1)]).toEqual([true, false])
})

it('returns unused tokens, never above the burst, and only for known keys', () => {
  const { buckets } = stage()
  buckets.take('ann', 6)
  buckets.giveBack('ann', 100)
  buckets.giveBack('bob', -100)
  expect([buckets.take('ann', 10), buckets.take('ann', 1), buckets.take('bob', 10)]).toEqual([true, false, true])
})

it('remembers a limited number of keys, and evicts the least recently used first', () => {
  const buckets = keyedTokenBuckets({ clock: { now: () => epochMs(0) }, burst: 1, perSecond: 1, maxKeys: 2 })
  expect([buckets.take('a', 1), buckets.take('b', 1), buckets.take('a', 1)]).toEqual([true, true, false])
  expect([buckets.take('c', 1), buckets.take('a', 1), buckets.take('b', 1)]).toEqual([true, false, true])
})

it('reports how long a weight has to wait', () => {
  const time = { ms: 0 }
  const bucket = tokenBucket({ clock: { now: () => epochMs(time.ms) }, burst: 10, perSecond: 2 })
  bucket.charge(12)
  expect([bucket.waitMs(0), bucket.waitMs(1), bucket.waitMs(10)]).toEqual([1_000, 1_500, 6_000])
  time.ms = 6_000
  expect([bucket.waitMs(10), bucket.isSpent()]).toEqual([0, false])
})

it('ignores changes to the time of day, where its clock has a monotonic one', () => {
  const time = { day: 0, elapsed: 0 }
  const clock = { now: () => epochMs(time.day), elapsed: () => time.elapsed }
  const bucket = tokenBucket({ clock, burst: 10, perSecond: 2 })
  bucket.charge(10)
  time.day += 3_600_000
  expect([bucket.isSpent(), bucket.waitMs(1)]).toEqual([true, 500])
  time.day -= 7_200_000
  time.elapsed += 500
  expect([bucket.waitMs(1), bucket.take(1)]).toEqual([0, true])
})
