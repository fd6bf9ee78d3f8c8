import { systemClock } from '@aerie/core/time'
import type { AlertRow } from '@aerie/wire/alerts/alert-rows'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type AlertStage, alertStage } from '../../../../test/alert-stage.ts'
import type { Db } from '../../../platform/db/client.ts'
import { alertRepository } from '../store.ts'
import { AlertWatch } from './alert-watch.ts'

let t: AlertStage
beforeAll(async () => {
  t = await alertStage()
})
afterAll(() => t.close())

const PRICE = { symbol: 'BTC', kind: 'price', direction: 'above', level: '100' }
const pauseAll = (token: string, paused: boolean) => t.call('POST', token, '/alerts/pause', { paused })

it.each([
  ['created', async (token: string) => t.create(token, PRICE)],
  [
    'resumed',
    async (token: string, resting: string) => (await t.call<AlertRow>('PATCH', token, `/alerts/${resting}`, { paused: false })).data,
  ],
])('stay paused after a restart: one that is %s is then inactive until all are resumed', async (_how, begin) => {
  const { token } = await t.user()
  await t.price(90)
  const resting = await t.create(token, PRICE)
  await t.call('PATCH', token, `/alerts/${resting.id}`, { paused: true })
  await pauseAll(token, true)
  await t.stop()
  await t.start()
  await t.price(90)
  const alert = await begin(token, resting.id)
  await t.price(91)
  await t.price(101)
  expect(await t.firings(token)).toEqual([])
  await t.price(90)
  await pauseAll(token, false)
  await t.price(91)
  await t.price(101)
  expect((await t.firings(token)).map(({ alert: id }) => id)).toEqual([alert.id])
})

async function watchDuring(userId: string, change: () => Promise<unknown>, isPaused: boolean): Promise<ReadonlySet<string>> {
  return t.db.transaction(
    async (old: Db) => {
      await alertRepository(old).allOf(userId)
      await change()
      const { market } = t.stage()
      const nothing = async (): Promise<void> => undefined
      const watch = new AlertWatch({
        db: old,
        market,
        clock: systemClock,
        logger: pino({ level: 'silent' }),
        enqueue: nothing,
        deliveryStatesOf: async () => new Map(),
        onFired: nothing,
        onLost: () => undefined,
        term: 0,
      })
      const rows = await alertRepository(t.db).allOf(userId)
      const starting = watch.start()
      watch.paused(userId, isPaused, rows)
      await starting
      // Changes are applied only after all rows are read.
      watch.changed(rows.slice(0, 1))
      watch.close()
      return new Set(rows.map(({ id }) => id).filter((id) => watch.find(id) !== undefined))
    },
    { isolationLevel: 'repeatable read' },
  )
}

it('are inactive when they are paused while stored data is being read', async () => {
  const { token, userId } = await t.user()
  for (const level of [100, 200]) await t.create(token, { ...PRICE, level })
  expect(await watchDuring(userId, () => pauseAll(token, true), true)).toEqual(new Set())
})

it('are active when they are resumed while stored data is being read', async () => {
  const { token, userId } = await t.user()
  const alerts = [await t.create(token, PRICE), await t.create(token, { ...PRICE, level: 200 })]
  await pauseAll(token, true)
  expect(await watchDuring(userId, () => pauseAll(token, false), false)).toEqual(new Set(alerts.map(({ id }) => id)))
})
