import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { dataFiles } from './data-files.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'aerie-files-'))
  mkdirSync(join(folder, 'chain'))
  for (const name of ['secret-key', 'chain/state.json', 'chain/state.previous.json', 'aerie.lock', 'write-probe', 'a.tmp', 'b.backup'])
    writeFileSync(join(folder, name), `of ${name}`)
})
afterEach(() => rmSync(folder, { recursive: true }))

it('reads the files that belong in a backup, and names those it excludes', () => {
  const files = new Map([...dataFiles(folder)].map(({ name, content }) => [name, content?.toString()]))
  expect(files).toEqual(
    new Map([
      ['b.backup', undefined],
      ['chain/state.json', 'of chain/state.json'],
      ['chain/state.previous.json', 'of chain/state.previous.json'],
      ['secret-key', 'of secret-key'],
    ]),
  )
  expect([...dataFiles(join(folder, 'none'))]).toEqual([])
})

it('skips a file that disappears before it is read', () => {
  const files = dataFiles(folder)
  const first = files.next().value
  for (const name of ['secret-key', 'chain']) rmSync(join(folder, name), { recursive: true })
  expect(first).toBeDefined()
  expect([...files].filter(({ content }) => content !== undefined)).toEqual([])
})
