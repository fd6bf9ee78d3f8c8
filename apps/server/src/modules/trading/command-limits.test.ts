import { epochMs, MINUTE_MS } from '@aerie/core/time'
import { expect, it } from 'vitest'
import { commandLimits } from './command-limits.ts'

const resetsOf = (isLive: boolean, minutes: number): number => {
  let now = 0
  const limits = commandLimits({ now: () => epochMs(now) })
  let taken = 0
  for (let minute = 0; minute < minutes; minute += 1) {
    try {
      for (;;) {
        limits.takeReset('ada', isLive)
        taken += 1
      }
    } catch {
      now += MINUTE_MS
    }
  }
  return taken
}

it('lets a paper account of a live market be started over ten times a day', () => expect(resetsOf(true, 1)).toBe(10))

it('lets those who practise on a recording start over after each jump: thirty times at once, then once in five minutes', () => {
  expect(resetsOf(false, 1)).toBe(30)
  expect(resetsOf(false, 61)).toBe(42)
})
