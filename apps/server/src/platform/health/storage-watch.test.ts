import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createHealthRegistry } from './health-registry.ts'
import { PROBE_NAME, storageWatch } from './storage-watch.ts'

vi.mock('node:fs/promises', { spy: true })

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'aerie-storage-'))
})
afterEach(() => {
  vi.useRealTimers()
  vi.clearAllMocks()
  rmSync(dataDir, { recursive: true, force: true })
})

function watched(code?: string) {
  const health = createHealthRegistry([])
  const lines: string[] = []
  const database: { code: string | undefined; asked: number; answers: Promise<void> } = { code, asked: 0, answers: Promise.resolve() }
  const query = async () => {
    database.asked += 1
    await database.answers
    if (database.code !== undefined) throw Object.assign(new Error('refused'), { code: database.code })
  }
  const { look, stop } = storageWatch({ pool: { query }, dataDir, health, print: (line) => void lines.push(line) })
  const part = async () => {
    await look()
    return health.parts()[0]
  }
  return { part, look, stop, health, lines, database }
}

it('is up if both are writable, leaves nothing behind and logs nothing', async () => {
  const { part, health, lines } = watched()
  expect(await part()).toEqual({ name: 'storage', health: 'ok', detail: 'can be written' })
  expect([health.isReady(), lines, readdirSync(dataDir)]).toEqual([true, [], []])
})

it('leaves nothing behind if it is stopped in the middle of a check', async () => {
  const { look, stop } = watched()
  void look()
  // A timer may fire only after the file is gone.
  while (!existsSync(join(dataDir, PROBE_NAME))) await nextTurn()
  await stop?.()
  expect(readdirSync(dataDir)).toEqual([])
})

it('is down while the disk of DATA_DIR is full, reports it once, and is up again once there is space', async () => {
  const { part, health, lines } = watched()
  // /dev/full fails every write with ENOSPC.
  symlinkSync('/dev/full', join(dataDir, PROBE_NAME))
  expect(await part()).toEqual({ name: 'storage', health: 'down', detail: 'the disk of DATA_DIR is full' })
  expect(health.isReady()).toBe(false)
  symlinkSync('/dev/full', join(dataDir, PROBE_NAME))
  await part()
  expect(lines).toEqual(['Nothing can be stored: the disk of DATA_DIR is full'])
  expect(await part()).toMatchObject({ health: 'ok' })
  expect(lines.at(-1)).toBe('Writing works again')
})

it.each([
  ['53100', "the database's disk is full"],
  ['58030', "the database's disk has faults"],
  ['25006', 'the database is read-only'],
])('is down where the database refuses to write with %s', async (code, detail) => {
  const { part, database } = watched(code)
  expect(await part()).toEqual({ name: 'storage', health: 'down', detail })
  database.code = undefined
  expect(await part()).toMatchObject({ health: 'ok' })
})

it.each(['57P01', '42501', 'ECONNREFUSED'])('ignores %s, which does not concern writing', async (code) => {
  expect(await watched(code).part()).toMatchObject({ health: 'ok' })
})

it('is down when the folder is removed, and tolerates one that never existed', async () => {
  const { part } = watched()
  await part()
  rmSync(dataDir, { recursive: true })
  expect(await part()).toMatchObject({ health: 'down', detail: 'DATA_DIR is gone' })
  expect(await watched().part()).toMatchObject({ health: 'ok' })
  expect(existsSync(dataDir)).toBe(false)
})

const holdTimers = (): void => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })

it('does not query an unresponsive database again until it responds', async () => {
  holdTimers()
  const { part, database, lines } = watched()
  const gate = Promise.withResolvers<void>()
  database.answers = gate.promise
  const first = part()
  while (database.asked === 0) await nextTurn()
  await vi.advanceTimersByTimeAsync(10_000)
  const silent = { name: 'storage', health: 'down', detail: 'the database does not answer' }
  expect([await first, await part(), await part()]).toEqual([silent, silent, silent])
  expect([database.asked, lines]).toEqual([1, ['Nothing can be stored: the database does not answer']])
  gate.resolve()
  await nextTurn()
  expect(await part()).toMatchObject({ health: 'ok' })
  expect(database.asked).toBe(2)
})

it('writes no second file to an unresponsive disk until it responds', async () => {
  holdTimers()
  const { part, database } = watched()
  const path = join(dataDir, PROBE_NAME)
  // Opening a FIFO for writing blocks until there is a reader.
  execFileSync('/bin/sh', ['-c', 'mkfifo "$0"', path])
  const first = part()
  await vi.advanceTimersByTimeAsync(10_000)
  const silent = { name: 'storage', health: 'down', detail: 'the disk does not answer' }
  expect([await first, await part(), await part()]).toEqual([silent, silent, silent])
  expect(writeFile).toHaveBeenCalledTimes(1)
  expect(database.asked).toBe(0)
  await once(spawn('/bin/sh', ['-c', 'cat "$0" >/dev/null', path]), 'exit')
  while ((await part())?.health !== 'ok') await nextTurn()
  expect(writeFile).toHaveBeenCalledTimes(2)
})
