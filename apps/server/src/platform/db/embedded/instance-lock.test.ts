import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { StartFailure } from '../../start-failure.ts'
import { LOCK_NAME, takeLock } from './instance-lock.ts'

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'aerie-lock-'))
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

it('acquires a folder, including one whose lock file was truncated while it was written', () => {
  takeLock(dataDir)()
  expect(readdirSync(dataDir)).toEqual([])
  writeFileSync(join(dataDir, LOCK_NAME), '{"pid":')
  takeLock(dataDir)()
  expect(readdirSync(dataDir)).toEqual([])
})

it('reports in one line an unreadable lock or an unwritable folder, and leaves nothing behind', () => {
  mkdirSync(join(dataDir, LOCK_NAME))
  expect(() => takeLock(dataDir)).toThrow(StartFailure)
  expect(() => takeLock(dataDir)).toThrow(`${join(dataDir, LOCK_NAME)} cannot be used (EISDIR): DATA_DIR must be a folder`)
  expect(readdirSync(dataDir)).toEqual([LOCK_NAME])
  expect(() => takeLock('/proc/self')).toThrow(/aerie\.lock cannot be used \(E[A-Z]+\)/)
})
