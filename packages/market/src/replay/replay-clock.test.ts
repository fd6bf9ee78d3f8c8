import { epochMs } from '@aerie/core/time'
import { fakeTime } from '@aerie/testkit/fake-time'
import { expect, it } from 'vitest'
import { replayClock } from './replay-clock.ts'

const [BEGIN, END] = [1_000_000, 1_600_000]

function stage(settings: { speed?: number; isPaused?: boolean } = {}) {
  let machine = 5_000
  const clock = replayClock({ speed: 60, ...settings, clock: { now: () => epochMs(machine) } })
  clock.run({ from: BEGIN, end: END })
  return { clock, pass: (ms: number) => (machine += ms), passed: () => clock.now() - BEGIN }
}

it('does not move while paused, and continues from there', () => {
  const { clock, pass, passed } = stage()
  pass(1_000)
  clock.pause()
  pass(3_600_000)
  expect([passed(), clock.speed(), clock.playingSpeed()]).toEqual([60_000, 0, 60])
  clock.play()
  pass(500)
  expect([passed(), clock.speed()]).toEqual([90_000, 60])
})

it('applies another speed only from now on: elapsed time is unchanged', () => {
  const { clock, pass, passed } = stage()
  pass(1_000)
  clock.setSpeed(1)
  expect(passed()).toBe(60_000)
  pass(1_000)
  expect(passed()).toBe(61_000)
})

it('steps to a moment and pauses; an earlier moment changes nothing but the pause', () => {
  const { clock, pass, passed } = stage()
  clock.stepTo(BEGIN + 60_000)
  pass(10_000)
  expect([passed(), clock.isPaused()]).toEqual([60_000, true])
  clock.stepTo(BEGIN)
  expect(passed()).toBe(60_000)
})

it('never passes its end, whether running or stepped', () => {
  const { clock, pass } = stage({ speed: 3600 })
  clock.stepTo(END + 1)
  expect([clock.now(), clock.isAtEnd(), clock.speed()]).toEqual([END, true, 0])
  clock.play()
  pass(10_000)
  expect(clock.now()).toBe(END)
})

it('does not go back with the machine’s clock, even across a pause', () => {
  const { clock, pass, passed } = stage()
  pass(2_000)
  expect(passed()).toBe(120_000)
  pass(-60_000)
  expect(passed()).toBe(120_000)
  clock.pause()
  clock.play()
  pass(1_000)
  expect(passed()).toBe(180_000)
})

it('can start paused', () => {
  const { pass, passed } = stage({ isPaused: true })
  pass(10_000)
  expect(passed()).toBe(0)
})

it('ignores changes to the machine’s time of day', async () => {
  const time = fakeTime(Date.UTC(2026, 2, 1))
  const clock = replayClock({ speed: 60, clock: time.clock })
  clock.run({ from: BEGIN, end: END })
  await time.advance(1_000)
  time.jump(-3_600_000)
  await time.advance(1_000)
  expect(clock.now() - BEGIN).toBe(120_000)
  time.jump(7_200_000)
  await time.advance(1_000)
  expect(clock.now() - BEGIN).toBe(180_000)
})
