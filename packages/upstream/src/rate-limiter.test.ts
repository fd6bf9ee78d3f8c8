import { fakeTime } from '@aerie/testkit/fake-time'
import { expect, it } from 'vitest'
import { RateLimiter } from './rate-limiter.ts'

const T0 = Date.UTC(2026, 2, 1, 12, 0, 0)

it('never exceeds its rate', async () => {
  const time = fakeTime(T0)
  const limiter = new RateLimiter({ burst: 3, perSecond: 2 }, time.clock, time.timers)
  let spent = 0
  for (let index = 0; index < 20; index += 1) void limiter.take().then(() => (spent += 1))
  await time.advance(0)
  expect(spent).toBe(3)
  await time.advance(4_000)
  expect(spent).toBe(11)
})
