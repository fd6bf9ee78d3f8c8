import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { FAILURES_FILE } from './failures-reporter.mjs'
import { pinnedNode, ROOT } from './run-step.mjs'

const FILES = {
  'red.test.js': "it('adds', () => expect(1 + 1).toBe(3))",
  'late.test.js': "it('passes', () => { Promise.reject(new Error('nobody waits for this')) })",
  'broken.test.js': "throw new Error('cannot load')",
}

it('reports failed tests, files that could not run, and errors outside any test', { timeout: 120_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'aerie-failures-'))
  for (const [name, text] of Object.entries(FILES)) writeFileSync(join(folder, name), text)
  const file = join(folder, 'failures.txt')
  const reporter = join(ROOT, 'scripts/failures-reporter.mjs')
  const args = [join(ROOT, 'node_modules/vitest/vitest.mjs'), 'run', '--root', folder, '--globals', `--reporter=${reporter}`]
  const code = await new Promise((resolve) => {
    execFile(pinnedNode(), args, { cwd: folder, env: { ...process.env, [FAILURES_FILE]: file, VITEST: undefined } }, (error) =>
      resolve(error?.code),
    )
  })
  expect(code).toBe(1)
  const output = readFileSync(file, 'utf8')
  for (const line of [
    '✗ red.test.js > adds\n    AssertionError: expected 2 to be 3',
    '✗ broken.test.js > could not run\n    Error: cannot load',
    'Unhandled Rejection\n    Error: nobody waits for this',
  ])
    expect(output).toContain(line)
  rmSync(folder, { recursive: true, force: true })
})
