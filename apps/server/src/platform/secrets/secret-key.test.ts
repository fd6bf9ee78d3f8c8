import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { loadSecretKey } from './secret-key.ts'

let dataDir: string
let path: string
let lines: string[]
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'aerie-key-'))
  path = join(dataDir, 'secret-key')
  lines = []
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

const load = (setting?: string) => loadSecretKey({ setting, dataDir, print: (line) => void lines.push(line) })
const HEX = 'ab'.repeat(32)

it('generates a key once, readable by its owner only, and logs nothing', () => {
  const key = load()
  expect(key).toHaveLength(32)
  expect(load()).toEqual(key)
  expect([statSync(path).mode & 0o777, lines]).toEqual([0o600, []])
})

it('uses the setting if there is one, and creates no file', () => {
  expect(new TextDecoder().decode(load('a secret of at least 32 characters'))).toBe('a secret of at least 32 characters')
  expect(() => statSync(path)).toThrow('ENOENT')
})

it.each([0o666, 0o644, 0o640, 0o604])('restricts a key file of mode %o to its owner, and logs it', (mode) => {
  writeFileSync(path, HEX)
  chmodSync(path, mode)
  expect(load()).toEqual(Buffer.from(HEX, 'hex'))
  expect(statSync(path).mode & 0o777).toBe(0o600)
  expect(lines).toEqual([expect.stringContaining(`${path} was open to others (mode 0${mode.toString(8)}) and is 0600 now`)])
})

it('refuses a folder, half a key and a dangling link, in one line each', () => {
  writeFileSync(path, HEX.slice(1))
  expect(() => load()).toThrow(`${path} does not hold a key of 64 hex digits`)
  rmSync(path)
  symlinkSync('/no/such/file', path)
  expect(() => load()).toThrow(`${path} is not a file: a key of 64 hex digits is expected there`)
  rmSync(path)
  mkdirSync(path)
  expect(() => load()).toThrow(`${path} is not a file: a key of 64 hex digits is expected there`)
})
