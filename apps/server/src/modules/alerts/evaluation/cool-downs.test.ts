import { fakeTime } from '@aerie/testkit/fake-time'
import { pino } from 'pino'
import { expect, it } from 'vitest'
import { coolDowns, type Telling } from './cool-downs.ts'
import type { WatchedAlert } from './watched-alert.ts'

const T0 = Date.UTC(2026, 2, 1, 12, 0, 0)
const HOUR = 3_600_000

function stage() {
  const time = fakeTime(T0)
  const told: { telling: Telling | undefined; asked: number } = { telling: undefined, asked: 0 }
  const cooling = coolDowns({
    tellingsOf: async ([id = '']) => {
      told.asked += 1
      return new Map(told.telling === undefined ? [] : [[id, told.telling]])
    },
    clock: time.clock,
    // The market clock does not follow adjustments of the system clock.
    marketNow: () => T0 + time.clock.elapsed(),
    logger: pino({ level: 'silent' }),
  })
  const watched = {
    row: { id: 'alert', terms: { repeat: 'every', cooldown_s: 600 } },
    state: { phase: 'fresh', firedAt: T0, coolingSince: T0, firings: 1 },
  } as unknown as WatchedAlert
  cooling.follow(watched)
  return { time, told, cooling, watched }
}
const sent = (sentAt: number): Telling => ({ seenAt: sentAt, sentAt, isUnderWay: false, isHeld: false })

it('starts a cool-down when its message was sent', async () => {
  const { time, told, cooling, watched } = stage()
  await time.advance(5_000)
  told.telling = sent(T0 + 2_000)
  await cooling.look()
  expect(watched.state.coolingSince).toBe(T0 + 2_000)
})

it.each([
  ['back', -HOUR, T0 + 5_000],
  ['forward', HOUR, T0],
])('starts it between the firing and now when the clock was set %s meanwhile', async (_direction, jump, since) => {
  const { time, told, cooling, watched } = stage()
  await time.advance(5_000)
  told.telling = sent(T0 + 2_000)
  time.jump(jump)
  await cooling.look()
  expect(watched.state.coolingSince).toBe(since)
})

it('checks a pending message as often as before although the clock was set back', async () => {
  const { time, told, cooling } = stage()
  told.telling = { seenAt: T0, sentAt: undefined, isUnderWay: true, isHeld: false }
  await time.advance(60_000)
  await cooling.look()
  time.jump(-HOUR)
  await time.advance(5_000)
  await cooling.look()
  expect(told.asked).toBe(1)
  await time.advance(1_000)
  await cooling.look()
  expect(told.asked).toBe(2)
})
