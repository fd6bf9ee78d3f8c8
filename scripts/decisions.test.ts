import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { STATIC_GATES } from './gates.mjs'
import { ROOT } from './run-step.mjs'

const FOLDER = 'docs/decisions'
const [node = '', ...args] = STATIC_GATES.find(({ name }) => name === 'decisions')?.command ?? []
const runIn = (cwd: string) => spawnSync(node, [join(ROOT, args[0] ?? ''), ...args.slice(1)], { cwd, encoding: 'utf8' })

let root = ''
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'aerie-decisions-'))
  cpSync(join(ROOT, FOLDER), join(root, FOLDER), { recursive: true })
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

it('passes while the index lists every decision', () => expect(runIn(root).status).toBe(0))

it('fails when a decision is missing from the index', () => {
  writeFileSync(join(root, FOLDER, '9999-one-more.md'), '# 9999 One more\n\nWhy.\n')
  expect(runIn(root)).toMatchObject({ status: 1, stderr: expect.stringContaining('is stale: run node scripts/decisions.mjs') })
})

it('fails on a file that does not start with its number and title', () => {
  writeFileSync(join(root, FOLDER, '9999-one-more.md'), '# One more\n')
  expect(runIn(root)).toMatchObject({ status: 1, stderr: expect.stringContaining('does not start with') })
})
