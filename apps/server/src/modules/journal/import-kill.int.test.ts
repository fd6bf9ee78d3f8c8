import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { systemClock } from '@aerie/core/time'
import { portOf } from '@aerie/testkit/port-of'
import type { ImportProgress, JournalImport } from '@aerie/wire/journal-imports'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { PASSWORD } from '../../../test/account-app.ts'
import { type TestDatabase, testDatabase } from '../../../test/database.ts'
import { administrationService } from '../accounts/administration-service.ts'
import { argon2Passwords } from '../accounts/passwords.ts'

/** Whole servers are started and killed, and the machine may be busy. */
vi.setConfig({ testTimeout: 180_000, hookTimeout: 120_000 })

const MAIN = fileURLToPath(new URL('../../main.ts', import.meta.url))
const ROWS = 40_000
const folder = mkdtempSync(join(tmpdir(), 'aerie-import-kill-'))
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
  const child = spawn(process.execPath, [MAIN], {
    cwd: folder,
    env: { PATH: process.env.PATH ?? '', ...settings },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  children.push(child)
  const isOpen = async () => (await fetch(`${url}/readyz`)).ok
  await expect.poll(() => isOpen().catch(() => false), { timeout: 90_000, interval: 50 }).toBe(true)
  return child
}

async function stop(child: ChildProcess, signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
  const closed = once(child, 'close')
  child.kill(signal)
  await closed
}

type Asked = { readonly method?: string; readonly token?: string; readonly body?: string; readonly type?: string }
async function ask<T>(path: string, { method = 'GET', token = '', body, type = 'application/json' }: Asked = {}): Promise<T> {
  const headers = { ...(token && { authorization: `Bearer ${token}` }), ...(body !== undefined && { 'content-type': type }) }
  const response = await fetch(`${url}/api/v1${path}`, { method, headers, ...(body !== undefined && { body }) })
  const answer = (await response.json()) as { data: T } // as the contract says
  if (!response.ok) throw new Error(JSON.stringify(answer))
  return answer.data
}

function file(): string {
  const rows = Array.from({ length: ROWS }, (_, at) => {
    const time = new Date(Date.UTC(2024, 0, 1) + at * 60_000).toISOString().slice(0, 19).replace('T', ' ')
    return `${time},BTCUSDT,${at % 2 === 0 ? 'BUY' : 'SELL'},${100 + (at % 50)},1,100,0.1,USDT,0`
  })
  return `Date(UTC),Symbol,Side,Price,Quantity,Amount,Fee,Fee Coin,Realized Profit\n${rows.join('\n')}\n`
}

const countOf = async (table: string): Promise<number> =>
  Number((await database.db.$client.query<{ n: string }>(`select count(*) as n from ${table}`)).rows[0]?.n)

it('leaves nothing half imported when the server is killed in the middle, and does it whole the next time', async () => {
  const first = await start()
  const administration = administrationService({ db: database.db, clock: systemClock, passwords: argon2Passwords() })
  await administration.create({ email: 'ada@example.com', password: PASSWORD, firstName: 'Ada', lastName: 'L' })
  const logIn = () =>
    ask<{ token: string }>('/auth/login', { method: 'POST', body: JSON.stringify({ email: 'ada@example.com', password: PASSWORD }) })
  const { token } = await logIn()
  const { id, state } = await ask<JournalImport>('/journal/imports', { method: 'POST', token, body: file(), type: 'text/csv' })
  expect(state).toBe('ready')
  const confirming = ask(`/journal/imports/${id}/confirm`, { method: 'POST', token }).then(
    () => 'done',
    () => 'cut off',
  )
  // Entries are in the transaction, and it has not ended.
  const isAmid = async () => {
    const progress = await ask<ImportProgress>('/journal/imports/progress', { token })
    return progress !== null && progress.phase !== 'reading' && progress.done > 0
  }
  await expect.poll(isAmid, { timeout: 60_000, interval: 5 }).toBe(true)
  await stop(first, 'SIGKILL')
  expect(await confirming).toBe('cut off')
  expect([await countOf('journal_entries'), await countOf('journal_trips')]).toEqual([0, 0])

  await start()
  const again = (await logIn()).token
  expect(await ask<JournalImport>(`/journal/imports/${id}`, { token: again })).toMatchObject({ state: 'ready', entries: ROWS })
  const done = await ask<JournalImport>(`/journal/imports/${id}/confirm`, { method: 'POST', token: again })
  expect(done).toMatchObject({ state: 'done', entries: ROWS, duplicates: 0, trips: ROWS / 2 })
  expect([await countOf('journal_entries'), await countOf('journal_trips')]).toEqual([ROWS, ROWS / 2])
})
