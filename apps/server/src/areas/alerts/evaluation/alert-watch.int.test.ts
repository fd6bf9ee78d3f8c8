import { DAY_MS, MINUTE_MS } from '@aerie/core/time'
import type { AlertRow } from '@aerie/wire/alerts/alert-rows'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AlertStage, alertStage } from '../../../../test/alert-stage.ts'
import { NO_SOURCES } from '../../../../test/no-alert-sources.ts'
import type { Ticket } from './alert-feeds.ts'

let tickets: readonly Ticket[] = []
let t: AlertStage
beforeAll(async () => {
  t = await alertStage({ sources: { ...NO_SOURCES, tickets: async () => tickets }, feedEveryMs: 10 })
})
afterAll(() => t.close())

const PRICE = { symbol: 'BTC', kind: 'price', direction: 'above', level: '100' }
const YEAR_MS = 366 * DAY_MS
const instantOf = (ms: number): string => new Date(ms).toISOString()
const stateOf = async (token: string, { id }: AlertRow) => (await t.call<AlertRow>('GET', token, `/alerts/${id}`)).data.state

/** Sets `expires_at` in the database: the API accepts no past date. */
async function moveDates(alerts: readonly AlertRow[], at: number): Promise<void> {
  for (const { id } of alerts)
    await t.db.execute(sql`update alerts set terms = terms || jsonb_build_object('expires_at', ${instantOf(at)}::text) where id = ${id}`)
}

async function keep(): Promise<void> {
  t.stage().alerts.watch()?.keep()
  await t.stored()
}

describe('dates in a replay of a past year', () => {
  it('end an alert by the server clock, and nothing fires after it', async () => {
    const { token } = await t.user()
    await t.price(90)
    const terms = { expires_at: instantOf(Date.now() + DAY_MS) }
    const alerts = [
      await t.create(token, { ...PRICE, ...terms }),
      await t.create(token, { kind: 'order_filled', ...terms }),
      await t.create(token, { kind: 'unlock', ...terms }),
    ]
    await t.price(91)
    await t.stop()
    await moveDates(alerts, Date.parse(alerts[0]?.created_at ?? ''))
    tickets = [{ key: 'ready', readyAt: Date.now() }]
    await t.start()
    await t.price(101)
    await keep()
    expect(await Promise.all(alerts.map((alert) => stateOf(token, alert)))).toEqual(['expired', 'expired', 'expired'])
    expect(await t.firings(token)).toEqual([])
  })

  it('let an alert fire until its date, even when the market is years ahead', async () => {
    const { token } = await t.user()
    t.setNow(Date.now() + 2 * YEAR_MS)
    await t.price(90)
    const alert = await t.create(token, { ...PRICE, repeat: 'every', expires_at: instantOf(Date.now() + DAY_MS) })
    await t.price(91)
    await keep()
    expect(await stateOf(token, alert)).toBe('active')
    await t.price(101)
    expect(await t.firings(token)).toHaveLength(1)
  })
})

it('an event of an expired alert fires nothing, even before the expiry is stored', async () => {
  const { token, userId } = await t.user()
  const alert = await t.create(token, { kind: 'order_filled', repeat: 'every', expires_at: instantOf(Date.now() + DAY_MS) })
  // Checked before the periodic `keep()`: expires the alert in memory only.
  Object.assign(t.stage().alerts.watch()?.find(alert.id)?.row.terms ?? {}, { expires_at: instantOf(Date.now()) })
  const data = { id: 'o', symbol: 'BTC', state: 'filled', updated_at: instantOf(t.now()) }
  t.stage().alerts.notify(userId, { kind: 'order', account: 'paper', first_seq: 1, seq: 1, data })
  await t.stored()
  expect(await t.firings(token)).toEqual([])
})

it('after a period without evaluation, only events before the date fire late', async () => {
  const { token } = await t.user()
  const begin = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS - 20 * MINUTE_MS
  const expires_at = instantOf(Date.now() + DAY_MS)
  t.setNow(begin)
  await t.price(90, 0)
  const before = await t.create(token, { ...PRICE, expires_at })
  const after = await t.create(token, { ...PRICE, expires_at })
  await t.price(91, 100)
  await t.stop()
  await moveDates([before], begin + 10 * MINUTE_MS)
  await moveDates([after], begin + MINUTE_MS)
  for (let n = 0; n < 20; n += 1) t.minutes.set(begin / 1_000 + n * 60, n === 5 ? [91, 105, 91, 98] : [91, 91, 91, 91])
  t.setNow(begin + 20 * MINUTE_MS)
  await t.start()
  await keep()
  expect((await t.firings(token)).map(({ alert, is_late }) => [alert, is_late])).toEqual([[before.id, true]])
  expect([await stateOf(token, before), await stateOf(token, after)]).toEqual(['done', 'expired'])
})
