import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { versionProblem } from './lean-libraries.ts'

const FILE = 'klinecharts/dist/index.esm.js'
let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'libraries-'))
  mkdirSync(join(folder, 'klinecharts'))
})
afterEach(() => rmSync(folder, { recursive: true }))
const install = (version: string) => writeFileSync(join(folder, 'klinecharts/package.json'), JSON.stringify({ version }))

it('changes a library in the version that it was written for', () => {
  install('10.0.2')
  expect(versionProblem(FILE, folder)).toBeUndefined()
})

it('refuses every other version, and names the file to compare', () => {
  install('10.0.3')
  expect(versionProblem(FILE, folder)).toContain(
    `klinecharts is 10.0.3, and build/lean-libraries.ts was written for 10.0.2: compare ${FILE}`,
  )
})
