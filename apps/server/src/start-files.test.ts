import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { makeFolder, readStartFile } from './start-files.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'aerie-start-files-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

it('reads a file, and reports a missing one', () => {
  const path = join(folder, 'there')
  writeFileSync(path, 'text')
  expect([readStartFile(path, 'a key'), readStartFile(join(folder, 'not-there'), 'a key')]).toEqual(['text', undefined])
})

it('refuses a folder, a pipe and an oversized file, in one line', () => {
  const pipe = join(folder, 'pipe')
  execFileSync('/bin/sh', ['-c', 'mkfifo "$0"', pipe])
  expect(() => readStartFile(folder, 'a key')).toThrow(`${folder} is not a file: a key is expected there`)
  expect(() => readStartFile(pipe, 'a key')).toThrow('is not a file')
  const large = join(folder, 'large')
  writeFileSync(large, 'x'.repeat(300_000))
  expect(() => readStartFile(large, 'a key')).toThrow(`${large} is larger than 256 kB`)
})

it('creates nested folders, and accepts existing ones', () => {
  const path = join(folder, 'a/b/c')
  makeFolder(path, 0o700)
  makeFolder(path, 0o700)
  expect(statSync(path).mode & 0o777).toBe(0o700)
})

it.each([
  ['/proc/no-such/data', 'ENOENT'],
  ['/dev/null/data', 'ENOTDIR'],
  ['/dev/null', 'ENOTDIR'],
])('fails at once if no folder can be created: %s', (path, code) => expect(() => makeFolder(path, 0o700)).toThrow(code))

it('does not mistake a file for a folder', () => {
  const path = join(folder, 'file')
  writeFileSync(path, '')
  expect(() => makeFolder(path, 0o700)).toThrow('ENOTDIR')
  mkdirSync(join(folder, 'real'))
  expect(() => makeFolder(join(path, 'below'), 0o700)).toThrow('ENOTDIR')
})
