// @ts-check
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './run-step.mjs'

const LOCK = join(ROOT, 'package-lock.json')
const STAMP = join(ROOT, 'node_modules', '.aerie-install')
const NPM_RECORD = join(ROOT, 'node_modules', '.package-lock.json')

const lockHash = () => createHash('sha256').update(readFileSync(LOCK)).digest('hex')

/** Whether node_modules matches the lockfile: by our stamp, else (npm was run by hand) by npm's own record. */
export function isInstalled() {
  if (existsSync(STAMP)) return readFileSync(STAMP, 'utf8').trim() === lockHash()
  return existsSync(NPM_RECORD) && statSync(NPM_RECORD).mtimeMs >= statSync(LOCK).mtimeMs
}

/**
 * Installs the exact versions of the lockfile when they are not there.
 *
 * @returns {boolean} false when npm failed; it has said why
 */
export function ensureInstalled() {
  if (isInstalled()) return true
  // Standard output belongs to the command: `forecast evaluate` prints JSON there.
  console.error('Installing what the lockfile names…')
  // Not `npm ci`: it rejects a lockfile without packages of platforms that the registry does not carry. This installs the same locked
  // versions and writes neither package.json nor the lockfile.
  const npm = spawnSync('npm', ['install', '--no-save', '--no-audit', '--no-fund'], {
    cwd: ROOT,
    stdio: ['ignore', 2, 'inherit'],
    shell: process.platform === 'win32',
  })
  if (npm.status !== 0) return false
  writeFileSync(STAMP, `${lockHash()}\n`)
  return true
}
