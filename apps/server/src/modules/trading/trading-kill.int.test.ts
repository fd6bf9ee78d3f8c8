import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { systemClock } from '@aerie/core/time'
import { portOf } from '@aerie/testkit/port-of'
import type { TradingOrder } from '@aerie/wire/trading-orders'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { PASSWORD } from '../../../test/account-app.ts'
import { type TestDatabase, testDatabase } from '../../../test/database.ts'
import { administrationService } from '../accounts/administration-service.ts'
import { argon2Passwords } from '../accounts/passwords.ts'
import { rebuildAll } from './rebuild.ts'

/** Whole servers are started and killed, and the machine may be busy. */
vi.setConfig({ testTimeout: 180_000, hookTimeout: 120_000 })

const MAIN = fileURLToPath(new URL('../../main.ts', import.meta.url))
const USERS = 20
const ORDERS_EACH = 50
const folder = mkdtempSync(join(tmpdir(), 'aerie-trading-kill-'))
const children: ChildProcess[] = []
let database: TestDatabase
let url: string
let port: number
beforeAll(async () => {
  database = await testDatabase()
  port = await freePort()
  url = `http://127.0.0.1:${port}`
})
afterAll(async () => {
  for (const child of children) if (child.exitCode === null && child.signalCode === null) await stop(child, 'SIGTERM')
  await database.close()
  rmSync(folder, { recursive: true, force: true })
})

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const free = portOf(server)
  server.close()
  await once(server, 'close')
  return free
}

async function start(): Promise<ChildProcess> {
  const settings = { PORT: String(port), DATA_DIR: folder, DATABASE_URL: database.url, MARKET_SOURCE: 'sim', LOG_LEVEL: 'error' }
  const env = { PATH: process.env.PATH ?? '', ...settings }
  const child = spawn(process.execPath, [MAIN], { cwd: folder, env, stdio: ['ignore', 'ignore', 'inherit'] })
  children.push(child)
  // The duty of the one that was killed runs out by itself.
  const isOpen = async () => (await fetch(`${url}/readyz`)).ok
  await expect.poll(() => isOpen().catch(() => false), { timeout: 90_000, interval: 50 }).toBe(true)
  return child
}

async function stop(child: ChildProcess, signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
  const closed = once(child, 'close')
  child.kill(signal)
  await closed
}

const ask = async <T>(path: string, token: string, body?: object): Promise<{ status: number; data: T }> => {
  const response = await fetch(`${url}/api/v1${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  return { status: response.status, ...((await response.json()) as { data: T }) } // as the contract says
}

async function traders(): Promise<string[]> {
  const administration = administrationService({ db: database.db, clock: systemClock, passwords: argon2Passwords() })
  const emails = Array.from({ length: USERS }, (_, index) => `trader${index}@example.com`)
  for (const email of emails) await administration.create({ email, password: PASSWORD, firstName: 'Ada', lastName: 'L' })
  const tokens: string[] = []
  for (const email of emails) tokens.push((await ask<{ token: string }>('/auth/login', '', { email, password: PASSWORD })).data.token)
  return tokens
}

const orderOf = (index: number) => ({
  client_id: `burst-${index}`,
  symbol: index % 2 === 0 ? 'BTC' : 'ETH',
  side: index % 4 < 2 ? 'buy' : 'sell',
  type: 'market',
  size: index % 2 === 0 ? '0.0005' : '0.01',
  leverage: 5,
})

it('has each acknowledged order once, and a whole ledger, after kill -9 in a burst of 1,000 orders of 20 users', async () => {
  const child = await start()
  const tokens = await traders()
  for (const token of tokens) expect((await ask('/trading/account', token)).status).toBe(200)
  const acknowledged = tokens.map(() => new Set<string>())
  let count = 0
  const reached = Promise.withResolvers<void>()
  const bursts = tokens.map(async (token, user) => {
    const sent = Array.from({ length: ORDERS_EACH }, async (_, index) => {
      const { status } = await ask('/orders', token, orderOf(index))
      if (status !== 201) return
      acknowledged[user]?.add(`burst-${index}`)
      count += 1
      if (count === 300) reached.resolve()
    })
    await Promise.allSettled(sent)
  })
  await reached.promise
  await stop(child, 'SIGKILL')
  await Promise.all(bursts)

  expect(await rebuildAll(database.db)).toMatchObject({ accounts: USERS, differences: [] })
  await start()
  for (const [user, token] of tokens.entries()) {
    const orders = (await ask<TradingOrder[]>('/orders?limit=200', token)).data
    const ids = orders.map(({ client_id }) => client_id)
    expect(new Set(ids).size).toBe(ids.length)
    expect([...(acknowledged[user] ?? [])].filter((id) => !ids.includes(id))).toEqual([])
    // Whoever was not answered asks again, and nothing is done twice.
    const again = await Promise.all(Array.from({ length: ORDERS_EACH }, (_, index) => ask('/orders', token, orderOf(index))))
    expect(again.map(({ status }) => status).filter((status) => status !== 200 && status !== 201)).toEqual([])
    expect(again.filter(({ status }) => status === 200).length).toBe(ids.length)
  }
  expect(await rebuildAll(database.db)).toMatchObject({ accounts: USERS, differences: [] })
})
