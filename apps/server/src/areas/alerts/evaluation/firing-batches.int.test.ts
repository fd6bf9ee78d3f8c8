import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type AlertStage, alertStage } from '../../../../test/alert-stage.ts'
import { tickOf } from '../../../../test/scripted-source.ts'

let t: AlertStage
beforeAll(async () => {
  t = await alertStage()
})
afterAll(() => t.close())

const ORDERS = { kind: 'order_filled', repeat: 'every' }
const fill = (userId: string, id: string): void => {
  const data = { id, symbol: 'ETH', state: 'filled', updated_at: '2026-01-15T12:00:00.000Z' }
  t.stage().alerts.notify(userId, { kind: 'order', account: 'paper', first_seq: 1, seq: 1, data })
}

it('stores firings of several alerts in one transaction, and several firings of one alert in as many', async () => {
  const users = [await t.user(), await t.user(), await t.user()]
  const alerts = await Promise.all(users.map(({ token }) => t.create(token, ORDERS)))
  for (const { userId } of users) fill(userId, 'first')
  for (const { userId } of users) fill(userId, 'second')
  await t.stored()
  const { rows } = await t.db.execute(sql`select event_key, count(*)::int as firings, count(distinct xmin::text)::int as transactions
    from alert_firings group by event_key order by min(seq)`)
  expect(rows).toEqual([
    { event_key: 'order first', firings: 3, transactions: 1 },
    { event_key: 'order second', firings: 3, transactions: 1 },
  ])
  const stored = await t.db.execute(sql`select id, firings from alerts order by id`)
  expect(stored.rows).toEqual(alerts.map(({ id }) => ({ id, firings: 2 })).toSorted((a, b) => (a.id < b.id ? -1 : 1)))
})

it('stores a firing after the phases from before it, although an earlier batch still waits', async () => {
  const { token, userId } = await t.user()
  await t.create(token, ORDERS)
  await t.price(101)
  const alert = await t.create(token, { kind: 'price', symbol: 'BTC', direction: 'above', level: '100', repeat: 'every' })
  // Without a pause in between, so that nothing is written yet.
  t.emit().ticks([tickOf('BTC', 90, t.now())])
  fill(userId, 'earlier')
  t.stage().alerts.watch()?.keep()
  t.emit().ticks([tickOf('BTC', 102, t.now())])
  await t.stored()
  expect((await t.firings(token)).map(({ terms }) => terms.kind)).toEqual(['price', 'order_filled'])
  const { rows } = await t.db.execute(sql`select phase from alerts where id = ${alert.id}`)
  expect(rows).toEqual([{ phase: t.stage().alerts.watch()?.find(alert.id)?.state.phase }])
})
