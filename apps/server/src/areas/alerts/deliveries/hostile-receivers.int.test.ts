import { createECDH, randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Delivery, DeliveryChannels } from '@aerie/wire/alerts/deliveries'
import type { OrderPreview } from '@aerie/wire/trading/trading-orders'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { botApi, endless, innerService, publicReceiver } from '../../../../test/hostile-receivers.ts'
import { killedServer } from '../../../../test/killed-server.ts'
import { STAGED_CERTIFICATE } from '../../../../test/staged-certificate.ts'

vi.setConfig({ testTimeout: 600_000, hookTimeout: 120_000 })

const PUBLIC = '93.184.216.34'
const NAMES = {
  'redirect.hooks.example': [[PUBLIC]],
  'endless.hooks.example': [[PUBLIC]],
  'push.hooks.example': [[PUBLIC]],
  // DNS rebinding: public at the first lookup, loopback afterwards.
  'rebind.hooks.example': [[PUBLIC], ['127.0.0.1']],
  'both.hooks.example': [[PUBLIC, '127.0.0.1']],
  'mapped.hooks.example': [['::ffff:127.0.0.1']],
  'metadata.hooks.example': [['169.254.169.254']],
  'pushed.hooks.example': [['::1']],
}
const PRIVATE = 'The address leads into a private network.'
const MOVED = 'The receiver answered 302; redirects are not followed.'

const written = { bytes: 0 }
const folder = mkdtempSync(join(tmpdir(), 'aerie-hostile-'))
let inner: Awaited<ReturnType<typeof innerService>>
let outside: Awaited<ReturnType<typeof publicReceiver>>
let bot: Awaited<ReturnType<typeof botApi>>
let server: Awaited<ReturnType<typeof killedServer>>
beforeAll(async () => {
  inner = await innerService()
  outside = await publicReceiver({
    'redirect.hooks.example': (_request, response) =>
      void response.writeHead(302, { location: `https://127.0.0.1:${inner.port}/admin` }).end(),
    'endless.hooks.example': endless(written),
    'rebind.hooks.example': (_request, response) => void response.writeHead(500).end(),
    'push.hooks.example': (_request, response) => void response.writeHead(410).end(),
  })
  bot = await botApi()
  const authority = join(folder, 'authority.pem')
  writeFileSync(authority, STAGED_CERTIFICATE)
  server = await killedServer({
    flags: ['--import', fileURLToPath(new URL('../../../../test/staged-internet.ts', import.meta.url))],
    env: {
      STAGED_NAMES: JSON.stringify(NAMES),
      STAGED_PUBLIC_PORT: String(outside.port),
      NODE_EXTRA_CA_CERTS: authority,
      TELEGRAM_BOT_TOKEN: '123456:telegram-secret-token',
      TELEGRAM_API_URL: bot.url,
    },
  })
})
afterAll(async () => {
  await server.close()
  for (const each of [inner, outside, bot]) each.close()
  rmSync(folder, { recursive: true, force: true })
})

type Answer<T> = { readonly status: number; readonly data: T; readonly detail?: string }

async function newUser(email: string) {
  await server.createUser(email)
  const token = await server.logIn(email)
  return async <T>(method: 'GET' | 'POST', path: string, body?: object): Promise<Answer<T>> => {
    const headers = { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) }
    const response = await server.ask(path, { method, headers, ...(body && { body: JSON.stringify(body) }) })
    return { status: response.status, ...((await response.json()) as Omit<Answer<T>, 'status'>) }
  }
}
type Ask = Awaited<ReturnType<typeof newUser>>

const hookOf = (name: string): string => `https://${name}:${inner.port}/hook`

async function fire(ask: Ask, channels: readonly string[]): Promise<void> {
  const wish = { client_id: 'to-be-filled', symbol: 'BTC', side: 'buy', type: 'market', size: '0.01' }
  // A server that has just started refuses orders until trading is open and the market has a book.
  const preview = async () => {
    const { status, data } = await ask<OrderPreview>('POST', '/orders/preview', wish)
    return [status, data?.refusal]
  }
  await expect.poll(preview, { timeout: 60_000 }).toEqual([200, null])
  const alert = await ask('POST', '/alerts', { kind: 'order_filled', repeat: 'once', channels })
  const order = await ask('POST', '/orders', wish)
  expect([alert.status, order.status]).toEqual([201, 201])
}

async function tried(ask: Ask, attempts: number): Promise<Readonly<Record<string, Delivery>>> {
  const all = async () => (await ask<Delivery[]>('GET', '/deliveries')).data
  const isSettled = (one: Delivery) => (one.state === 'waiting' ? one.attempts >= attempts && one.problem !== null : one.state !== 'held')
  await expect.poll(async () => (await all()).map(isSettled), { timeout: 60_000 }).toContain(true)
  await expect.poll(async () => (await all()).every(isSettled), { timeout: 60_000 }).toBe(true)
  return Object.fromEntries((await all()).map((one) => [one.target, one]))
}
const dueAfter = (attempts: number) =>
  server.db.execute(
    sql`update deliveries set next_at = now() - interval '1 second', lease_until = null, attempts = ${attempts}, problem = null where state = 'waiting'`,
  )

describe('a running server', () => {
  it('starts', async () => expect((await server.start()).exitCode).toBe(null))

  it.each([
    '127.0.0.1',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:a9fe:a9fe]',
    '169.254.169.254',
    '2130706433',
    'localhost',
    '[64:ff9b::7f00:1]',
  ])('refuses a webhook and a browser at https://%s with a message', async (host) => {
    const ask = await newUser(`${Math.random().toString(36).slice(2)}@example.com`)
    const url = `https://${host}:${inner.port}/`
    expect(await ask('POST', '/webhooks', { url })).toMatchObject({ status: 400, detail: PRIVATE })
    expect(await ask('POST', '/deliveries/push', browserAt(url))).toMatchObject({ status: 400, detail: PRIVATE })
    expect(inner.connections()).toBe(0)
  })

  it('sends nothing to internal hosts via redirects, DNS rebinding, mapped or metadata addresses; each ends as a dead letter', async () => {
    const ask = await newUser('hooks@example.com')
    const names = ['redirect', 'rebind', 'both', 'mapped', 'metadata'].map((name) => `${name}.hooks.example`)
    for (const name of names) expect((await ask('POST', '/webhooks', { url: hookOf(name) })).status).toBe(201)
    await fire(ask, ['webhook'])
    const first = await tried(ask, 1)
    expect(names.map((name) => first[`${name}:${inner.port}`]?.problem)).toEqual([
      MOVED,
      'The receiver answered 500.',
      PRIVATE,
      PRIVATE,
      PRIVATE,
    ])
    await dueAfter(1)
    await tried(ask, 2)
    await dueAfter(9)
    const last = await tried(ask, 10)
    expect(names.map((name) => last[`${name}:${inner.port}`])).toMatchObject(
      [MOVED, PRIVATE, PRIVATE, PRIVATE, PRIVATE].map((problem) => ({ state: 'dead', attempts: 10, problem, next_at: null })),
    )
    expect(outside.received.filter((name) => name === 'rebind.hooks.example')).toHaveLength(1)
    expect(inner.connections()).toBe(0)
  })

  it('reads only the start of an endless response, and continues', async () => {
    const ask = await newUser('endless@example.com')
    expect((await ask('POST', '/webhooks', { url: hookOf('endless.hooks.example') })).status).toBe(201)
    await fire(ask, ['webhook'])
    expect(Object.values(await tried(ask, 1))).toMatchObject([{ state: 'sent', receipt: 'Answered 200.' }])
    expect(written.bytes).toBeLessThan(20_000_000)
  })

  it('removes a browser that is gone, reaches none on internal hosts, and switches Telegram off if the bot is blocked', async () => {
    const ask = await newUser('gone@example.com')
    for (const name of ['push', 'pushed']) await ask('POST', '/deliveries/push', browserAt(hookOf(`${name}.hooks.example`), name))
    await expect.poll(async () => (await ask('POST', '/deliveries/telegram')).status, { timeout: 30_000 }).toBe(200)
    bot.open((await ask<{ url: string }>('POST', '/deliveries/telegram')).data.url)
    const channels = async () => (await ask<DeliveryChannels>('GET', '/deliveries/channels')).data
    await expect.poll(async () => (await channels()).telegram.chat, { timeout: 30_000 }).toBe('@ada')
    bot.block()
    await fire(ask, ['push', 'telegram'])
    await tried(ask, 1)
    await dueAfter(5)
    const last = await tried(ask, 6)
    expect(last).toMatchObject({
      push: { state: 'dead', attempts: 1, problem: 'The browser no longer accepts messages. It was removed.' },
      pushed: { state: 'dead', attempts: 6, problem: PRIVATE },
      '@ada': { state: 'dead', attempts: 1, problem: 'The bot was blocked. Link Telegram again to go on.' },
    })
    expect(await channels()).toMatchObject({
      push: { devices: [{ name: 'pushed' }] },
      telegram: { problem: expect.stringContaining('blocked') },
    })
    expect(inner.connections()).toBe(0)
  })

  it('is healthy afterwards', async () => expect((await server.ask('/status')).status).toBe(200))
})

function browserAt(endpoint: string, name = 'Firefox') {
  const p256dh = createECDH('prime256v1').generateKeys('base64url')
  return { endpoint, name, keys: { p256dh, auth: randomBytes(16).toString('base64url') } }
}
