import { epochMs, MINUTE_MS, SECOND_MS } from '@aerie/core/time'
import { expect, it } from 'vitest'
import { type CommandKind, commandLimits } from './command-limits.ts'

const limitsAt = (now: () => number) => commandLimits({ now: () => epochMs(now()) })

const takenOf = (limits: ReturnType<typeof commandLimits>, kind: CommandKind, most = 1_000): number => {
  for (let taken = 0; taken < most; taken += 1) {
    try {
      limits.takeCommand('ada', kind)
    } catch {
      return taken
    }
  }
  return most
}
const REST = ['preview', 'cancel', 'flatten', 'deadMan'] as const

it.each(REST)('limits a flood of one kind without affecting the rates of the others: %s', (kind) => {
  let now = 0
  const limits = limitsAt(() => now)
  expect(takenOf(limits, kind)).toBe(200)
  for (const other of [...REST, 'order'] as const) expect(takenOf(limits, other)).toBe(other === kind ? 0 : 200)
  now += SECOND_MS
  expect(takenOf(limits, kind)).toBe(kind === 'flatten' || kind === 'deadMan' ? 5 : 50)
})

it('counts orders per day, but neither queries nor cancels', () => {
  let now = 0
  const limits = limitsAt(() => now)
  const pass = (kind: CommandKind): number => {
    let taken = 0
    for (let second = 0; second < 1_200; second += 1) {
      taken += takenOf(limits, kind)
      now += SECOND_MS
    }
    return taken
  }
  for (const kind of ['preview', 'cancel'] as const) expect(pass(kind)).toBe(200 + 1_199 * 50)
  expect(Math.abs(pass('order') - 50_000 - (1_200 * 50_000) / 86_400)).toBeLessThan(2)
  expect(takenOf(limits, 'order')).toBeLessThan(2)
  expect(() => limits.takeCommand('ada', 'order')).toThrow(
    expect.objectContaining({ detail: expect.stringContaining('50000 commands a day') }),
  )
  for (const kind of REST) expect(takenOf(limits, kind)).toBe(200)
})

const resetsOf = (isLive: boolean, minutes: number): number => {
  let now = 0
  const limits = limitsAt(() => now)
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

it('allows a paper account of a live market to be reset ten times a day', () => expect(resetsOf(true, 1)).toBe(10))

it('allows users of a recording to reset after each jump: thirty times at once, then once every five minutes', () => {
  expect(resetsOf(false, 1)).toBe(30)
  expect(resetsOf(false, 61)).toBe(42)
})
