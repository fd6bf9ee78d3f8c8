import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from '@aerie/testkit/free-port'
import { SERVER_ENV, SERVER_FLAGS } from '../../scripts/server-options.mjs'
import { copyData, preparedDataFor } from './prepared-data.ts'
import { until } from './until.ts'

export const ROOT = fileURLToPath(new URL('../..', import.meta.url))
/** Several may start at once on a busy machine: only a hang exceeds this. */
const READY_WITHIN_MS = 150_000
const BUNDLE = join(ROOT, 'apps', 'server', 'dist', 'main.js')

export type Mail = { readonly to: string; readonly subject: string; readonly text: string; readonly sentAt: string }

/** A server that is used but not managed. */
export type ServerAddress = {
  readonly url: string
  readonly outbox: () => Promise<Mail[]>
}

export type AerieServer = ServerAddress & {
  readonly dataDir: string
  readonly log: () => string
  readonly pid: () => number
  readonly start: () => Promise<void>
  readonly halt: () => Promise<number | null>
  readonly kill: () => Promise<void>
  readonly remove: () => Promise<void>
}

/**
 * The production build on a free port with its own data folder: a copy of the prepared one in the browser suite, else empty. Resolves once
 * `/readyz` is OK.
 */
export async function startAerie(env: Readonly<Record<string, string>> = {}): Promise<AerieServer> {
  if (!existsSync(BUNDLE)) throw new Error('The server is not built: run `node scripts/build.mjs` first')
  const dataDir = mkdtempSync(join(tmpdir(), 'aerie-e2e-'))
  // The embedded PostgreSQL runs as an unprivileged user and needs access.
  chmodSync(dataDir, 0o755)
  const prepared = preparedDataFor(env)
  if (prepared !== undefined) await copyData(prepared, dataDir)
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const settings = {
    PORT: String(port),
    HOST: '127.0.0.1',
    DATA_DIR: dataDir,
    MARKET_SOURCE: 'sim',
    MARKET_SEED: '7',
    LOG_LEVEL: 'info',
    ...env,
  }
  let child: ChildProcess | undefined
  let written = ''

  const ended = (process: ChildProcess) =>
    new Promise<number | null>((resolve) => {
      if (process.exitCode !== null || process.signalCode !== null) resolve(process.exitCode)
      else process.once('exit', (code) => resolve(code))
    })
  const start = async () => {
    const started = spawn(process.execPath, [...SERVER_FLAGS, BUNDLE], {
      // Outside the project: a developer's .env must not affect a test.
      cwd: dataDir,
      env: { PATH: process.env.PATH, HOME: tmpdir(), ...SERVER_ENV, ...settings },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    child = started
    const keep = (chunk: Buffer) => {
      written += chunk.toString()
    }
    started.stdout.on('data', keep)
    started.stderr.on('data', keep)
    await until(
      'the server to be ready',
      async () => {
        if (started.exitCode !== null) throw new Error(`the server ended with ${started.exitCode}:\n${written.slice(-2_000)}`)
        return (await isReady(url)) ? true : undefined
      },
      READY_WITHIN_MS,
    ).catch((error: unknown) => {
      started.kill('SIGKILL')
      throw new Error(`${String(error)}\n${written.slice(-4_000)}`, { cause: error })
    })
  }
  const stopWith = async (signal: NodeJS.Signals) => {
    if (!child) return null
    const end = ended(child)
    child.kill(signal)
    return await end
  }
  const halt = () => stopWith('SIGTERM')

  await start()
  return {
    ...serverAt(url),
    dataDir,
    log: () => written,
    pid: () => child?.pid ?? 0,
    start,
    halt,
    kill: async () => {
      await stopWith('SIGKILL')
    },
    remove: async () => {
      await halt()
      await rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
    },
  }
}

export const serverAt = (url: string): ServerAddress => ({
  url,
  outbox: async () => (await (await fetch(`${url}/dev/outbox`)).json()) as Mail[],
})

async function isReady(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/readyz`)).ok
  } catch {
    return false
  }
}
