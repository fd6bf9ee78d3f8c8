import { type Clock, elapsedMs, epochMs } from '@aerie/core/time'
import { fakeTime } from '@aerie/testkit/fake-time'
import { describe, expect, it } from 'vitest'
import { VenueClock } from './venue-clock.ts'

const T0 = Date.UTC(2026, 2, 1, 12, 0, 0)
const HOUR = 3_600_000

function stage() {
  const time = fakeTime(T0)
  const leads: number[] = []
  const jumps: { byMs: number; since: number }[] = []
  const clock = new VenueClock(time.clock, { drifted: (lead) => void leads.push(lead), jumped: (jump) => void jumps.push(jump) })
  /** A response received just now to a request sent `tripMs` ago; `aheadMs` is relative to the machine's clock at the start. */
  const applyReading = (aheadMs: number, tripMs = 0) => {
    const now = elapsedMs(time.clock)
    clock.apply({ venueTime: T0 + now + aheadMs, askedAt: now - tripMs, answeredAt: now })
  }
  return { time, clock, leads, jumps, applyReading }
}

describe('a venue’s clock', () => {
  it('accepts timestamps as they are, never later than now', async () => {
    const { time, clock, applyReading } = stage()
    await time.advance(1_000)
    applyReading(89_000, 200)
    expect(clock.now()).toBe(T0 + 90_100)
    expect(clock.read(epochMs(T0 + 90_000))).toBe(T0 + 90_000)
    expect(clock.read(epochMs(T0 + 91_000))).toBe(T0 + 90_100)
    expect(clock.read(epochMs(T0 + 200_000))).toBeUndefined()
  })

  it('follows the machine’s clock until the venue reports its time, and never goes back with it', () => {
    const { time, clock } = stage()
    expect(clock.now()).toBe(T0)
    time.jump(-HOUR)
    expect(clock.now()).toBe(T0)
    time.jump(2 * HOUR)
    expect(clock.now()).toBe(T0 + HOUR)
  })

  it.each([-HOUR, HOUR])('is unaffected when the machine’s time of day is set by %d ms, but reports it when queried', async (jump) => {
    const { time, clock, jumps, applyReading } = stage()
    applyReading(0)
    time.jump(jump)
    await time.advance(1_000)
    expect([clock.now(), clock.epoch, jumps]).toEqual([T0 + 1_000, 0, []])
    expect([clock.hasMachineJumped(), clock.hasMachineJumped()]).toEqual([true, false])
  })

  it('reports a stream that disagrees for a whole window, not for a single message', async () => {
    const { time, clock, leads, applyReading } = stage()
    applyReading(0)
    for (let second = 0; second < 12; second += 1) {
      clock.read(epochMs(clock.now() + (second === 5 ? HOUR : 0)))
      await time.advance(1_000)
    }
    expect(leads).toEqual([])
    for (let second = 0; second < 12; second += 1) {
      clock.read(epochMs(clock.now() - 60_000))
      await time.advance(1_000)
    }
    expect(leads[0]).toBe(-60_000)
  })

  it('keeps the better of two readings that agree, and accepts a worse one that does not', async () => {
    const { time, clock, applyReading } = stage()
    await time.advance(10_000)
    applyReading(1_000, 2_000)
    expect(clock.now()).toBe(T0 + 12_000)
    applyReading(1_000, 20)
    expect(clock.now()).toBe(T0 + 11_010)
    applyReading(-900, 4_000)
    expect(clock.now()).toBe(T0 + 11_010)
    applyReading(-9_000, 2_000)
    expect(clock.now()).toBe(T0 + 2_000)
  })

  it('is certain of a time when the venue has reported it and the measurement agrees, whatever the local clock', async () => {
    const { time, clock, applyReading } = stage()
    expect(clock.certain()).toBe(0)
    await time.advance(1_000)
    applyReading(0, 400)
    // The venue may have created the response just before it arrived.
    expect(clock.certain()).toBe(T0 + 1_000)
    expect(clock.now()).toBe(T0 + 1_200)
    await time.advance(60_000)
    expect(clock.certain()).toBe(T0 + 1_000)
    clock.read(epochMs(T0 + 60_500))
    expect(clock.certain()).toBe(T0 + 60_500)
    clock.read(epochMs(T0 + 65_000))
    expect(clock.certain()).toBeLessThanOrEqual(T0 + 61_000)
    // When the venue's clock goes back, its earlier times no longer count.
    clock.read(epochMs(T0 + 60_500 - HOUR))
    expect(clock.certain()).toBe(T0 + 60_500 - HOUR)
  })

  it('reports since when everything is in doubt after an offset jump, by the earlier of both clocks', async () => {
    const { time, clock, jumps, applyReading } = stage()
    applyReading(0)
    clock.read(epochMs(T0))
    await time.advance(10_000)
    applyReading(HOUR)
    expect([clock.epoch, jumps]).toEqual([1, [{ byMs: HOUR, since: T0 }]])
    clock.read(epochMs(clock.now()))
    await time.advance(10_000)
    applyReading(0)
    expect([clock.epoch, jumps[1]]).toEqual([2, { byMs: -HOUR, since: T0 + 10_000 }])
  })

  it('is an integer number of milliseconds, even when half a round trip is fractional', () => {
    const { clock, applyReading } = stage()
    applyReading(0, 1)
    expect(Number.isInteger(clock.now())).toBe(true)
  })

  it('ignores an old first trade when measuring the offset', () => {
    const { clock } = stage()
    expect(clock.read(epochMs(T0 - 86_400_000), false)).toBe(T0 - 86_400_000)
    expect(clock.read(epochMs(T0 - 20))).toBe(T0 - 20)
    expect(clock.now()).toBe(T0 - 20)
  })

  it('implements the clock interface', async () => {
    const { time, clock, applyReading } = stage()
    applyReading(HOUR)
    const { now, elapsed }: Required<Clock> = clock
    await time.advance(5)
    expect([now(), elapsed()]).toEqual([T0 + HOUR + 5, 5])
  })
})
