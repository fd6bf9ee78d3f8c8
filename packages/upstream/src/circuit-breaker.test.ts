import { fakeTime } from '@aerie/testkit/fake-time'
import { expect, it } from 'vitest'
import { CircuitBreaker, type CoolDown } from './circuit-breaker.ts'
import { UpstreamError } from './upstream-error.ts'

const HOUR = 3_600_000

function stage() {
  const time = fakeTime(Date.UTC(2026, 2, 1, 12, 0, 0))
  const quiets: CoolDown[] = []
  const gate = new CircuitBreaker(
    time.clock,
    () => 1,
    (quiet) => void quiets.push(quiet),
  )
  const fail = (times: number, error = new UpstreamError('down', 'cannot be reached')) => {
    for (let count = 0; count < times; count += 1) gate.failed(error)
  }
  return { time, quiets, gate, fail }
}

it('opens briefly after five failures in a row, then allows one trial call', async () => {
  const { time, gate, fail } = stage()
  fail(4)
  expect(gate.waitMs()).toBe(0)
  fail(1)
  expect(gate.waitMs()).toBe(1_000)
  await time.advance(1_000)
  expect(gate.waitMs()).toBe(0)
  gate.entered()
  expect(gate.waitMs()).toBe(1_000)
  gate.succeeded()
  expect(gate.waitMs()).toBe(0)
})

it.each([-HOUR, HOUR])('stays open for the exact duration, even though the time of day is set by %d ms meanwhile', async (jump) => {
  const { time, gate, fail } = stage()
  fail(5)
  time.jump(jump)
  expect(gate.waitMs()).toBe(1_000)
  await time.advance(1_000)
  expect(gate.waitMs()).toBe(0)
})

it.each([-HOUR, HOUR])('honours a requested pause, even though the time of day is set by %d ms meanwhile', async (jump) => {
  const { time, quiets, gate, fail } = stage()
  fail(1, new UpstreamError('rate-limited', 'is limiting requests (429)', { retryAfterMs: 30_000 }))
  expect(quiets).toEqual([{ forMs: 30_000, message: 'is limiting requests (429)' }])
  time.jump(jump)
  await time.advance(29_999)
  expect(gate.waitMs()).toBe(1)
  gate.reset()
  expect(gate.waitMs()).toBe(1)
  await time.advance(1)
  expect(gate.waitMs()).toBe(0)
})
