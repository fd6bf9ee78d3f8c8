import { randomUUID } from 'node:crypto'
import { DAY_MS } from '@aerie/core/time'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { accountApp } from '../../../../test/account-app.ts'
import { sweepFirings } from './firing-store.ts'

const NOW = Date.UTC(2026, 5, 1)
const KEPT = { count: 3, ageMs: 100 * DAY_MS, leastMs: DAY_MS }

let app: Awaited<ReturnType<typeof accountApp>>
beforeAll(async () => {
  app = await accountApp()
})
afterAll(() => app.close())

const newUser = async (): Promise<string> => (await app.newUser(`${randomUUID()}@example.com`)).user.user_id

type Given = { readonly userId: string; readonly days: number; readonly kind?: string; readonly alert?: string; readonly delivery?: string }

async function fired({ userId, days, kind = 'price', alert = randomUUID(), delivery = 'sent' }: Given): Promise<string> {
  const id = randomUUID()
  const seen = new Date(NOW - days * DAY_MS).toISOString()
  await app.db.execute(sql`
    insert into alert_firings (id, user_id, alert_id, event_key, terms, title, text, at, seen_at, is_late)
    values (${id}, ${userId}, ${alert}, ${id}, ${JSON.stringify({ kind })}::jsonb, 'BTC above 1', 'BTC above 1: 2', 0, ${seen}, false)`)
  await app.db.execute(sql`
    insert into deliveries (id, user_id, firing_id, channel, receiver_id, target, state, created_at)
    values (${randomUUID()}, ${userId}, ${id}, 'email', ${userId}, 'a@example.com', ${delivery}, ${seen})`)
  return id
}

async function left(userId: string): Promise<{ firings: string[]; deliveries: number }> {
  const { rows } = await app.db.execute<{ id: string }>(sql`select id from alert_firings where user_id = ${userId} order by seq`)
  const deliveries = await app.db.execute(sql`select 1 from deliveries where user_id = ${userId}`)
  return { firings: rows.map(({ id }) => id), deliveries: deliveries.rows.length }
}

it('deletes firings that are too old or exceed the limit of a user, with their deliveries', async () => {
  const [ada, eve] = [await newUser(), await newUser()]
  for (const days of [101, 9, 8]) await fired({ userId: ada, days })
  const newest = [await fired({ userId: ada, days: 7 }), await fired({ userId: ada, days: 6 }), await fired({ userId: ada, days: 5 })]
  await fired({ userId: eve, days: 101 })
  const kept = await fired({ userId: eve, days: 99 })
  expect(await sweepFirings(app.db, NOW, KEPT)).toBe(4)
  expect(await left(ada)).toEqual({ firings: newest, deliveries: 3 })
  expect(await left(eve)).toEqual({ firings: [kept], deliveries: 1 })
  expect(await sweepFirings(app.db, NOW, KEPT)).toBe(0)
})

it('keeps all of the last day, and those still to be sent', async () => {
  const userId = await newUser()
  const waiting = await fired({ userId, days: 200, delivery: 'waiting' })
  const held = await fired({ userId, days: 200, delivery: 'held' })
  const today = await Promise.all([0.1, 0.2, 0.3, 0.4, 0.5].map((days) => fired({ userId, days })))
  expect(await sweepFirings(app.db, NOW, KEPT)).toBe(0)
  expect(new Set((await left(userId)).firings)).toEqual(new Set([waiting, held, ...today]))
})

it('keeps the unlock firing of an existing alert, which would otherwise be reported again', async () => {
  const userId = await newUser()
  const alert = randomUUID()
  await app.db.execute(sql`
    insert into alerts (id, user_id, kind, terms, state, phase, created_at, updated_at)
    values (${alert}, ${userId}, 'unlock', '{"kind":"unlock"}'::jsonb, 'paused', 'fresh', now(), now())`)
  const known = await fired({ userId, days: 300, kind: 'unlock', alert })
  await fired({ userId, days: 300, kind: 'unlock' })
  await sweepFirings(app.db, NOW, KEPT)
  expect((await left(userId)).firings).toEqual([known])
})
