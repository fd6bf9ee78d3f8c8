// @ts-check
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const CANDIDATES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome', '/snap/bin/chromium']

/** Chromium for browser tests and benchmarks; `CHROME_PATH` overrides. */
export const findChromium = () => [process.env.CHROME_PATH, ...CANDIDATES].find((path) => path && existsSync(path))

/**
 * Installs Debian's Chromium where it is missing and we may.
 *
 * @returns {boolean} whether there is a Chromium now
 */
export function ensureChromium() {
  if (findChromium()) return true
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const apt = (/** @type {string[]} */ ...args) => spawnSync('apt-get', args, { stdio: ['ignore', 'inherit', 'inherit'], env }).status === 0
  console.log('Installing Chromium for the browser tests (apt-get)…')
  const install = () => apt('install', '-y', '--no-install-recommends', 'chromium')
  if (!install() && !(apt('update') && install())) return false
  return findChromium() !== undefined
}
