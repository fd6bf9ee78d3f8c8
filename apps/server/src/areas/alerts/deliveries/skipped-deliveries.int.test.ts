import { once } from 'node:events'
import http from 'node:http'
import { portOf } from '@aerie/testkit/port-of'
import type { Delivery } from '@aerie/wire/alerts/deliveries'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { type AlertStage, alertStage } from '../../../../test/alert-stage.ts'

const received: (string | undefined)[] = []
const server = http.createServer((request, response) => {
  received.push(request.url)
  request.resume().on('end', () => response.end())
})
let t: AlertStage
let origin = ''
beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  origin = `http://127.0.0.1:${portOf(server)}`
  t = await alertStage({ env: { WEBHOOK_ALLOW_PRIVATE: 'on', WEBPUSH_URL: origin } })
})
afterAll(async () => {
  await t.close()
  server.close()
})
afterEach(() => void received.splice(0))

const KEYS = {
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
}
type Receiver = readonly [path: string, body: object]
const hook = (name: string): Receiver => ['/webhooks', { url: `${origin}/${name}`, name }]
const browser = (name: string): Receiver => ['/deliveries/push', { endpoint: `https://push.example/${name}`, keys: KEYS, name }]

let level = 1_000
async function skipped(channel: string) {
  const user = await t.user()
  await t.call('PATCH', user.token, '/deliveries/settings', { mail_wanted: false })
  await t.price(level)
  await t.create(user.token, { symbol: 'BTC', kind: 'price', direction: 'above', level: level + 1, channels: [channel] })
  level += 10
  await t.price(level)
  const list = async () => (await t.call<Delivery[]>('GET', user.token, '/deliveries')).data
  const [delivery] = await list()
  expect(delivery?.state).toBe('skipped')
  const resend = () => t.call<Delivery>('POST', user.token, `/deliveries/${delivery?.id}/resend`)
  return { ...user, list, resend }
}

async function send(): Promise<void> {
  const { worker } = t.stage().deliveries
  while ((await worker.sendDue()) > 0) await worker.settled()
}

it.each([
  { channel: 'webhook', receiver: hook },
  { channel: 'push', receiver: browser },
])('sends a skipped delivery to each current receiver of the channel ($channel)', async ({ channel, receiver }) => {
  const { token, list, resend } = await skipped(channel)
  for (const name of ['first', 'second']) await t.call('POST', token, ...receiver(name))
  const { data } = await resend()
  expect([data.state, data.problem, ['first', 'second'].includes(data.target)]).toEqual(['waiting', null, true])
  await send()
  expect([received.length, new Set(received)]).toEqual([2, new Set(['/first', '/second'])])
  const ends = (await list()).map(({ state, target }) => `${state} ${target}`)
  expect([ends.length, new Set(ends)]).toEqual([2, new Set(['sent first', 'sent second'])])
})

it.each([
  ['webhook', 'No webhook is switched on.'],
  ['push', 'No browser is set up for push.'],
])('keeps a delivery skipped while the channel (%s) has no receiver, and the response states why', async (channel, detail) => {
  const { list, resend } = await skipped(channel)
  expect(await resend()).toMatchObject({ status: 422, detail })
  expect(await list()).toMatchObject([{ state: 'skipped', problem: detail }])
})

it('does not count a switched-off webhook as a receiver', async () => {
  const { token, resend } = await skipped('webhook')
  const { data } = await t.call<{ id: string }>('POST', token, ...hook('off'))
  await t.call('PATCH', token, `/webhooks/${data.id}`, { enabled: false })
  expect((await resend()).status).toBe(422)
})

it('sends a delivery skipped on a single-receiver channel to that receiver', async () => {
  const { email, list, resend } = await skipped('email')
  expect((await resend()).status).toBe(200)
  await send()
  expect(t.mails.filter(({ to }) => to === email)).toHaveLength(1)
  expect(await list()).toMatchObject([{ state: 'sent' }])
})
