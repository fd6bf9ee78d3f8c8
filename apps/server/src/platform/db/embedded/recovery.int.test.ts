import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { connectDatabase } from '../connect.ts'
import { LOCK_NAME, lockHolder } from './instance-lock.ts'
import { readPostmaster } from './orphan.ts'
import { isAlive } from './process-identity.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const HOLDER = fileURLToPath(new URL('../../../../test/hold-database.ts', import.meta.url))

let dataDir: string
const holders: ChildProcess[] = []
beforeEach(() => {
  dataDir = mkdtempSync('/tmp/aerie-recovery-')
  chmodSync(dataDir, 0o711)
})
afterEach(async () => {
  for (const holder of holders.splice(0).filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null)) {
    holder.kill('SIGKILL')
    await once(holder, 'exit')
  }
  const { close } = await connectDatabase({ url: undefined, dataDir, print: () => undefined })
  await close()
  rmSync(dataDir, { recursive: true })
})

async function holderWith(rows: number): Promise<{ child: ChildProcess; confirmed: () => number }> {
  const child = spawn(process.execPath, [HOLDER, dataDir], { stdio: ['ignore', 'pipe', 'pipe'] })
  holders.push(child)
  let text = ''
  let trouble = ''
  child.stderr.on('data', (chunk: Buffer) => {
    trouble += chunk.toString()
  })
  const confirmed = () => Number(text.trim().split('\n').at(-1))
  for await (const chunk of child.stdout.iterator({ destroyOnReturn: false })) {
    text += String(chunk)
    if (confirmed() >= rows) break
  }
  if (!(confirmed() >= rows)) throw new Error(`the holder ended early: ${trouble}`)
  child.stdout.on('data', (chunk: Buffer) => {
    text += chunk.toString()
  })
  return { child, confirmed }
}

const open = () => connectDatabase({ url: undefined, dataDir, print: () => undefined })

it('has every confirmed row after an immediate restart following a kill -9, and leaves no second PostgreSQL', async () => {
  const { child, confirmed } = await holderWith(50)
  const orphan = readPostmaster(join(dataDir, 'postgres/cluster'))?.pid ?? 0
  child.kill('SIGKILL')
  await once(child, 'exit')
  const { pool, close } = await open()
  const { rows } = await pool.query<{ n: number }>('select max(n) as n, count(*)::int as count from confirmed')
  expect(rows[0]?.n).toBeGreaterThanOrEqual(confirmed())
  expect(isAlive(orphan)).toBe(false)
  await close()
})

it('recovers when PostgreSQL itself was also killed', async () => {
  const { child, confirmed } = await holderWith(50)
  const postmaster = readPostmaster(join(dataDir, 'postgres/cluster'))?.pid ?? 0
  child.kill('SIGKILL')
  process.kill(postmaster, 'SIGKILL')
  await once(child, 'exit')
  const { pool, close } = await open()
  const { rows } = await pool.query<{ n: number }>('select max(n) as n from confirmed')
  expect(rows[0]?.n).toBeGreaterThanOrEqual(confirmed())
  await close()
})

it('starts after PostgreSQL was killed during a running query', async () => {
  const { child } = await holderWith(1)
  const joined = await connectDatabase({ url: undefined, dataDir, print: () => undefined, mayJoin: true })
  const client = await joined.pool.connect()
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  const backend = rows[0]?.pid ?? 0
  const endless = client.query('do $$ begin loop perform 1; end loop; end $$').catch((error: unknown) => error)
  process.kill(readPostmaster(join(dataDir, 'postgres/cluster'))?.pid ?? 0, 'SIGKILL')
  child.kill('SIGKILL')
  await once(child, 'exit')
  expect(isAlive(backend)).toBe(true)
  const { close } = await open()
  expect(isAlive(backend)).toBe(false)
  await close()
  expect(await endless).toBeInstanceOf(Error)
  client.release(true)
  await joined.close()
})

it('aborts a running recovery on request, and leaves no PostgreSQL', async () => {
  await (await open()).close()
  const cluster = join(dataDir, 'postgres/cluster')
  writeFileSync(join(cluster, 'postgresql.auto.conf'), "restore_command = 'sleep 30'")
  writeFileSync(join(cluster, 'recovery.signal'), '')
  chmodSync(join(cluster, 'recovery.signal'), 0o666)
  const asked = new AbortController()
  const opening = connectDatabase({ url: undefined, dataDir, print: () => undefined, signal: asked.signal })
  await expect.poll(() => readPostmaster(cluster)).toMatchObject({ isReady: false })
  const postgres = readPostmaster(cluster)?.pid ?? 0
  asked.abort(new Error('asked to stop'))
  await expect(opening).rejects.toThrow('asked to stop')
  expect([isAlive(postgres), readPostmaster(cluster), existsSync(join(dataDir, LOCK_NAME))]).toEqual([false, undefined, false])
  writeFileSync(join(cluster, 'postgresql.auto.conf'), '')
  rmSync(join(cluster, 'recovery.signal'))
})

it('rejects a second server on the same DATA_DIR, and lets a command join the running one', async () => {
  const { child, confirmed } = await holderWith(1)
  await expect(open()).rejects.toThrow(`Another Aerie (process ${child.pid}) already runs on ${dataDir}`)
  const joined = await connectDatabase({ url: undefined, dataDir, print: () => undefined, mayJoin: true })
  const { rows } = await joined.pool.query<{ n: number }>('select max(n) as n from confirmed')
  expect(rows[0]?.n).toBeGreaterThanOrEqual(Math.min(1, confirmed()))
  expect(joined.isAlone).toBe(false)
  await joined.close()
  expect(child.exitCode).toBe(null)
})

it('takes over a lock whose process is gone, or whose pid now belongs to another process', async () => {
  writeFileSync(join(dataDir, LOCK_NAME), JSON.stringify({ pid: 1, started: 'another boot:17' }))
  expect(lockHolder(dataDir)).toBeUndefined()
  const { isAlone, close } = await open()
  expect(isAlone).toBe(true)
  expect(lockHolder(dataDir)).toBeUndefined() // A process's own lock does not count.
  await close()
})

it('flushes every commit to disk before confirming it, and listens on no port', async () => {
  const { pool, close } = await open()
  const { rows } = await pool.query<{ name: string; setting: string }>(
    `select name, setting from pg_settings where name in ('fsync', 'synchronous_commit', 'listen_addresses', 'full_page_writes') order by name`,
  )
  expect(rows.map(({ name, setting }) => `${name}=${setting}`)).toEqual([
    'fsync=on',
    'full_page_writes=on',
    'listen_addresses=',
    'synchronous_commit=on',
  ])
  await close()
})
