import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import http from 'node:http'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { portOf } from '@aerie/testkit/port-of'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../test/database.ts'
import { programEnv } from '../../../test/program-env.ts'
import { sealedBox } from '../../platform/secrets/sealed-box.ts'
import { drawWebhookSecret } from './webhook/webhook-service.ts'

/** `ALERT_KILLS=100` for the long run. */
const KILLS = Number(process.env.ALERT_KILLS ?? 3)
const LEVELS = KILLS * 80
vi.setConfig({ testTimeout: 120_000 + KILLS * 20_000 })

const CHILD = fileURLToPath(new URL('../../../test/alert-kill-child.ts', import.meta.url))
const received = new Map<string, number>()
const receiver = http.createServer((request, response) => {
  const id = String(request.headers['webhook-id'])
  received.set(id, (received.get(id) ?? 0) + 1)
  request.resume().on('end', () => response.end())
})
let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
  receiver.listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  const port = portOf(receiver)
  const userId = randomUUID()
  await database.db.execute(sql`insert into users (id, email, password_hash, first_name, last_name, created_at, updated_at)
    values (${userId}, 'kill@example.com', 'x', 'K', 'L', now(), now())`)
  const hook = randomUUID()
  const secret = sealedBox(Buffer.alloc(32, 7), 'deliveries').seal(drawWebhookSecret(), `webhook ${hook}`)
  await database.db.execute(sql`insert into webhooks (id, user_id, url, secret, created_at)
    values (${hook}, ${userId}, ${`http://127.0.0.1:${port}/`}, ${secret}, now())`)
  await database.db.execute(sql`
    insert into alerts (id, user_id, kind, symbol, terms, state, phase, source_id, created_at, updated_at)
    select gen_random_uuid(), ${userId}, 'price', 'BTC', jsonb_build_object('kind', 'price', 'symbol', 'BTC', 'direction', 'above',
      'level', n::text, 'repeat', 'once', 'channels', '["app", "webhook"]'::jsonb), 'active', 'false', 'sim:kill', now(), now()
    from generate_series(1, ${LEVELS}::int) n`)
})
afterAll(async () => {
  receiver.close()
  await database.close()
})

let price = 1
function start(): ChildProcess {
  const env = { ...programEnv(), DATABASE: database.url, START: String(price), END: String(LEVELS + 2) }
  const child = spawn(process.execPath, [CHILD], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  createInterface({ input: child.stdout! }).on('line', (line) => {
    price = Number(line)
    child.emit('price')
  })
  return child
}

it(`fires and delivers each alert once through ${KILLS} kill -9 while firing`, async () => {
  for (let kill = 0; kill < KILLS; kill += 1) {
    const child = start()
    const closed = once(child, 'close')
    for (let seen = 0; seen < 40 + ((kill * 7) % 30); seen += 1) await Promise.race([once(child, 'price'), closed])
    child.kill('SIGKILL')
    await closed
    await database.db.execute(sql`update duties set until = now() - interval '1 second'`)
    await database.db.execute(sql`update deliveries set next_at = now(), lease_until = null where state = 'waiting'`)
    price += 3
  }
  const [code] = await once(start(), 'close')
  expect(code).toBe(0)
  const { rows } = await database.db.execute(sql`
    select (select count(*)::int from alert_firings) as firings, (select count(distinct alert_id)::int from alert_firings) as alerts,
      (select count(*)::int from alerts where state = 'done' and firings = 1) as done,
      (select count(*)::int from deliveries where channel = 'webhook' and state = 'sent') as sent,
      (select count(*)::int from deliveries) as deliveries`)
  expect(rows[0]).toEqual({ firings: LEVELS, alerts: LEVELS, done: LEVELS, sent: LEVELS, deliveries: 2 * LEVELS })
  // A receiver may get a message again after a crash, with the same id so that it can deduplicate.
  expect(received.size).toBe(LEVELS)
})
