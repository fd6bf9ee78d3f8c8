// @ts-check
import { spawn } from 'node:child_process'
import { existsSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { fileURLToPath } from 'node:url'

export const ROOT = fileURLToPath(new URL('..', import.meta.url))

/**
 * Whether the module of that URL is the program that was started. (`import.meta.main` is not there in Node 20, where a
 * gate would end silently, and pass.)
 *
 * @param {string} moduleUrl
 */
export const isMain = (moduleUrl) => process.argv[1] !== undefined && realpathSync(process.argv[1]) === fileURLToPath(moduleUrl)

/** The pinned Node if installed, else the one that runs this. */
export const pinnedNode = () => {
  const pinned = join(ROOT, 'node_modules', '.bin', process.platform === 'win32' ? 'node.cmd' : 'node')
  return existsSync(pinned) ? pinned : process.execPath
}

const toolPath = () => [join(ROOT, 'node_modules', '.bin'), process.env.PATH ?? ''].join(process.platform === 'win32' ? ';' : ':')

/** @typedef {{ code: number, seconds: number, timedOut: boolean, output: string }} StepResult `output` is empty where it was passed through */

/**
 * Runs one command from the root, its output passed through, or held back until its end where others run beside it. Its whole process group ends when it takes longer than
 * `timeoutMs`; a command that cannot start, is killed or times out has a code other than 0.
 *
 * @param {readonly string[]} command
 * @param {{ timeoutMs?: number, env?: NodeJS.ProcessEnv, stdout?: 'inherit' | 'ignore' | 'held' }} [options]
 * @returns {Promise<StepResult>}
 */
export function runStep(command, { timeoutMs = 600_000, env = {}, stdout = 'inherit' } = {}) {
  const started = performance.now()
  const [program = '', ...args] = command
  return new Promise((resolve) => {
    let timedOut = false
    const child = spawn(program, args, {
      cwd: ROOT,
      detached: process.platform !== 'win32',
      env: { ...process.env, PATH: toolPath(), FORCE_COLOR: '0', NO_COLOR: '1', ...env },
      stdio: stdout === 'held' ? ['ignore', 'pipe', 'pipe'] : ['ignore', stdout, 'inherit'],
    })
    const letOut = holdOutput(child)
    const timer = setTimeout(() => {
      timedOut = true
      stopGroup(child)
    }, timeoutMs)
    const stopWithUs = () => stopGroup(child)
    process.once('exit', stopWithUs)
    for (const signal of SIGNALS) process.once(signal, exitOnSignal)
    const done = (/** @type {number} */ code) => {
      clearTimeout(timer)
      process.removeListener('exit', stopWithUs)
      for (const signal of SIGNALS) process.removeListener(signal, exitOnSignal)
      resolve({ code, seconds: (performance.now() - started) / 1000, timedOut, output: letOut() })
    }
    child.once('error', (error) => {
      console.error(`${command.join(' ')}: ${error.message}`)
      done(127)
    })
    child.once('close', (code) => done(code ?? 1))
  })
}

/**
 * Keeps what a child says into pipes; what it says elsewhere is out already.
 *
 * @param {import('node:child_process').ChildProcess} child
 * @returns {() => string} lets it all out, and gives it
 */
function holdOutput({ stdout, stderr }) {
  /** @type {Buffer[]} */
  const held = []
  for (const stream of [stdout, stderr]) stream?.on('data', (/** @type {Buffer} */ chunk) => held.push(chunk))
  return () => {
    const all = Buffer.concat(held)
    if (all.length > 0) process.stdout.write(all)
    return all.toString('utf8')
  }
}

export const SIGNALS = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])
/** A step has its own process group, which Ctrl+C does not reach: exiting through `exit` stops it. */
export const exitOnSignal = () => process.exit(130)

/**
 * Ends a child that was started detached, and all that it started.
 *
 * @param {import('node:child_process').ChildProcess} child
 */
export function stopGroup(child) {
  if (child.pid === undefined) return
  try {
    if (process.platform === 'win32') child.kill('SIGKILL')
    else process.kill(-child.pid, 'SIGKILL')
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'ESRCH') console.error(String(error))
  }
}
