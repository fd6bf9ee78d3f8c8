import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { clearOrphan } from './orphan.ts'

/** `atOnceMs` is long because it applies to a process that does exit: only a hang reaches it. */
const SHORT = { byItselfMs: 50, atOnceMs: 30_000 }

let cluster: string
let left: ChildProcess | undefined
beforeEach(() => {
  cluster = mkdtempSync(join(tmpdir(), 'aerie-orphan-'))
})
afterEach(() => {
  left?.kill('SIGKILL')
  rmSync(cluster, { recursive: true })
})

async function leave(...ignored: readonly string[]) {
  const program = `for (const name of ${JSON.stringify(ignored)}) process.on(name, () => undefined); console.log('up'); setInterval(() => undefined, 60_000)`
  left = spawn(process.execPath, ['-e', program, cluster], { stdio: ['ignore', 'pipe', 'inherit'] })
  await once(left.stdout ?? left, 'data')
  writeFileSync(join(cluster, 'postmaster.pid'), `${left.pid}\n`)
  return { process: left, ended: once(left, 'exit') }
}
const clear = () => clearOrphan(cluster, () => undefined, SHORT)

it('stops a PostgreSQL immediately whose shutdown checkpoint is unfinished, without waiting for it', async () => {
  const { ended } = await leave('SIGINT')
  await clear()
  expect([(await ended)[1], existsSync(join(cluster, 'postmaster.pid'))]).toEqual(['SIGQUIT', false])
})

it('names the process that must be ended manually when nothing else helps', async () => {
  const { process } = await leave('SIGQUIT')
  await expect(clearOrphan(cluster, () => undefined, { ...SHORT, atOnceMs: 50 })).rejects.toThrow(`process ${process.pid}`)
  expect(existsSync(join(cluster, 'postmaster.pid'))).toBe(true)
})

it('removes what a dead PostgreSQL left behind', async () => {
  const { process, ended } = await leave()
  process.kill('SIGKILL')
  await ended
  await clear()
  expect(existsSync(join(cluster, 'postmaster.pid'))).toBe(false)
})
