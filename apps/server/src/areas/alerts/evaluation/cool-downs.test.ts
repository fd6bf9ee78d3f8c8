import { fakeTime } from '@aerie/testkit/fake-time'
import { pino } from 'pino'
import { expect, it } from 'vitest'
import { type AlertDelivery, coolDowns } from './cool-downs.ts'
import type { WatchedAlert } from './watched-alert.ts'

const T0 = Date.UTC(2026, 2, 1, 12, 0, 0)
const HOUR = 3_600_000

function stage() {
  const time = fakeTime(T0)
  const outbox: { delivery: AlertDelivery | undefined; asked: number } = { delivery: undefined, asked: 0 }
  const cooling = coolDowns({
    deliveryStatesOf: async ([id = '']) => {
      outbox.asked += 1
      return new Map(outbox.delivery === undefined ? [] : [[id, outbox.delivery]])
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
  return { time, outbox, cooling, watched }
}
const sent = (sentAt: number): AlertDelivery => ({ seenAt: sentAt, sentAt, isUnderWay: false, isHeld: false })

it('starts a cool-down when its message was sent', async () => {
  const { time, outbox, cooling, watched } = stage()
  await time.advance(5_000)
  outbox.delivery = sent(T0 + 2_000)
  await cooling.look()
  expect(watched.state.coolingSince).toBe(T0 + 2_000)
})

it.each([
  ['back', -HOUR, T0 + 5_000],
  ['forward', HOUR, T0],
])('starts it between the firing and now when the clock was set %s meanwhile', async (_direction, jump, since) => {
  const { time, outbox, cooling, watched } = stage()
  await time.advance(5_000)
  outbox.delivery = sent(T0 + 2_000)
  time.jump(jump)
  await cooling.look()
  expect(watched.state.coolingSince).toBe(since)
})

it('checks a pending message as often as before although the clock was set back', async () => {
  const { time, outbox, cooling } = stage()
  outbox.delivery = { seenAt: T0, sentAt: undefined, isUnderWay: true, isHeld: false }
  await time.advance(60_000)
  await cooling.look()
  time.jump(-HOUR)
  await time.advance(5_000)
  await cooling.look()
  expect(outbox.asked).toBe(1)
  await time.advance(1_000)
  await cooling.look()
  expect(outbox.asked).toBe(2)
})
