import { DAY_MS, MINUTE_MS } from '@aerie/core/time'
import type { AlertRow, AlertSummary } from '@aerie/wire/alerts/alert-rows'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { type AlertStage, alertStage } from '../../../test/alert-stage.ts'

const FIRED = z.object({ event: z.literal('fired') })

let t: AlertStage
beforeAll(async () => {
  t = await alertStage()
})
afterAll(() => t.close())

const PRICE = { symbol: 'BTC', kind: 'price', direction: 'above', level: '100' }

describe('an alert', () => {
  it('is created, listed, changed, paused and deleted by its owner only', async () => {
    const [ada, eve] = [await t.user(), await t.user()]
    const alert = await t.create(ada.token, { ...PRICE, note: 'sell \u202esome\u0007', channels: ['app', 'app'] })
    expect(alert).toMatchObject({
      level: '100',
      repeat: 'once',
      channels: ['app'],
      note: 'sell some',
      state: 'active',
      title: 'BTC above 100',
    })
    expect((await t.call('GET', eve.token, `/alerts/${alert.id}`)).status).toBe(404)
    expect((await t.call('PATCH', eve.token, `/alerts/${alert.id}`, { paused: true })).status).toBe(404)
    expect((await t.call('DELETE', eve.token, `/alerts/${alert.id}`)).status).toBe(404)
    const changed = await t.call<AlertRow>('PATCH', ada.token, `/alerts/${alert.id}`, { level: 120, note: null })
    expect(changed.data).toMatchObject({ level: '120', waits_for: 'fresh' })
    expect(changed.data).not.toHaveProperty('note')
    expect((await t.call<AlertRow>('PATCH', ada.token, `/alerts/${alert.id}`, { paused: true })).data.state).toBe('paused')
    expect((await t.call('DELETE', ada.token, `/alerts/${alert.id}`)).status).toBe(200)
    expect((await t.call<AlertRow[]>('GET', ada.token, '/alerts')).data).toEqual([])
  })

  it.each([
    ['level 0', { ...PRICE, level: 0 }],
    ['a level that is no number', { ...PRICE, level: 'NaN' }],
    ['a level beyond all prices', { ...PRICE, level: '9'.repeat(30) }],
    ['no level', { symbol: 'BTC', kind: 'price' }],
    ['a window of nothing', { symbol: 'BTC', kind: 'change', percent: 5, window_s: 0 }],
    ['a window of years', { symbol: 'BTC', kind: 'change', percent: 5, window_s: 1e9 }],
    ['a volume window under a minute', { symbol: 'BTC', kind: 'volume', ratio: 3, window_s: 10 }],
    ['an unknown coin', { ...PRICE, symbol: 'NOPE' }],
    ['a date that is over', { ...PRICE, expires_at: '2020-01-01T00:00:00Z' }],
    ['an unknown channel', { ...PRICE, channels: ['pigeon'] }],
    ['no channel at all', { ...PRICE, channels: [] }],
    ['a note of a megabyte', { ...PRICE, note: 'x'.repeat(5_000) }],
    ['a list', []],
    ['nothing', null],
  ])('is rejected with an explanation for %s', async (_what, body) => {
    const { token } = await t.user()
    const { status, detail } = await t.call('POST', token, '/alerts', body ?? undefined)
    expect([status, typeof detail]).toEqual([400, 'string'])
  })

  it('always keeps a channel: removing the last one is rejected, and the default is the app', async () => {
    const { token } = await t.user()
    const { id } = await t.create(token, PRICE)
    const silenced = await t.call('PATCH', token, `/alerts/${id}`, { channels: [] })
    expect([silenced.status, silenced.detail]).toEqual([400, 'Choose at least one channel, or leave the list out for the app.'])
    expect((await t.call<AlertRow>('GET', token, `/alerts/${id}`)).data.channels).toEqual(['app'])
  })

  it('can get another note and other channels after its date but stays expired; a new condition needs a new date', async () => {
    const { token } = await t.user()
    const { id } = await t.create(token, { ...PRICE, note: 'old' })
    const expires_at = '2026-01-01T00:00:00.000Z'
    await t.db.execute(
      sql`update alerts set state = 'expired', terms = terms || jsonb_build_object('expires_at', ${expires_at}::text) where id = ${id}`,
    )
    const patch = (body: object) => t.call<AlertRow>('PATCH', token, `/alerts/${id}`, body)
    const renamed = await patch({ note: ' new\u202e ', channels: ['email', 'app', 'email'] })
    expect(renamed.data).toMatchObject({ note: 'new', channels: ['email', 'app'], state: 'expired', expires_at, level: '100' })
    expect((await patch({ note: null })).data).not.toHaveProperty('note')
    expect((await patch({ channels: [] })).status).toBe(400)
    expect((await patch({ note: 'again', expires_at })).status).toBe(400)
    expect((await patch({ level: 120 })).status).toBe(400)
  })

  it('is rejected for the forecast of a coin that has none, with the reason', async () => {
    const { token } = await t.user()
    // BTC and ETH, the only coins here, both have forecasts: the 400 comes from the invalid quantile.
    expect((await t.call('POST', token, '/alerts', { symbol: 'BTC', kind: 'forecast', hours: 24, level: 1, quantile: 1 })).status).toBe(400)
  })

  it('is created once for one Idempotency-Key, even for repeated and concurrent requests', async () => {
    const { token } = await t.user()
    const headers = { 'idempotency-key': 'one-of-these' }
    const ask = (body: object = PRICE) => t.request<AlertRow>({ method: 'POST', token, path: '/alerts', body, headers })
    const answers = await Promise.all([ask(), ask(), ask(), ask()])
    expect(new Set(answers.map(({ data }) => data.id)).size).toBe(1)
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 200, 200, 201])
    const other = await ask({ ...PRICE, level: 5 })
    expect(other.status).toBe(409)
  })

  it('respects the limit of the plan, even for concurrent requests', async () => {
    const { token } = await t.user()
    const answers = await Promise.all(Array.from({ length: 60 }, (_, n) => t.call('POST', token, '/alerts', { ...PRICE, level: n + 1 })))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(50)
    expect(answers.filter(({ code }) => code === 'alert_limit')).toHaveLength(10)
    expect((await t.call<AlertSummary>('GET', token, '/alerts/summary')).data).toMatchObject({ active: 50, limit: 50, unread: 0 })
  })

  it('is accepted from 10,000 scripted requests up to the plan limit, then rate-limited', async () => {
    const { token } = await t.user()
    const of = (from: number, count: number) => ({
      format: 'aerie-alerts-1',
      alerts: Array.from({ length: count }, (_, n) => ({ ...PRICE, level: from + n + 1 })),
    })
    const answers = []
    for (let from = 0; from < 10_000; from += 500)
      answers.push(await t.call('POST', token, '/alerts/import', of(from, from === 0 ? 50 : 500)))
    expect(answers.map(({ status }) => status)).toEqual([200, 422, 422, 422, ...Array.from({ length: 16 }, () => 429)])
    expect(answers.at(-1)?.detail).toBe('You have changed alerts too often. Wait a minute.')
    expect((await t.call<AlertSummary>('GET', token, '/alerts/summary')).data).toMatchObject({ active: 50, limit: 50 })
  })

  it('is rate-limited in a flood of imports before any of them is parsed', async () => {
    const { token } = await t.user()
    const answers = []
    for (let n = 0; n < 21; n += 1) answers.push(await t.call('POST', token, '/alerts/import', { format: 'aerie-alerts-1', alerts: [] }))
    expect(answers.map(({ status }) => status)).toEqual([...Array.from({ length: 20 }, () => 400), 429])
    expect(answers.at(-1)?.detail).toBe('You have imported alerts too often. Wait half a minute.')
  })

  it('is exported and imported, repeatedly without duplicates, and invalid ones are named', async () => {
    const [ada, bob] = [await t.user(), await t.user()]
    await t.create(ada.token, PRICE)
    await t.create(ada.token, { symbol: 'ETH', kind: 'change', percent: 5, window_s: 3_600, repeat: 'every' })
    const file = (await t.call<{ alerts: object[] }>('GET', ada.token, '/alerts/export')).data
    const given = { ...file, alerts: [...file.alerts, { kind: 'price' }, file.alerts[0]] }
    const first = await t.call<{ created: unknown[]; duplicates: number; refused: unknown[] }>('POST', bob.token, '/alerts/import', given)
    expect([first.data.created.length, first.data.duplicates, first.data.refused]).toMatchObject([
      2,
      1,
      [{ index: 2, reason: expect.any(String) }],
    ])
    const second = await t.call<{ created: unknown[]; duplicates: number }>('POST', bob.token, '/alerts/import', file)
    expect([second.data.created.length, second.data.duplicates]).toEqual([0, 2])
  })
})

describe('firing', () => {
  it('fires once at the crossing, notifies the user once, and counts as unread until it is read anywhere', async () => {
    const { token, userId } = await t.user()
    await t.price(90)
    const alert = await t.create(token, PRICE)
    await t.price(95)
    await t.price(101)
    await t.price(99)
    await t.price(102)
    const firings = await t.firings(token)
    expect(firings).toMatchObject([
      {
        alert: alert.id,
        value: '101',
        threshold: '100',
        source: 'sim:test',
        source_kind: 'sim',
        is_late: false,
        is_read: false,
        deliveries: [{ channel: 'app', state: 'sent' }],
      },
    ])
    expect(firings[0]?.text).toBe('BTC above 100: 101.00 (simulated market).')
    const fired = () =>
      t.notified.filter(({ userId: id, notice }) => id === userId && notice.kind === 'alert' && z.safeParse(FIRED, notice.data).success)
    await expect.poll(() => fired().length).toBe(1)
    expect(fired()[0]?.notice).toMatchObject({ data: { unread: 1, firing: { id: firings[0]?.id } } })
    expect((await t.call<AlertRow>('GET', token, `/alerts/${alert.id}`)).data).toMatchObject({ state: 'done', firings: 1 })
    const read = await t.call<AlertSummary>('POST', token, '/alerts/firings/read', { up_to: firings[0]?.seq })
    expect(read.data.unread).toBe(0)
    expect(t.notified.findLast(({ userId: id }) => id === userId)?.notice).toMatchObject({ data: { event: 'read', unread: 0 } })
  })

  it('does not fire when it is already true, while all alerts are paused, or once it is changed', async () => {
    const { token } = await t.user()
    await t.price(110)
    const alert = await t.create(token, PRICE)
    await t.price(111)
    await t.call('POST', token, '/alerts/pause', { paused: true })
    await t.price(90)
    await t.price(112)
    await t.call('POST', token, '/alerts/pause', { paused: false })
    await t.price(113)
    expect(await t.firings(token)).toEqual([])
    await t.price(90)
    await t.call('PATCH', token, `/alerts/${alert.id}`, { level: 200 })
    await t.price(150)
    expect(await t.firings(token)).toEqual([])
  })

  it('ends at its date, and reports it', async () => {
    const { token } = await t.user()
    const alert = await t.create(token, PRICE)
    await t.db.execute(sql`update alerts set terms = terms || '{"expires_at":"2026-01-01T00:00:00.000Z"}' where id = ${alert.id}`)
    await t.stop()
    await t.start()
    t.stage().alerts.watch()?.keep()
    await t.stored()
    expect((await t.call<AlertRow>('GET', token, `/alerts/${alert.id}`)).data.state).toBe('expired')
  })
})

describe('after downtime', () => {
  const minute = (open: number, high: number, low: number, close: number) => {
    t.minutes.set(t.now() / 1000, [open, high, low, close])
    t.setNow(t.now() + MINUTE_MS)
  }

  it.each([
    ['an orderly one', () => t.stop()],
    ['kill -9', () => t.kill()],
  ])('fires late for what happened meanwhile, and never twice: %s', async (_how, end) => {
    const { token } = await t.user()
    t.setNow(Math.ceil(t.now() / MINUTE_MS) * MINUTE_MS)
    await t.price(90, 0)
    const once = await t.create(token, PRICE)
    const every = await t.create(token, { ...PRICE, level: 95, repeat: 'every' })
    await t.price(91, 100)
    await t.price(96, 100)
    t.stage().alerts.watch()?.keep()
    await t.stored()
    expect((await t.firings(token)).map(({ alert }) => alert)).toEqual([every.id])
    t.setNow(t.now() - 200)
    await end()
    minute(90, 96, 90, 96)
    minute(96, 97, 96, 97)
    minute(97, 105, 96, 98)
    minute(98, 99, 97, 98)
    await t.start()
    await t.price(98)
    const firings = await t.firings(token)
    expect(firings.map(({ alert }) => alert)).toEqual([once.id, every.id])
    expect(firings[0]).toMatchObject({ is_late: true, threshold: '100', text: expect.stringMatching(/Happened .* seen /) })
  })

  it('another market starts without history: a jump between the two does not fire', async () => {
    const { token } = await t.user()
    await t.price(90)
    const alert = await t.create(token, PRICE)
    await t.price(91)
    await t.stop()
    t.setSource('sim:other')
    await t.start()
    await t.price(150)
    expect(await t.firings(token)).toEqual([])
    expect((await t.call<AlertRow>('GET', token, `/alerts/${alert.id}`)).data.waits_for).toBe('met')
  })
})

it('previews how often it would have fired, and rejects kinds that candles cannot evaluate', async () => {
  const { token } = await t.user()
  const shown = await t.call<{ fired: number[]; resolution: string }>('POST', token, '/alerts/preview', {
    symbol: 'BTC',
    kind: 'change',
    percent: 5,
    window_s: 600,
    repeat: 'every',
  })
  expect([shown.status, shown.data.resolution, shown.data.fired.length]).toEqual([200, '1m', 2])
  expect((await t.call('POST', token, '/alerts/preview', { kind: 'unlock' })).code).toBe('not_previewable')
})

describe('a clock that jumps by a month', () => {
  beforeEach(() => t.minutes.clear())
  const MONTH_MS = 30 * DAY_MS
  const EVERY = { ...PRICE, repeat: 'every' }
  const swing = { symbol: 'BTC', kind: 'change', percent: 10, window_s: 3_600, repeat: 'every' }

  it.each([
    ['back', -MONTH_MS],
    ['forward', MONTH_MS],
  ])('%s: crossings keep firing once each, and no window spans both times', async (_way, jumpMs) => {
    const { token } = await t.user()
    await t.price(90)
    const level = await t.create(token, EVERY)
    await t.create(token, swing)
    await t.price(91)
    await t.price(90)
    await t.price(101, 100 * MINUTE_MS)
    expect((await t.firings(token)).map(({ alert }) => alert)).toEqual([level.id])
    await t.price(90, jumpMs)
    await t.price(102)
    await t.price(103)
    const firings = await t.firings(token)
    expect(firings.filter(({ alert }) => alert === level.id)).toHaveLength(2)
    expect(Date.parse(firings[0]?.at ?? '')).toBe(t.now() - 1_000)
  })

  it('back while the server is down: it starts, and the next crossing fires', async () => {
    const { token } = await t.user()
    await t.price(90)
    const alert = await t.create(token, EVERY)
    await t.price(101)
    await t.price(90)
    await t.stop()
    t.setNow(t.now() - MONTH_MS)
    await t.start()
    await t.price(91)
    await t.price(101)
    expect((await t.firings(token)).map(({ alert: id }) => id)).toEqual([alert.id, alert.id])
  })
})

describe('two processes', () => {
  const firings = async (): Promise<number> =>
    (await t.db.execute<{ n: number }>(sql`select count(*)::int as n from alert_firings`)).rows[0]?.n ?? -1

  it('discard the results of the one that lost its duty and end its watch; the new holder fires once', async () => {
    const { token } = await t.user()
    await t.price(90)
    const alert = await t.create(token, PRICE)
    await t.price(91)
    t.stage().alerts.watch()?.keep()
    await t.stored()
    const before = await firings()
    // Within the maximum duty term: a longer one would be treated as free at the next check.
    await t.db.execute(
      sql`update duties set holder = 'another', term = term + 1, until = now() + interval '9 seconds' where name = 'alerts'`,
    )
    await t.price(101)
    expect([await firings(), t.stage().alerts.watch()]).toEqual([before, undefined])
    await t.db.execute(sql`update duties set until = now() - interval '1 second' where name = 'alerts'`)
    await expect.poll(() => t.stage().alerts.watch()).toBeDefined()
    await t.price(102)
    await t.price(103)
    expect((await t.firings(token)).map(({ alert: id }) => id)).toEqual([alert.id])
  })
})
