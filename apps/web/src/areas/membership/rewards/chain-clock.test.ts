import { beforeEach, expect, it } from 'vitest'
import { createChainClock } from './chain-clock.ts'

let clock: ReturnType<typeof createChainClock>
beforeEach(() => {
  clock = createChainClock()
})

it("is this window's clock until a block has been seen", () => {
  expect(clock.chainTimeAt(5_000)).toBe(5_000)
  expect(clock.chainSecondsAt(5_999)).toBe(5n)
})

it('follows a chain that runs ahead, so that waiting times are not overstated', () => {
  clock.noteBlockTime(130_000, 10_000)
  expect(clock.chainTimeAt(11_000)).toBe(131_000)
})

it('follows a chain that runs behind, so that nothing looks ready too early', () => {
  clock.noteBlockTime(4_000, 10_000)
  expect(clock.chainTimeAt(10_500)).toBe(4_500)
  expect(clock.chainSecondsAt(10_500)).toBe(4n)
})

it('uses the block furthest ahead, so that an old block of a quiet chain does not turn the clock back', () => {
  clock.noteBlockTime(10_000, 10_200)
  clock.noteBlockTime(10_000, 70_000)
  expect(clock.chainTimeAt(70_000)).toBe(69_800)
})
