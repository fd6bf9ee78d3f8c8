import { epochMs } from '@aerie/core/time'
import { expect, it } from 'vitest'
import { rateBuckets } from './rate-buckets.ts'

function stage() {
  const time = { ms: 0 }
  return { time, buckets: rateBuckets({ clock: { now: () => epochMs(time.ms) }, burst: 10, perSecond: 2 }) }
}

it('gives so much at once, then so much a second, to each caller', () => {
  const { time, buckets } = stage()
  expect([buckets.take('ann', 10), buckets.take('ann', 1), buckets.take('bob', 10)]).toEqual([true, false, true])
  time.ms = 500
  expect([buckets.take('ann', 1), buckets.take('ann', 1)]).toEqual([true, false])
})

it('lets what was overdrawn flow back first', () => {
  const { time, buckets } = stage()
  buckets.charge('ann', 14)
  expect([buckets.isSpent('ann'), buckets.isSpent('bob')]).toEqual([true, false])
  time.ms = 2_000
  expect(buckets.isSpent('ann')).toBe(true)
  time.ms = 2_500
  expect([buckets.isSpent('ann'), buckets.take('ann', 1), buckets.take('ann', 1)]).toEqual([false, true, false])
})

it('never holds more than its burst, nor fills by a clock that was set back', () => {
  const { time, buckets } = stage()
  buckets.charge('ann', 5)
  time.ms = -60_000
  expect(buckets.take('ann', 6)).toBe(false)
  time.ms = 3_600_000
  expect([buckets.take('ann', 10), buckets.take('ann', 1)]).toEqual([true, false])
})
