import { epochMs } from '@aerie/core/time'
import { describe, expect, it } from 'vitest'
import { VenueClock } from './venue-clock.ts'

const T0 = Date.UTC(2026, 2, 1, 12, 0, 0)

describe('a venue’s clock', () => {
  const at = (now: { ms: number }, drifted: (lead: number) => void = () => undefined) =>
    new VenueClock({ now: () => epochMs(now.ms) }, drifted)

  it('puts a stamp on the machine’s clock, never later than now', () => {
    const now = { ms: T0 }
    const clock = at(now)
    clock.tell(epochMs(T0 + 90_000), epochMs(T0 - 200), epochMs(T0))
    expect(clock.read(epochMs(T0 + 90_000))).toBe(T0 - 100)
    expect(clock.read(epochMs(T0 + 91_000))).toBe(T0)
    expect(clock.read(epochMs(T0 + 200_000))).toBeUndefined()
  })

  it('reports a stream that disagrees for a whole window, not a single message', () => {
    const now = { ms: T0 }
    const leads: number[] = []
    const clock = at(now, (lead) => leads.push(lead))
    clock.tell(epochMs(T0), epochMs(T0), epochMs(T0))
    for (let second = 0; second < 12; second += 1) {
      clock.read(epochMs(now.ms + (second === 5 ? 3_600_000 : 0)))
      now.ms += 1_000
    }
    expect(leads).toEqual([])
    for (let second = 0; second < 12; second += 1) {
      clock.read(epochMs(now.ms - 60_000))
      now.ms += 1_000
    }
    expect(leads[0]).toBe(-60_000)
  })

  it('is a whole number of milliseconds, whatever half of a round trip is', () => {
    const clock = at({ ms: T0 })
    clock.tell(epochMs(T0), epochMs(T0 - 1), epochMs(T0))
    expect(Number.isInteger(clock.now())).toBe(true)
  })

  it('lets an old first trade say nothing of the offset', () => {
    const clock = at({ ms: T0 })
    expect(clock.read(epochMs(T0 - 86_400_000), false)).toBe(T0 - 86_400_000)
    expect(clock.read(epochMs(T0 - 20))).toBe(T0)
  })
})
