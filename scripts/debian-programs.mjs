// @ts-check
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell'
const CANDIDATES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome', '/snap/bin/chromium']

/** Chromium for browser tests and benchmarks; `CHROME_PATH` overrides. */
export const findChromium = () => [process.env.CHROME_PATH, ...CANDIDATES].find((path) => path && existsSync(path))

/** Chromium without a window: browser tests take a fifth less time in it. It has one screen. The whole browser if there is none. */
export const findHeadlessShell = () =>
  process.env.CHROME_PATH === undefined && existsSync(HEADLESS_SHELL) ? HEADLESS_SHELL : findChromium()

/**
 * Installs a Debian package where we may.
 *
 * @param {string} name
 * @returns {boolean} whether it is installed now
 */
function install(name) {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const apt = (/** @type {string[]} */ ...args) => spawnSync('apt-get', args, { stdio: ['ignore', 'inherit', 'inherit'], env }).status === 0
  console.log(`Installing ${name} for the tests (apt-get)…`)
  const installOnce = () => apt('install', '-y', '--no-install-recommends', name)
  return installOnce() || (apt('update') && installOnce())
}

/** @returns {boolean} whether there is a Chromium now */
export const ensureChromium = () => findChromium() !== undefined || (install('chromium') && findChromium() !== undefined)

/** Without it, tests use the whole browser and take longer. */
export const tryHeadlessShell = () => existsSync(HEADLESS_SHELL) || install('chromium-headless-shell')

/** Started by the tests themselves, on free ports. @returns {boolean} whether there is a redis-server now */
export const ensureRedis = () => existsSync('/usr/bin/redis-server') || install('redis-server')
