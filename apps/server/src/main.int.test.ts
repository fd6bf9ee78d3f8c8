import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { createServer } from 'node:http'
import { connect, createServer as createNetServer } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { answerAs } from '@aerie/testkit/json-as'
import { portOf } from '@aerie/testkit/port-of'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { programEnv, programFlags } from '../test/program-env.ts'
import { connectDatabase } from './platform/db/connect.ts'
import { readPostmaster } from './platform/db/embedded/orphan.ts'
import { isAlive } from './platform/db/embedded/process-identity.ts'

const READINESS = z.object({ parts: z.array(z.object({ name: z.string(), health: z.string(), detail: z.string() })) })

vi.setConfig({ testTimeout: 600_000 })

const MAIN = fileURLToPath(new URL('./main.ts', import.meta.url))
const CLI = fileURLToPath(new URL('./ops/cli/main.ts', import.meta.url))
const dataDir = mkdtempSync('/tmp/aerie-main-')
const children: ChildProcess[] = []
beforeAll(() => chmodSync(dataDir, 0o711))
afterAll(() => {
  for (const child of children) child.kill('SIGKILL')
  rmSync(dataDir, { recursive: true, force: true })
})

type Run = { readonly child: ChildProcess; readonly out: () => string; readonly err: () => string; readonly code: Promise<number | null> }

function run(env: Readonly<Record<string, string>>, cwd = dataDir, program = MAIN, args: readonly string[] = []): Run {
  const settings = { ...programEnv(), PORT: '0', DATA_DIR: dataDir, MARKET_SOURCE: 'sim', LOG_LEVEL: 'info', ...env }
  const child = spawn(process.execPath, [...programFlags(), program, ...args], { cwd, env: settings, stdio: ['ignore', 'pipe', 'pipe'] })
  children.push(child)
  let out = ''
  let err = ''
  child.stdout.on('data', (chunk: Buffer) => {
    out += chunk.toString()
  })
  child.stderr.on('data', (chunk: Buffer) => {
    err += chunk.toString()
  })
  const code = once(child, 'close').then(([exitCode]): number | null => exitCode)
  return { child, out: () => out, err: () => err, code }
}

async function urlOf({ child, out, err }: Run): Promise<string> {
  await expect.poll(() => child.exitCode ?? /"address":"(http[^"]+)"/.exec(out())?.[1], { timeout: 240_000 }).toMatch(/^http/)
  return /"address":"(http[^"]+)"/.exec(out())?.[1] ?? err()
}

function folderWith(writeFiles: (folder: string) => void): string {
  const folder = mkdtempSync('/tmp/aerie-start-')
  folders.push(folder)
  writeFiles(folder)
  return folder
}
const folders: string[] = []
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})
const withKey = (writeKey: (path: string) => void) => folderWith((folder) => writeKey(join(folder, 'secret-key')))

const silent = createNetServer(() => undefined)
beforeAll(async () => void (await once(silent.listen(0, '127.0.0.1'), 'listening')))
afterAll(() => silent.close())
const silentPort = () => portOf(silent)

/** Servers started in parallel would each write the compile cache, which takes longer than the start itself. */
const WITHOUT_CACHE = { NODE_DISABLE_COMPILE_CACHE: '1' }

describe.concurrent('conditions that prevent a start', () => {
  it.each<[string, () => Readonly<Record<string, string>>, string | RegExp]>([
    ['a wrong setting', () => ({ PORT: 'x' }), 'The setting PORT "x" is wrong: it must be a whole number from 0 to 65535'],
    [
      'a database that is not there',
      () => ({ DATABASE_URL: 'postgres://a:hunter2@127.0.0.1:1/x' }),
      'The database of DATABASE_URL does not answer: connect ECONNREFUSED 127.0.0.1:1',
    ],
    [
      'a database that accepts and says nothing',
      () => ({ DATABASE_URL: `postgres://a:hunter2@127.0.0.1:${silentPort()}/x` }),
      /The database of DATABASE_URL does not answer: .*(timeout|terminated)/,
    ],
    [
      'a DATA_DIR that cannot be made',
      () => ({ DATA_DIR: '/proc/no-such/data' }),
      /DATA_DIR \/proc\/no-such\/data cannot be made \(ENOENT\): .*/,
    ],
    ['a secret key that is a folder', () => ({ DATA_DIR: withKey((path) => mkdirSync(path)) }), /secret-key is not a file: .*/],
  ])('%s: one line, exit code 1', async (_what, env, line) => {
    const ownDir = folderWith((folder) => chmodSync(folder, 0o711))
    const { code, err } = run({ DATA_DIR: ownDir, ...WITHOUT_CACHE, ...env() })
    expect(await code).toBe(1)
    expect(err()).toMatch(/^Aerie cannot start\. [^\n]+\.\n$/)
    expect(err().slice('Aerie cannot start. '.length, -2)).toMatch(line)
    expect(err()).not.toContain('hunter2')
  })

  it('a pipe instead of .env: one line, exit code 1', async () => {
    const cwd = folderWith((folder) => void execFileSync('/bin/sh', ['-c', 'mkfifo "$0"', join(folder, '.env')]))
    const { code, err } = run(WITHOUT_CACHE, cwd)
    expect(await code).toBe(1)
    expect(err()).toBe(`Aerie cannot start. ${cwd}/.env is not a file: lines such as PORT=4800 is expected there.\n`)
  })
})

it('reports in one line that the port is taken, and leaves no PostgreSQL behind', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const port = portOf(other)
  const { code, err } = run({ PORT: String(port) })
  expect(await code).toBe(1)
  expect(err()).toBe(`Aerie cannot start. Port ${port} is in use already: stop what listens there, or set another PORT.\n`)
  expect(readPostmaster(join(dataDir, 'postgres/cluster'))).toBeUndefined()
  other.close()
})

it('stops cleanly on SIGTERM with connections open: exit code 0, no PostgreSQL, no lock', async () => {
  const server = run({})
  const url = await urlOf(server)
  const postgres = readPostmaster(join(dataDir, 'postgres/cluster'))?.pid ?? 0
  expect((await fetch(`${url}/healthz`)).status).toBe(200)
  const idle = connect(Number(new URL(url).port), '127.0.0.1')
  await once(idle, 'connect')
  server.child.kill('SIGTERM')
  expect(await server.code).toBe(0)
  expect(server.err()).not.toMatch(/Error|cannot/)
  expect(isAlive(postgres)).toBe(false)
  expect(server.out()).toContain('"msg":"stopped"')
  idle.destroy()
})

it('starts at once after a kill -9 on the same data', async () => {
  const first = run({})
  const url = await urlOf(first)
  expect((await fetch(`${url}/healthz`)).status).toBe(200)
  first.child.kill('SIGKILL')
  await first.code
  const second = run({})
  expect((await fetch(`${await urlOf(second)}/healthz`)).status).toBe(200)
  second.child.kill('SIGINT')
  expect(await second.code).toBe(0)
})

it('refuses to run as a second server on one DATA_DIR', async () => {
  const first = run({})
  await urlOf(first)
  const second = run({})
  expect(await second.code).toBe(1)
  expect(second.err()).toBe(
    `Aerie cannot start. Another Aerie (process ${first.child.pid}) already runs on ${dataDir}: stop it first, or set another DATA_DIR.\n`,
  )
  first.child.kill('SIGTERM')
  expect(await first.code).toBe(0)
})

it('exits at once with the code that requests a restart when its PostgreSQL is killed, and starts on the same data', async () => {
  const first = run({})
  const url = await urlOf(first)
  const account = { email: 'ada@example.org', password: 'a long and lonely password', first_name: 'Ada', last_name: 'L' }
  const body = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(account) }
  expect((await fetch(`${url}/api/v1/auth/signup`, body)).status).toBe(202)
  process.kill(readPostmaster(join(dataDir, 'postgres/cluster'))?.pid ?? 0, 'SIGKILL')
  expect(await first.code).toBe(75)
  expect(first.out()).toContain('"msg":"ending at once"')
  expect(first.out()).not.toContain('"msg":"stopping"')
  const second = run({})
  await urlOf(second)
  const { pool, close } = await connectDatabase({ url: undefined, dataDir, print: () => undefined, mayJoin: true })
  expect((await pool.query('select email from users where email = $1', [account.email])).rows).toEqual([{ email: account.email }])
  await close()
  second.child.kill('SIGTERM')
  expect(await second.code).toBe(0)
})

it('stops cleanly when requested during startup', async () => {
  const server = run({})
  const cluster = join(dataDir, 'postgres/cluster')
  await expect.poll(() => readPostmaster(cluster), { interval: 5, timeout: 240_000 }).toBeDefined()
  const postgres = readPostmaster(cluster)?.pid ?? 0
  server.child.kill('SIGTERM')
  expect([await server.code, server.err()]).toEqual([0, ''])
  expect([isAlive(postgres), readPostmaster(cluster)]).toEqual([false, undefined])
})

it('treats a signal that arrives twice at once as one', async () => {
  const server = run({})
  await urlOf(server)
  server.child.kill('SIGINT')
  server.child.kill('SIGINT')
  expect(await server.code).toBe(0)
})

it('is not ready while its disk is full, and reports it in its status', async () => {
  // Every write to this file fails with ENOSPC; the probe deletes the link after the first attempt.
  symlinkSync('/dev/full', join(dataDir, 'write-probe'))
  const server = run({})
  const url = await urlOf(server)
  const storage = async () => {
    const answer = await fetch(`${url}/readyz`)
    const { parts } = await answerAs(READINESS, answer)
    return [answer.status, parts.find(({ name }) => name === 'storage')]
  }
  await expect
    .poll(storage, { timeout: 30_000 })
    .toEqual([503, { name: 'storage', health: 'down', detail: 'the disk of DATA_DIR is full' }])
  await expect.poll(storage, { timeout: 60_000 }).toEqual([200, { name: 'storage', health: 'ok', detail: 'can be written' }])
  server.child.kill('SIGTERM')
  expect(await server.code).toBe(0)
})

it('rejects any secret key but that of its data until everything is sealed with the new one', async () => {
  const next = { SECRET_KEY: 'another secret of 32 characters or more' }
  const rotate = () => run(next, dataDir, CLI, ['admin', 'rotate-secret-key'])
  const first = run({})
  await urlOf(first)
  const early = rotate()
  expect([await early.code, early.err()]).toEqual([1, expect.stringContaining(`Another Aerie (process ${first.child.pid}) already runs`)])
  first.child.kill('SIGTERM')
  expect(await first.code).toBe(0)
  const refused = run(next)
  expect(await refused.code).toBe(1)
  expect(refused.err()).toMatch(/^Aerie cannot start\. The data was sealed with another secret key than SECRET_KEY: [^\n]+\.\n$/)
  const rotation = rotate()
  expect([await rotation.code, rotation.err()]).toEqual([0, ''])
  expect(rotation.out()).toContain('sealed with the new key, which is in the settings')
  const second = run(next)
  await urlOf(second)
  second.child.kill('SIGTERM')
  expect(await second.code).toBe(0)
})
