import type { ChildProcess } from 'node:child_process'
import type { CopyLogEntry, CopyRow, OwnLeader } from '@aerie/wire/copies'
import type { OrderPreview, TradingOrder } from '@aerie/wire/trading/trading-orders'
import type { TradingPosition } from '@aerie/wire/trading/trading-positions'
import { sql } from 'drizzle-orm'
import type { PoolClient } from 'pg'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { killedServer, stop } from '../../../test/killed-server.ts'

vi.setConfig({ testTimeout: 600_000, hookTimeout: 120_000 })

const PATIENT = { timeout: 120_000 }
const FOLLOWERS = 12
const ORDERS = 16
const KILLS = 2
let server: Awaited<ReturnType<typeof killedServer>>
beforeAll(async () => {
  server = await killedServer()
})
afterAll(() => server.close())

const ask = async <T>(method: string, path: string, token: string, body?: object): Promise<{ status: number; data: T }> => {
  const response = await server.ask(path, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  return { status: response.status, ...((await response.json()) as { data: T }) } // as defined in the contract
}

async function people(name: string, count: number): Promise<{ leader: string; followers: string[] }> {
  const emails = [`${name}@example.com`, ...Array.from({ length: count }, (_, index) => `${name}${index}@example.com`)]
  await Promise.all(emails.map((email) => server.createUser(email)))
  const tokens = await Promise.all(emails.map((email) => server.logIn(email)))
  const [leader = '', ...followers] = tokens
  return { leader, followers }
}

const WISH = { symbol: 'BTC', side: 'buy', type: 'market', size: '0.01', leverage: 10 }
/** After a start, orders are refused until trading is open and the market has a book; a refused order id stays refused. */
async function takesOrders(token: string): Promise<void> {
  const preview = async () => {
    const { status, data } = await ask<OrderPreview>('POST', '/orders/preview', token, { client_id: 'preview', ...WISH })
    return [status, data?.refusal]
  }
  await expect.poll(preview, PATIENT).toEqual([200, null])
}

async function follow(leader: string, followers: readonly string[], name: string): Promise<void> {
  await takesOrders(leader)
  const { data } = await ask<OwnLeader>('PUT', '/copies/leader', leader, { name, about: '' })
  const limits = { per_trade_limit: '100000', daily_loss_limit: '9000', total_loss_limit: '9000', max_move_bps: 1_000, late_s: 300 }
  const body = { leader: data?.id, allocation: '2000', ...limits }
  for (const token of followers)
    await expect.poll(async () => (await ask<CopyRow>('POST', '/copies', token, body)).status, PATIENT).toBe(201)
}

const order = (leader: string, name: string) => ask<TradingOrder>('POST', '/orders', leader, { client_id: name, ...WISH })
const sizeOf = async (token: string): Promise<number> =>
  Number((await ask<TradingPosition[]>('GET', '/positions', token)).data.find(({ symbol }) => symbol === 'BTC')?.size ?? 0)

/** Sends orders concurrently and kills the server once half of them are accepted. */
async function killInBurst(child: ChildProcess, leader: string, round: number): Promise<void> {
  await takesOrders(leader)
  let count = 0
  const reached = Promise.withResolvers<void>()
  const sent = Array.from({ length: ORDERS }, async (_, index) => {
    const { status } = await order(leader, `r${round}.${index}`)
    count += status === 201 ? 1 : 0
    if (count === ORDERS / 2) reached.resolve()
  })
  const burst = Promise.allSettled(sent)
  await reached.promise
  await stop(child, 'SIGKILL')
  await burst
}

async function logged(token: string): Promise<number> {
  const { data } = await ask<CopyLogEntry[]>('GET', '/copies/log?limit=200', token)
  return data.reduce((sum, { filled }) => sum + Number(filled ?? 0), 0)
}

it('has each follower at the target, and every order logged exactly once, after kill -9 in bursts of a leader’s orders', async () => {
  let child = await server.start()
  const { leader, followers } = await people('leader', FOLLOWERS)
  await follow(leader, followers, 'The Leader')
  for (let round = 0; round < KILLS; round += 1) {
    await killInBurst(child, leader, round)
    child = await server.start()
  }
  await takesOrders(leader)
  // One more order after the restart: it corrects the follower's position for anything missed before.
  await expect.poll(async () => (await order(leader, 'last')).status, PATIENT).toBe(201)
  for (const token of followers) {
    // Follower equity is a fifth of the leader's, less the fees before the first position: at most one lot apart.
    const apart = async () => Math.abs((await sizeOf(token)) - (await sizeOf(leader)) / 5)
    await expect.poll(apart, PATIENT).toBeLessThan(0.0011)
    await expect.poll(async () => (await logged(token)) - (await sizeOf(token)), PATIENT).toBeCloseTo(0, 9)
    const orders = (await ask<TradingOrder[]>('GET', '/orders?limit=200', token)).data
    const sent = orders.reduce((sum, { filled }) => sum + Number(filled), 0)
    expect(sent).toBeCloseTo(await sizeOf(token), 9)
  }
  expect(await sizeOf(leader)).toBeGreaterThan(0)
  await stop(child, 'SIGTERM')
})

const GATE = 18
/** In this database only: other tests share the cluster. */
const AT_GATE =
  "locktype = 'advisory' and not granted and database = (select oid from pg_database where datname = current_database()) and objid ="
/** Blocks the end of a copy in the database until the gate opens: earlier writes persist unless they are in the same transaction. */
async function closeGate(): Promise<{
  readonly client: PoolClient
  readonly isReached: () => Promise<boolean>
}> {
  const client = await server.db.$client.connect()
  await client.query(`
    create function gate() returns trigger language plpgsql as 'begin perform pg_advisory_xact_lock(${GATE}); return new; end';
    create trigger gate before update on copies for each row when (new.state = 'stopped') execute function gate();
    select pg_advisory_lock(${GATE})`)
  return { client, isReached: async () => (await client.query(`select 1 from pg_locks where ${AT_GATE} ${GATE}`)).rowCount === 1 }
}

it('assigns a kept part to its user entirely or not at all after kill -9 during the write', async () => {
  let child = await server.start()
  const { leader, followers } = await people('keeper', 1)
  const [one = ''] = followers
  await follow(leader, followers, 'Keeper')
  await expect.poll(async () => (await order(leader, 'one')).status, PATIENT).toBe(201)
  await expect.poll(() => sizeOf(one), PATIENT).toBeGreaterThan(0)
  await expect.poll(() => logged(one), PATIENT).toBe(await sizeOf(one))
  const held = await sizeOf(one)
  const copyOf = async () => (await ask<CopyRow[]>('GET', '/copies', one)).data[0]
  const id = (await copyOf())?.id
  const own = async () =>
    (await server.db.execute(sql`select body->'own' as own from copy_shares s join copies c using (account_id) where c.id = ${id}`)).rows[0]
      ?.own
  const kept = async () => (await ask<CopyLogEntry[]>('GET', '/copies/log', one)).data.filter(({ kind }) => kind === 'kept').length
  const { client, isReached } = await closeGate()
  const ending = ask('DELETE', `/copies/${id}?parts=keep`, one).catch(() => undefined)
  await expect.poll(isReached, PATIENT).toBe(true)
  await stop(child, 'SIGKILL')
  await ending
  await client.query(`select pg_terminate_backend(pid) from pg_locks where ${AT_GATE} ${GATE}`)
  await client.query(`drop trigger gate on copies; select pg_advisory_unlock(${GATE})`)
  client.release()
  expect(await own()).toEqual({ '#map': [] })
  child = await server.start()
  await expect.poll(async () => (await copyOf())?.parts?.map(({ size }) => Number(size)), PATIENT).toEqual([held])
  expect([(await copyOf())?.state, await kept(), await sizeOf(one)]).toEqual(['active', 0, held])
  await expect.poll(async () => (await ask('DELETE', `/copies/${id}?parts=keep`, one)).status, PATIENT).toBe(200)
  expect([(await copyOf())?.state, await kept(), await sizeOf(one)]).toEqual(['stopped', 1, held])
  expect(await own()).not.toEqual({ '#map': [] })
  await stop(child, 'SIGTERM')
})
