import { type EpochMs, epochMs } from '@aerie/core/time'
import { type FakeTime, fakeTime } from '@aerie/testkit/fake-time'
import { RateLimiter } from '@aerie/upstream/rate-limiter'
import { VenueClock } from '@aerie/upstream/venue-clock'
import { beforeEach, expect, it } from 'vitest'
import * as z from 'zod/mini'
import type { FeedSink } from './exchange-feed.ts'
import { VenueApi, type VenueRest } from './venue-api.ts'
import { VenueSession } from './venue-session.ts'

const T0 = Date.UTC(2026, 2, 1, 12, 0, 0)

let time: FakeTime
/** Delay of each request and its response; the last pair repeats. */
let trips: (readonly [there: number, back: number])[]
let lies: number[]
let questions: number

const fetchTime: typeof fetch = async () => {
  questions += 1
  const [there, back] = (trips.length > 1 ? trips.shift() : trips[0]) ?? [0, 0]
  await time.advance(there)
  const body = JSON.stringify({ time: T0 + time.clock.elapsed() + (lies.shift() ?? 0) })
  await time.advance(back)
  return new Response(body)
}
const envOf = () => ({ clock: time.clock, timers: time.timers, random: () => 0.5, fetch: fetchTime })
const apiOf = (venueClock: VenueClock): VenueApi =>
  new VenueApi({
    provider: {
      root: new URL('https://venue.invalid'),
      limiter: new RateLimiter({ burst: 10, perSecond: 10 }, time.clock, time.timers),
      failureOf: () => undefined,
    },
    venueClock,
    env: envOf(),
    time: {
      path: '/time',
      schema: z.pipe(
        z.object({ time: z.number() }),
        z.transform((reply): EpochMs => epochMs(reply.time)),
      ),
    },
  })
const errorMs = (clock: VenueClock): number => Math.abs(clock.now() - (T0 + time.clock.elapsed()))

beforeEach(() => {
  time = fakeTime(T0)
  trips = [[10, 10]]
  lies = []
  questions = 0
})

it('sets the clock by the fastest of several responses, however slow the first was', async () => {
  trips = [
    [3_900, 100],
    [20, 20],
    [400, 10],
    [15, 25],
  ]
  const clock = new VenueClock(time.clock, { drifted: () => undefined, jumped: () => undefined })
  await apiOf(clock).measureTime()
  expect(errorMs(clock)).toBeLessThanOrEqual(5)
})

it('stops asking once two fast responses agree', async () => {
  await apiOf(new VenueClock(time.clock, { drifted: () => undefined, jumped: () => undefined })).measureTime()
  expect(questions).toBe(2)
})

it('rejects a single response that most others contradict, however fast it was', async () => {
  lies = [3_600_000]
  trips = [
    [1, 1],
    [20, 20],
    [30, 30],
    [30, 30],
  ]
  const clock = new VenueClock(time.clock, { drifted: () => undefined, jumped: () => undefined })
  await apiOf(clock).measureTime()
  expect(errorMs(clock)).toBe(0)
})

it('measures at the start, every ten minutes, when the stream is restored, and after a jump of the machine’s clock', async () => {
  let [measured, machineJumps] = [0, 0]
  const sink = { health: () => undefined } as unknown as FeedSink
  const session = new VenueSession({
    env: envOf(),
    coins: [{ symbol: 'BTC', name: 'Bitcoin', coingeckoId: 'bitcoin' }],
    quote: 'USD',
    ready: () => undefined,
    changed: () => undefined,
    clockJumped: () => undefined,
    machineJumped: () => {
      machineJumps += 1
    },
  })
  const measureTime = async () => {
    measured += 1
  }
  const rest = {
    api: { measureTime, close: () => undefined },
    listed: async () => new Map([['BTC', { pair: 'BTC-USD', rules: undefined }]]),
  } as unknown as VenueRest
  await session.begin(rest, sink)
  expect(measured).toBe(1)
  await time.advance(600_000)
  expect(measured).toBe(2)
  session.regain()
  expect(measured).toBe(2)
  await time.advance(10_000)
  session.regain()
  await time.advance(0)
  expect([measured, machineJumps]).toEqual([3, 0])
  time.jump(-3_600_000)
  await time.advance(1_000)
  expect([measured, machineJumps, session.isInDoubt]).toEqual([4, 1, false])
  session.measure()
  time.jump(3_600_000)
  await time.advance(1_000)
  expect([measured, machineJumps, session.isInDoubt]).toEqual([6, 2, false])
  session.stop()
})
