import type { AlertFiring } from '@aerie/wire/alerts/alert-rows'
import type { Delivery } from '@aerie/wire/alerts/deliveries'
import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type AlertStage, alertStage } from '../../../../test/alert-stage.ts'
import type { AccountEvent } from './account-events.ts'

let stage: AlertStage
beforeEach(async () => {
  stage = await alertStage()
})
afterEach(() => stage.close())

const TRIP = '00000000-0000-4000-8000-000000000001'
const liquidated = (given: Partial<AccountEvent> = {}): AccountEvent => ({
  key: 'liquidated a liquidation:BTC:7',
  kind: 'liquidated',
  symbol: 'BTC',
  trip: TRIP,
  title: 'BTC position liquidated',
  text: 'BTC position liquidated: sold 0.5 at 60,000.00, result −3,000.00 USDC after the fee',
  at: 1_700_000_000_000,
  source: { id: 'sim:test', kind: 'sim' },
  ...given,
})
const record = async (userId: string, ...events: readonly AccountEvent[]): Promise<void> => {
  for (const event of events) stage.stage().alerts.record(userId, event)
  await stage.stage().alerts.recorded()
}

it('lists an event of the account in the bell once, unread, with a notice', async () => {
  const { userId, token } = await stage.user()
  await record(userId, liquidated(), liquidated())
  await record(userId, liquidated())
  expect(await stage.firings(token)).toMatchObject([
    {
      terms: { kind: 'liquidated', symbol: 'BTC', trip: TRIP, channels: ['app'] },
      title: 'BTC position liquidated',
      text: 'BTC position liquidated: sold 0.5 at 60,000.00, result −3,000.00 USDC after the fee (simulated market).',
      source_kind: 'sim',
      is_read: false,
      deliveries: [{ channel: 'app', state: 'sent' }],
    },
  ])
  expect(await stage.call('GET', token, '/alerts/summary')).toMatchObject({ data: { active: 0, unread: 1 } })
  const told = stage.notified.filter((one) => one.userId === userId && one.notice.kind === 'alert')
  expect(told).toMatchObject([{ notice: { data: { event: 'fired', unread: 1, firing: { terms: { kind: 'liquidated' } } } } }])
})

it('goes to the channels the user has set up, and to no others', async () => {
  const { userId, token } = await stage.user()
  await stage.db.execute(sql`
    insert into webhooks (id, user_id, url, secret, created_at) values
      (gen_random_uuid(), ${userId}, 'https://example.com/hook', '\\x00', now())`)
  await record(userId, liquidated({ kind: 'unprotected', key: 'unprotected a e:sl' }))
  const { data } = await stage.call<Delivery[]>('GET', token, '/deliveries')
  expect(data.map(({ channel }) => channel).toSorted()).toEqual(['app', 'webhook'])
})

it('is kept per user and per key', async () => {
  const [ada, bob] = [await stage.user(), await stage.user()]
  await record(ada.userId, liquidated(), liquidated({ key: 'another' }))
  await record(bob.userId, liquidated())
  const countOf = async (token: string): Promise<number> => ((await stage.firings(token)) as AlertFiring[]).length
  expect([await countOf(ada.token), await countOf(bob.token)]).toEqual([2, 1])
})
