import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from '@aerie/testkit/free-port'
import { expect } from 'vitest'
import { PASSWORD } from './account-app.ts'
import { testAdministration } from './administration.ts'
import { testDatabase } from './database.ts'
import { programEnv, programFlags } from './program-env.ts'

const MAIN = fileURLToPath(new URL('../src/main.ts', import.meta.url))

type Options = {
  readonly env?: Readonly<Record<string, string>>
  readonly flags?: readonly string[]
}

export async function killedServer({ env: given = {}, flags = [] }: Options = {}) {
  const database = await testDatabase()
  const folder = mkdtempSync(join(tmpdir(), 'aerie-killed-'))
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const children: ChildProcess[] = []
  const administration = testAdministration(database.db)

  const ask = (path: string, init: RequestInit = {}): Promise<Response> => fetch(`${url}/api/v1${path}`, init)
  return {
    folder,
    db: database.db,
    ask,
    /** Resolves once ready; the duty of the killed one expires by itself. */
    start: async (): Promise<ChildProcess> => {
      const settings = { PORT: String(port), DATA_DIR: folder, DATABASE_URL: database.url, MARKET_SOURCE: 'sim', LOG_LEVEL: 'error' }
      const env = { ...programEnv(), ...settings, ...given }
      const child = spawn(process.execPath, [...programFlags(), ...flags, MAIN], {
        cwd: folder,
        env,
        stdio: ['ignore', 'ignore', 'inherit'],
      })
      children.push(child)
      const isOpen = async () => (await fetch(`${url}/readyz`)).ok
      await expect.poll(() => isOpen().catch(() => false), { timeout: 240_000, interval: 50 }).toBe(true)
      return child
    },
    createUser: async (email: string): Promise<void> => {
      await administration.create({ email, password: PASSWORD, firstName: 'Ada', lastName: 'L' })
    },
    logIn: async (email: string): Promise<string> => {
      const headers = { 'content-type': 'application/json' }
      const answer = await ask('/auth/login', { method: 'POST', headers, body: JSON.stringify({ email, password: PASSWORD }) })
      const { data } = (await answer.json()) as { data: { token: string } }
      return data.token
    },
    close: async (): Promise<void> => {
      for (const child of children) if (child.exitCode === null && child.signalCode === null) await stop(child, 'SIGTERM')
      await database.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export async function stop(child: ChildProcess, signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
  const closed = once(child, 'close')
  child.kill(signal)
  await closed
}
