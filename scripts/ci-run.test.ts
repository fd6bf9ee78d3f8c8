import { spawnSync } from 'node:child_process'
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { ROOT } from './run-step.mjs'

const folder = mkdtempSync(join(tmpdir(), 'aerie-ci-'))
mkdirSync(join(folder, '.ci'))
mkdirSync(join(folder, 'bin'))
copyFileSync(join(ROOT, '.ci', 'run'), join(folder, '.ci', 'run'))
chmodSync(join(folder, '.ci', 'run'), 0o755)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Output and exit code of .ci/run when `npm test` prints `text` and exits with `code`. */
function ciRun(text: string, code: number) {
  writeFileSync(join(folder, 'bin', 'npm'), `#!/bin/sh\ncat <<'END'\n${text}\nEND\nexit ${code}\n`, { mode: 0o755 })
  const env = { PATH: `${join(folder, 'bin')}:${process.env.PATH}` }
  const { status, stdout } = spawnSync(join(folder, '.ci', 'run'), { env, encoding: 'utf8' })
  return { status, last: stdout.trim().split('\n').at(-1) }
}

describe('.ci/run', () => {
  it('ends with the closing line of npm test, and exits with 0', () =>
    expect(ciRun('✓ unit\n\n41 passed, 0 failed', 0)).toEqual({ status: 0, last: '41 passed, 0 failed' }))
  it('prints the line last even when npm adds its own output', () =>
    expect(ciRun('40 passed, 1 failed\nnpm error Lifecycle script `test` failed', 1)).toEqual({ status: 1, last: '40 passed, 1 failed' }))
  it('fails a run that printed nothing', () => expect(ciRun('', 0)).toEqual({ status: 1, last: '0 passed, 1 failed' }))
  it('fails a run that was killed', () => expect(ciRun('── unit', 137)).toEqual({ status: 137, last: '0 passed, 1 failed' }))
  it('fails a clean line with a nonzero exit code', () =>
    expect(ciRun('41 passed, 0 failed', 1)).toEqual({ status: 1, last: '41 passed, 1 failed' }))
  it('fails a failing line even with exit code 0', () =>
    expect(ciRun('41 passed, 2 failed', 0)).toEqual({ status: 1, last: '41 passed, 2 failed' }))
})
