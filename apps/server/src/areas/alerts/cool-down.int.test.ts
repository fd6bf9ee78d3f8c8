import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@aerie/core/time'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type AlertStage, alertStage } from '../../../test/alert-stage.ts'

let t: AlertStage
beforeAll(async () => {
  t = await alertStage()
})
afterAll(() => t.close())

const RULE = { symbol: 'BTC', kind: 'price', direction: 'above', level: '100', repeat: 'every', cooldown_s: 3_600 }

async function cross(laterMs: number): Promise<void> {
  await t.price(90, laterMs - 1)
  await t.price(101, 1)
}

async function fired(channel: 'app' | 'email') {
  const { token } = await t.user()
  await t.price(90)
  const { id } = await t.create(token, { ...RULE, channels: [channel] })
  await t.price(91)
  await cross(SECOND_MS)
  return { token, id, count: async () => (await t.firings(token)).length }
}

const look = async (): Promise<void> => t.stage().alerts.watch()?.lookAtCoolDowns()
const untilCooling = (id: string): Promise<void> =>
  expect
    .poll(async () => {
      await look()
      return typeof t.stage().alerts.watch()?.find(id)?.state.coolingSince
    })
    .toBe('number')

async function deliver(id: string): Promise<void> {
  const { worker } = t.stage().deliveries
  while ((await worker.sendDue()) > 0) await worker.settled()
  await untilCooling(id)
}

it('counts from the firing when the app delivered it at once', async () => {
  const { count } = await fired('app')
  await cross(50 * MINUTE_MS)
  expect(await count()).toBe(1)
  await cross(11 * MINUTE_MS)
  expect(await count()).toBe(2)
})

it('counts from a late delivery: nothing fires before it, or within the cool-down after it', async () => {
  const { id, count } = await fired('email')
  await cross(2 * HOUR_MS)
  expect(await count()).toBe(1)
  await deliver(id)
  await cross(50 * MINUTE_MS)
  expect(await count()).toBe(1)
  await cross(11 * MINUTE_MS)
  expect(await count()).toBe(2)
})

it('is unchanged when the process was killed between firing and delivery', async () => {
  const { id, count } = await fired('email')
  await t.kill()
  await t.start()
  await t.price(90)
  await cross(2 * HOUR_MS)
  expect(await count()).toBe(1)
  await deliver(id)
  await cross(61 * MINUTE_MS)
  expect(await count()).toBe(2)
})

it('is unchanged when the delivery happened while no evaluation was running', async () => {
  const { id, count } = await fired('email')
  const { worker } = t.stage().deliveries
  while ((await worker.sendDue()) > 0) await worker.settled()
  await t.kill()
  await t.start()
  await untilCooling(id)
  await cross(30 * MINUTE_MS)
  expect(await count()).toBe(1)
  await cross(31 * MINUTE_MS)
  expect(await count()).toBe(2)
})

it('is kept when the alert is changed while its message is being delivered', async () => {
  const { token, id, count } = await fired('email')
  await t.call('PATCH', token, `/alerts/${id}`, { note: 'again' })
  await look()
  await t.price(90)
  await cross(2 * HOUR_MS)
  expect(await count()).toBe(1)
})

it.each([
  [
    'was given up',
    sql`update deliveries set state = 'dead', next_at = null where firing_id = (select id from alert_firings where alert_id =`,
  ],
  ['is held by quiet hours', sql`update deliveries set state = 'held' where firing_id = (select id from alert_firings where alert_id =`],
  [
    'has not arrived for a day',
    sql`update alert_firings set seen_at = seen_at - interval '25 hours' where id = (select id from alert_firings where alert_id =`,
  ],
])('counts from the firing when the message %s', async (_what, change) => {
  const { id, count } = await fired('email')
  await t.db.execute(sql`${change} ${id})`)
  await untilCooling(id)
  await cross(61 * MINUTE_MS)
  expect(await count()).toBe(2)
})

it('starts once when the message stays held, however often it is checked while the market moves', async () => {
  const { id, count } = await fired('email')
  await t.db.execute(sql`update deliveries set state = 'held' where firing_id = (select id from alert_firings where alert_id = ${id})`)
  await untilCooling(id)
  await t.price(90, 61 * MINUTE_MS)
  await look()
  await t.price(101)
  expect(await count()).toBe(2)
})

it('notifies once of a period without evaluation, however often the price crossed in it', async () => {
  t.setNow(Math.ceil(t.now() / MINUTE_MS) * MINUTE_MS)
  const { token } = await t.user()
  await t.price(90, 0)
  await t.create(token, RULE)
  await t.price(91, 100)
  t.setNow(t.now() - 100)
  await t.stop()
  for (let n = 0; n < 5; n += 1) {
    t.minutes.set(t.now() / 1000, [90, 105, 89, 90])
    t.setNow(t.now() + MINUTE_MS)
  }
  await t.start()
  await t.price(90)
  expect(await t.firings(token)).toMatchObject([{ is_late: true }])
})
