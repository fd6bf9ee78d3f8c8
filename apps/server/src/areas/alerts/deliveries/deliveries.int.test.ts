import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import http from 'node:http'
import { itemAt } from '@aerie/core/item-at'
import { DAY_MS } from '@aerie/core/time'
import { portOf } from '@aerie/testkit/port-of'
import type { Delivery, DeliveryChannels } from '@aerie/wire/alerts/deliveries'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type AlertStage, alertStage } from '../../../../test/alert-stage.ts'
import { sealedBox } from '../../../platform/secrets/sealed-box.ts'
import { deliveryOutbox } from './delivery-outbox.ts'

type ReceivedRequest = { readonly url: string; readonly headers: http.IncomingHttpHeaders; readonly body: string }

function receiver() {
  const received: ReceivedRequest[] = []
  const script = {
    answer: (_request: ReceivedRequest, response: http.ServerResponse): void => void response.end('{"ok":true,"result":{"message_id":7}}'),
  }
  const server = http.createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const one = { url: request.url ?? '', headers: request.headers, body: Buffer.concat(parts).toString('latin1') }
      if (!one.url.includes('getUpdates') && !one.url.includes('getMe')) received.push(one)
      script.answer(one, response)
    })
  })
  return { received, script, server, standard: script.answer }
}

const TOKEN = '123456:telegram-secret-token'
const fakeReceiver = receiver()
let t: AlertStage
let origin = ''
beforeAll(async () => {
  fakeReceiver.server.listen(0, '127.0.0.1')
  await once(fakeReceiver.server, 'listening')
  origin = `http://127.0.0.1:${portOf(fakeReceiver.server)}`
  t = await alertStage({ env: { WEBHOOK_ALLOW_PRIVATE: 'on', TELEGRAM_BOT_TOKEN: TOKEN, TELEGRAM_API_URL: origin, WEBPUSH_URL: origin } })
})
afterAll(async () => {
  await t.close()
  fakeReceiver.server.close()
})
afterEach(() => {
  fakeReceiver.script.answer = fakeReceiver.standard
  fakeReceiver.received.length = 0
})

const status =
  (code: number, headers = {}) =>
  (_request: ReceivedRequest, response: http.ServerResponse) =>
    void response.writeHead(code, headers).end()

const send = async (): Promise<void> => {
  const { worker } = t.stage().deliveries
  while ((await worker.sendDue()) > 0) await worker.settled()
}
const dueNow = () =>
  t.db.execute(sql`update deliveries set next_at = now() - interval '1 second', lease_until = null where state in ('waiting', 'held')`)
const deliveriesOf = async (token: string): Promise<Delivery[]> => (await t.call<Delivery[]>('GET', token, '/deliveries')).data

let level = 1_000
async function fire(token: string, channel: string, count = 1): Promise<void> {
  await t.price(level)
  for (let n = 0; n < count; n += 1)
    await t.create(token, { symbol: 'BTC', kind: 'price', direction: 'above', level: level + 1, channels: [channel] })
  level += 10
  await t.price(level)
}

describe('webhooks', () => {
  const hook = async () => {
    const user = await t.user()
    const { data } = await t.call<{ id: string; secret: string }>('POST', user.token, '/webhooks', { url: `${origin}/hook` })
    return { ...user, ...data }
  }
  const signatureOf = ({ headers, body }: ReceivedRequest, secret: string): string => {
    const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
    const signed = [headers['webhook-id'], headers['webhook-timestamp'], Buffer.from(body, 'latin1').toString('utf8')].join('.')
    return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`
  }

  it('are posted once and signed, and no other response reveals their secret', async () => {
    const { token, secret, id } = await hook()
    await fire(token, 'webhook')
    await send()
    expect(fakeReceiver.received).toHaveLength(1)
    const received = itemAt(fakeReceiver.received, 0)
    expect(received.headers['webhook-signature']).toBe(signatureOf(received, secret))
    expect(JSON.parse(received.body)).toMatchObject({ type: 'alert.fired', data: { symbol: 'BTC', source_kind: 'sim' } })
    expect(await deliveriesOf(token)).toMatchObject([
      { channel: 'webhook', state: 'sent', attempts: 1, receipt: 'Answered 200.', may_repeat: false },
    ])
    const shown = [
      (await t.call('GET', token, '/webhooks')).text,
      (await t.call('GET', token, '/deliveries/channels')).text,
      (await t.call('POST', token, `/webhooks/${id}/test`)).text,
      t.logged.join(''),
    ]
    expect(shown.filter((text) => text.includes(secret))).toEqual([])
    const { rows } = await t.db.execute<{ secret: Buffer }>(sql`select secret from webhooks where id = ${id}`)
    expect(rows[0]?.secret.includes(secret)).toBe(false)
  })

  it('are signed with both secrets during a rotation', async () => {
    const { token, secret, id } = await hook()
    const { data } = await t.call<{ secret: string }>('POST', token, `/webhooks/${id}/rotate`)
    await fire(token, 'webhook')
    await send()
    const received = itemAt(fakeReceiver.received, 0)
    expect(received.headers['webhook-signature']).toBe(`${signatureOf(received, data.secret)} ${signatureOf(received, secret)}`)
  })

  it.each([
    ['500', status(500), 'The receiver answered 500.'],
    ['a redirect', status(302, { location: 'http://169.254.169.254/' }), 'The receiver answered 302; redirects are not followed.'],
    [
      'a broken connection',
      (_request: ReceivedRequest, response: http.ServerResponse) => void response.destroy(),
      'The connection was broken off.',
    ],
  ])('are retried later with the same id after %s, and finally become dead letters', async (_what, answer, problem) => {
    const { token } = await hook()
    fakeReceiver.script.answer = answer
    await fire(token, 'webhook')
    const before = Date.now()
    await send()
    const [first] = await deliveriesOf(token)
    expect(first).toMatchObject({ state: 'waiting', attempts: 1, problem })
    expect(Date.parse(first?.next_at ?? '') - before).toBeGreaterThan(3_000)
    for (let attempt = 2; attempt <= 10; attempt += 1) {
      await dueNow()
      await send()
    }
    const [last] = await deliveriesOf(token)
    expect(last).toMatchObject({ state: 'dead', attempts: 10, problem, next_at: null })
    expect(new Set(fakeReceiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    fakeReceiver.script.answer = fakeReceiver.standard
    expect((await t.call('POST', token, `/deliveries/${last?.id}/resend`)).status).toBe(200)
    await send()
    expect((await deliveriesOf(token))[0]).toMatchObject({ state: 'sent', attempts: 1, problem: null })
  })

  it('respect the requested Retry-After delay', async () => {
    const { token } = await hook()
    fakeReceiver.script.answer = status(429, { 'retry-after': '3600' })
    await fire(token, 'webhook')
    await send()
    expect(Date.parse((await deliveriesOf(token))[0]?.next_at ?? '') - Date.now()).toBeGreaterThan(3_500_000)
  })

  it('are switched off by a 410 with a reason, and the next firing is skipped', async () => {
    const { token } = await hook()
    fakeReceiver.script.answer = status(410)
    await fire(token, 'webhook')
    await send()
    expect((await deliveriesOf(token))[0]).toMatchObject({ state: 'dead', attempts: 1 })
    expect((await t.call<object[]>('GET', token, '/webhooks')).data).toMatchObject([
      { enabled: false, problem: expect.stringContaining('410') },
    ])
    await fire(token, 'webhook')
    expect((await deliveriesOf(token))[0]).toMatchObject({ state: 'skipped', problem: 'No webhook is switched on.' })
  })

  it('cannot be read by other users, and are limited to five per user', async () => {
    const [{ id, token }, eve] = [await hook(), await t.user()]
    for (const path of [`/webhooks/${id}/test`, `/webhooks/${id}/rotate`]) expect((await t.call('POST', eve.token, path)).status).toBe(404)
    expect((await t.call('DELETE', eve.token, `/webhooks/${id}`)).status).toBe(404)
    const more = await Promise.all(Array.from({ length: 6 }, () => t.call('POST', token, '/webhooks', { url: `${origin}/more` })))
    expect(more.filter(({ status: code }) => code === 201)).toHaveLength(4)
  })
})

describe('Telegram', () => {
  const linked = async () => {
    const user = await t.user()
    const chat = Math.floor(Math.random() * 1e9)
    await t.db.execute(sql`insert into telegram_chats (user_id, chat_id, name, linked_at) values (${user.userId}, ${chat}, '@ada', now())`)
    return { ...user, chat }
  }

  it('receives one plain-text message', async () => {
    const { token, chat } = await linked()
    await fire(token, 'telegram')
    await send()
    expect(fakeReceiver.received.map(({ url, body }) => [url, JSON.parse(body)])).toMatchObject([
      [`/bot${TOKEN}/sendMessage`, { chat_id: chat, text: expect.stringContaining('BTC above') }],
    ])
    expect((await deliveriesOf(token))[0]).toMatchObject({ state: 'sent', receipt: 'Message 7.', target: '@ada' })
  })

  it('is switched off once the bot is blocked, and its token appears in no log or response', async () => {
    const { token } = await linked()
    fakeReceiver.script.answer = (_request, response) =>
      void response.end('{"ok":false,"error_code":403,"description":"Forbidden: bot was blocked by the user"}')
    await fire(token, 'telegram')
    await send()
    expect((await deliveriesOf(token))[0]).toMatchObject({ state: 'dead', problem: expect.stringContaining('blocked') })
    expect((await t.call<DeliveryChannels>('GET', token, '/deliveries/channels')).data.telegram.problem).toContain('blocked')
    expect(t.logged.join('')).not.toContain(TOKEN)
  })

  it.each([
    ['Bad Request: chat not found', 'Telegram no longer knows this chat. Link it again.', true],
    ['Bad Request: strings must be encoded in UTF-8', 'Telegram did not take this message.', false],
  ])('becomes a dead letter on "%s", and is switched off only if the chat no longer exists', async (description, problem, isOff) => {
    const { token } = await linked()
    fakeReceiver.script.answer = (_request, response) => void response.end(JSON.stringify({ ok: false, error_code: 400, description }))
    await fire(token, 'telegram')
    await send()
    expect((await deliveriesOf(token))[0]).toMatchObject({ state: 'dead', problem })
    const { telegram } = (await t.call<DeliveryChannels>('GET', token, '/deliveries/channels')).data
    expect(telegram.problem).toBe(isOff ? problem : null)
  })

  it('respects the requested retry delay and notes when a message may have arrived twice', async () => {
    const { token } = await linked()
    fakeReceiver.script.answer = (_request, response) => void response.end('{"ok":false,"error_code":429,"parameters":{"retry_after":600}}')
    await fire(token, 'telegram')
    await send()
    const [waiting] = await deliveriesOf(token)
    expect(Date.parse(waiting?.next_at ?? '') - Date.now()).toBeGreaterThan(500_000)
    await t.db.execute(sql`update deliveries set is_begun = true where id = ${waiting?.id}`)
    fakeReceiver.script.answer = fakeReceiver.standard
    await dueNow()
    await send()
    expect((await deliveriesOf(token))[0]).toMatchObject({ state: 'sent', may_repeat: true })
  })

  it('waits a day at most, whatever retry delay is requested', async () => {
    const { token } = await linked()
    fakeReceiver.script.answer = (_request, response) =>
      void response.end('{"ok":false,"error_code":429,"parameters":{"retry_after":1e15}}')
    await fire(token, 'telegram')
    const before = Date.now()
    await send()
    const due = Date.parse((await deliveriesOf(token))[0]?.next_at ?? '')
    expect([due - before >= DAY_MS, due - Date.now() <= DAY_MS]).toEqual([true, true])
  })
})

it('claims nothing that another process is sending, even with a clock an hour ahead', async () => {
  await fire((await t.user()).token, 'email', 1)
  const outbox = deliveryOutbox(t.db)
  const claimAt = (ms: number) => {
    const [now, leaseEnd] = [new Date(Date.now() + ms), new Date(Date.now() + ms + 60_000)]
    return outbox.claim({ channel: 'email', now, leaseEnd, limit: 200, receivers: 9, busyReceivers: [], perUser: 1, busyUsers: [] })
  }
  expect(await claimAt(1_000)).toHaveLength(1)
  expect(await claimAt(3_600_000)).toEqual([])
  await t.db.execute(sql`update deliveries set lease_until = now() - interval '1 second' where state = 'waiting'`)
  expect(await claimAt(3_600_000)).toHaveLength(1)
  await t.db.execute(sql`update deliveries set state = 'sent', next_at = null where state = 'waiting'`)
})

it('claims the due deliveries of as many receivers as there is room for, all of each, skipping busy receivers', async () => {
  for (let n = 0; n < 3; n += 1) await fire((await t.user()).token, 'email', 2)
  const now = new Date()
  const far = new Date(now.getTime() + 60_000)
  const outbox = deliveryOutbox(t.db)
  const leaseEnd = new Date(far.getTime() + 60_000)
  const claim = (receivers: number, busyReceivers: readonly string[]) =>
    outbox.claim({ channel: 'email', now: far, leaseEnd, limit: 200, receivers, busyReceivers, perUser: 1, busyUsers: [] })
  const first = await claim(2, [])
  const receivers = [...new Set(first.map(({ receiverId }) => receiverId))]
  expect([first.length, receivers.length]).toEqual([4, 2])
  await outbox.giveBack(
    first.map(({ id }) => id),
    now,
  )
  const rest = await claim(64, receivers)
  expect([rest.length, new Set(rest.map(({ receiverId }) => receiverId)).size]).toEqual([2, 1])
  await t.db.execute(sql`update deliveries set state = 'sent', next_at = null where state = 'waiting'`)
})

it('sends mail and other webhooks while five webhooks of each of fourteen users do not respond', async () => {
  const { worker } = t.stage().deliveries
  const slow = await Promise.all(Array.from({ length: 14 }, () => t.user()))
  const [mailed, quick] = [await t.user(), await t.user()]
  const hook = (token: string, path: string) => t.call('POST', token, '/webhooks', { url: `${origin}/${path}` })
  await t.price(level)
  for (const { token } of slow) for (let n = 0; n < 5; n += 1) expect((await hook(token, 'slow')).status).toBe(201)
  await hook(quick.token, 'quick')
  for (const { token } of slow)
    await t.create(token, { symbol: 'BTC', kind: 'price', direction: 'above', level: level + 1, channels: ['webhook'] })
  for (const { token, channel } of [
    { token: mailed.token, channel: 'email' },
    { token: quick.token, channel: 'webhook' },
  ])
    await t.create(token, { symbol: 'BTC', kind: 'price', direction: 'above', level: level + 1, channels: [channel] })
  level += 10
  const unanswered: http.ServerResponse[] = []
  fakeReceiver.script.answer = ({ url }, response) => void (url === '/slow' ? unanswered.push(response) : response.end())
  await t.price(level)
  const done = async () => {
    await worker.sendDue()
    return [...(await deliveriesOf(mailed.token)), ...(await deliveriesOf(quick.token))].map(({ state }) => state)
  }
  await expect.poll(done).toEqual(['sent', 'sent'])
  expect(unanswered.length).toBeLessThanOrEqual(14 * 3)
  fakeReceiver.script.answer = fakeReceiver.standard
  for (const response of unanswered) response.end()
  await worker.settled()
  await send()
  for (const { token } of slow) expect((await deliveriesOf(token)).map(({ state }) => state)).toEqual(Array(5).fill('sent'))
})

describe('deliveries claimed but not sent', () => {
  const one = async () => {
    const user = await t.user()
    await t.db.execute(sql`insert into telegram_chats (user_id, chat_id, name, linked_at) values (${user.userId}, 5, '@ada', now())`)
    await fire(user.token, 'telegram')
    return user
  }

  it('carry no duplicate warning and cost no attempt when only reading failed', async () => {
    const { token } = await one()
    await t.db.execute(sql`alter table alert_settings rename to away`)
    await expect(t.stage().deliveries.worker.sendDue()).rejects.toThrow('alert_settings')
    await t.db.execute(sql`alter table away rename to alert_settings`)
    await dueNow()
    await send()
    expect(fakeReceiver.received).toHaveLength(1)
    expect((await deliveriesOf(token))[0]).toMatchObject({ state: 'sent', attempts: 1, may_repeat: false })
  })

  it('are sent at once, not in a month, after the clock was set back by a month', async () => {
    const { token } = await one()
    await t.db.execute(sql`update deliveries set next_at = now() + interval '30 days' where state = 'waiting'`)
    await send()
    expect((await deliveriesOf(token))[0]).toMatchObject({ state: 'sent', attempts: 1 })
  })
})

describe('push', () => {
  const KEYS = {
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  }
  const subscribed = async (path: string) => {
    const user = await t.user()
    const { status: code, data } = await t.call<DeliveryChannels>('POST', user.token, '/deliveries/push', {
      endpoint: `https://push.example/${path}`,
      keys: KEYS,
      name: 'Laptop',
    })
    return { ...user, code, channels: data }
  }

  it('sends a payload that only the browser can decrypt, from the key it was given', async () => {
    const { token, channels } = await subscribed('one')
    expect(Buffer.from(channels.push.public_key, 'base64url')).toHaveLength(65)
    await fire(token, 'push')
    await send()
    const [received] = fakeReceiver.received
    expect(received).toMatchObject({ url: '/one', headers: { 'content-encoding': 'aes128gcm', ttl: '86400', urgency: 'high' } })
    expect(received?.headers.authorization).toContain(`k=${channels.push.public_key}`)
    // Three letters may occur in the ciphertext by chance; the message text does not.
    expect(received?.body).not.toContain('BTC above')
    expect((await deliveriesOf(token))[0]).toMatchObject({ state: 'sent', target: 'Laptop' })
  })

  it.each([404, 410])('removes a browser subscription that is gone (%s)', async (code) => {
    const { token } = await subscribed(`gone-${code}`)
    fakeReceiver.script.answer = status(code)
    await fire(token, 'push')
    await send()
    expect((await deliveriesOf(token))[0]).toMatchObject({ state: 'dead', attempts: 1 })
    expect((await t.call<DeliveryChannels>('GET', token, '/deliveries/channels')).data.push.devices).toEqual([])
  })

  it.each([401, 403])('does not retry what a push service does not accept from this server (%s)', async (code) => {
    const { token } = await subscribed(`signature-${code}`)
    fakeReceiver.script.answer = status(code)
    await fire(token, 'push')
    await send()
    expect((await deliveriesOf(token))[0]).toMatchObject({ state: 'dead', attempts: 1, problem: expect.stringContaining(`(${code})`) })
    expect((await t.call<DeliveryChannels>('GET', token, '/deliveries/channels')).data.push.devices).toHaveLength(1)
  })

  it('accepts no Apple browser while this server has no public contact', async () => {
    const { token } = await t.user()
    const add = (endpoint: string) => t.call('POST', token, '/deliveries/push', { endpoint, keys: KEYS })
    expect(await add('https://web.push.apple.com/QKa')).toMatchObject({ status: 422, code: 'rule_broken' })
    const { push } = (await t.call<DeliveryChannels>('GET', token, '/deliveries/channels')).data
    expect(push).toMatchObject({ has_contact: false, devices: [] })
  })

  it('names a browser by the visible part of its name', async () => {
    const { token } = await t.user()
    for (const [path, name] of Object.entries({ bidi: 'Lap\u202etop', unseen: '\u202e\u200b' }))
      await t.call('POST', token, '/deliveries/push', { endpoint: `https://push.example/${path}`, keys: KEYS, name })
    const { push } = (await t.call<DeliveryChannels>('GET', token, '/deliveries/channels')).data
    expect(push.devices.map(({ name }) => name).toSorted()).toEqual(['Browser', 'Laptop'])
  })

  it.each([
    ['no point of the curve', { p256dh: `B${'A'.repeat(86)}` }],
    ['a point of no form', { p256dh: `A${KEYS.p256dh.slice(1)}` }],
    ['one sign changed', { p256dh: `${KEYS.p256dh.slice(0, -2)}AA` }],
    ['15 bytes of auth', { auth: 'A'.repeat(20) }],
    ['17 bytes of auth', { auth: 'A'.repeat(23) }],
  ])('refuses keys that cannot be used for encryption: %s', async (_what, wrong) => {
    const { token } = await t.user()
    const body = { endpoint: 'https://push.example/wrong', keys: { ...KEYS, ...wrong } }
    expect(await t.call('POST', token, '/deliveries/push', body)).toMatchObject({ status: 400, code: 'bad_input' })
    expect((await t.call<DeliveryChannels>('GET', token, '/deliveries/channels')).data.push.devices).toEqual([])
  })

  it('removes a browser whose stored keys cannot be used for encryption, and reports it', async () => {
    const { token, userId } = await subscribed('stored')
    const box = sealedBox(Buffer.alloc(32, 7), 'deliveries')
    const keys = { ...KEYS, p256dh: `B${'A'.repeat(86)}` }
    const sealed = box.seal(JSON.stringify({ endpoint: 'https://push.example/stored', keys }), 'push subscription')
    await t.db.execute(sql`update push_devices set subscription = ${sealed} where user_id = ${userId}`)
    const answer = await t.call<{ ok: boolean; detail: string }>('POST', token, '/deliveries/test', { channel: 'push' })
    expect(answer).toMatchObject({ status: 200, data: { ok: false, detail: expect.stringContaining('not valid') } })
    expect((await t.call<DeliveryChannels>('GET', token, '/deliveries/channels')).data.push.devices).toEqual([])
  })

  it('refuses an invalid subscription', async () => {
    const { token } = await t.user()
    for (const body of [
      {},
      { endpoint: 'file:///etc/passwd', keys: KEYS },
      { endpoint: 'https://push.example/x', keys: { p256dh: 'x', auth: 'y' } },
    ])
      expect((await t.call('POST', token, '/deliveries/push', body)).status).toBe(400)
  })
})

describe('mail', () => {
  it('is queued once, and many firings at once become one mail', async () => {
    const { token, email } = await t.user()
    const mine = () => t.mails.filter(({ to }) => to === email)
    await fire(token, 'email')
    await send()
    expect(mine()).toMatchObject([
      { subject: expect.stringContaining('BTC above'), headers: { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' } },
    ])
    await fire(token, 'email', 6)
    await send()
    expect(mine().map(({ subject }) => subject)).toEqual([expect.any(String), '6 alerts fired'])
    expect((await deliveriesOf(token)).filter(({ state }) => state === 'sent')).toHaveLength(7)
  })

  it('is unsubscribed by its own link without a login; opening the link changes nothing', async () => {
    const { token, email } = await t.user()
    await fire(token, 'email')
    await send()
    const link = new URL(t.mails.findLast(({ to }) => to === email)?.headers['List-Unsubscribe']?.slice(1, -1) ?? '')
    const path = `${link.pathname}${link.search}`
    const wanted = async () => (await t.call<DeliveryChannels>('GET', token, '/deliveries/channels')).data.email.wanted
    expect((await t.stage().app.inject({ url: path })).statusCode).toBe(200)
    expect(await wanted()).toBe(true)
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    expect((await t.stage().app.inject({ method: 'POST', url: path, headers, payload: 'List-Unsubscribe=One-Click' })).statusCode).toBe(200)
    expect(await wanted()).toBe(false)
    expect((await t.stage().app.inject({ method: 'POST', url: path.slice(0, -3), headers, payload: '' })).statusCode).toBe(404)
    await fire(token, 'email')
    expect((await deliveriesOf(token))[0]).toMatchObject({ state: 'skipped' })
  })
})

it('holds deliveries during quiet hours, and sends them when quiet hours are removed', async () => {
  const { token, email } = await t.user()
  const hour = new Date().getUTCHours()
  const of = (offset: number) => `${String((hour + offset + 24) % 24).padStart(2, '0')}:00`
  const quiet = { from: of(-1), to: of(2), timezone: 'UTC' }
  expect((await t.call('PATCH', token, '/deliveries/settings', { quiet_hours: quiet })).status).toBe(200)
  expect((await t.call('PATCH', token, '/deliveries/settings', { quiet_hours: { ...quiet, timezone: 'Mars/Base' } })).status).toBe(400)
  await fire(token, 'email')
  await send()
  expect((await deliveriesOf(token))[0]).toMatchObject({ state: 'held', attempts: 0 })
  await t.call('PATCH', token, '/deliveries/settings', { quiet_hours: null })
  await send()
  expect(t.mails.filter(({ to }) => to === email)).toHaveLength(1)
})
