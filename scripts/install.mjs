// @ts-check
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './run-step.mjs'

const MODULES = join(ROOT, 'node_modules')
const LOCK = join(ROOT, 'package-lock.json')
const STAMP = join(MODULES, '.aerie-install')
const NPM_RECORD = join(MODULES, '.package-lock.json')

const lockHash = () => createHash('sha256').update(readFileSync(LOCK)).digest('hex')
/** Stands for all packages that only tests, checks and benchmarks need. */
const hasTools = () => existsSync(join(MODULES, 'vitest'))

/** Whether node_modules matches the lockfile: by our stamp, else (npm was run by hand) by npm's own record. @param {boolean} tools */
function isInstalled(tools) {
  if (tools && !hasTools()) return false
  if (existsSync(STAMP)) return readFileSync(STAMP, 'utf8').trim() === lockHash()
  return existsSync(NPM_RECORD) && statSync(NPM_RECORD).mtimeMs >= statSync(LOCK).mtimeMs
}

/**
 * Installs the exact versions of the lockfile when they are not there. A start needs about half of the packages; the rest are tools.
 *
 * @param {{ tools?: boolean }} [options] `tools`: also those of tests, checks and benchmarks. Once installed they are kept up to date.
 * @returns {boolean} false when npm failed; it has said why
 */
export function ensureInstalled({ tools = false } = {}) {
  if (isInstalled(tools)) return true
  // Standard output belongs to the command: `forecast evaluate` prints JSON there.
  console.error(tools ? 'Installing what the lockfile names, with the tools for tests…' : 'Installing what the lockfile names…')
  const omitted = tools || hasTools() ? [] : ['--omit=dev']
  mkdirSync(MODULES, { recursive: true })
  // Cut off, an install is not taken for a complete one.
  writeFileSync(STAMP, 'unfinished\n')
  // Not `npm ci`: it rejects a lockfile without packages of platforms that the registry does not carry. This installs the same locked
  // versions and writes neither package.json nor the lockfile. Warnings are about the Node that runs npm; Aerie runs with its own.
  const npm = spawnSync('npm', ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error', ...omitted], {
    cwd: ROOT,
    stdio: ['ignore', 2, 'inherit'],
    shell: process.platform === 'win32',
  })
  if (npm.status !== 0) return false
  removeHeaders()
  writeFileSync(STAMP, `${lockHash()}\n`)
  return true
}

/** 67 MB of C headers in the package of Node, which only the compilation of native packages needs: there is none. */
function removeHeaders() {
  for (const name of readdirSync(MODULES))
    if (/^node-(bin-)?(linux|darwin|win)-/.test(name)) rmSync(join(MODULES, name, 'include'), { recursive: true, force: true })
}
