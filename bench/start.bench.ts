import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '@aerie/testkit/free-port'
import { ROOT } from '../e2e/support/aerie-server.ts'
import { until } from '../e2e/support/until.ts'
import type { Benchmark } from './benchmark.ts'
import { commandLine, processTree, proportionalMemory } from './process-tree.ts'

const seconds = (from: number): number => (performance.now() - from) / 1_000

function freshClone(): string {
  const clone = mkdtempSync(join(tmpdir(), 'aerie-bench-clone-'))
  chmodSync(clone, 0o755)
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], { cwd: ROOT, encoding: 'utf8' })
    .split('\0')
    .filter(Boolean)
  for (const file of files) {
    mkdirSync(dirname(join(clone, file)), { recursive: true })
    cpSync(join(ROOT, file), join(clone, file))
  }
  return clone
}

type Started = { readonly child: ChildProcess; readonly url: string; readonly toUrl: number }

async function npmStart(clone: string): Promise<Started> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const from = performance.now()
  const child = spawn('npm', ['start'], {
    cwd: clone,
    stdio: 'ignore',
    env: { ...process.env, PORT: String(port), HOST: '127.0.0.1', MARKET_SOURCE: 'sim' },
  })
  await until('the URL', async () => ((await answers(url)) ? true : undefined), 230_000)
  return { child, url, toUrl: seconds(from) }
}

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(url)).ok
  } catch {
    return false
  }
}

async function stop({ child }: Started): Promise<void> {
  const end = new Promise((resolve) => child.once('exit', resolve))
  // npm and its shell do not forward signals: signal the server itself.
  for (const pid of processTree(child.pid ?? 0)) if (commandLine(pid).includes('apps/server/dist/main.js')) process.kill(pid, 'SIGTERM')
  await end
}

let prepared: Promise<{ clone: string; install: number; first: number }> | undefined
/** One clone for both: npm install alone, then `npm start` of a clone without node_modules. */
const firstStart = () => {
  prepared ??= (async () => {
    const clone = freshClone()
    process.once('exit', () => rmSync(clone, { recursive: true, force: true }))
    const from = performance.now()
    execFileSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: clone, stdio: 'ignore' })
    const install = seconds(from)
    rmSync(join(clone, 'node_modules'), { recursive: true, force: true })
    const started = await npmStart(clone)
    await stop(started)
    return { clone, install, first: started.toUrl }
  })()
  return prepared
}

export const benchmarks: readonly Benchmark[] = [
  {
    name: 'start: fresh clone to the URL (limit: npm install alone + 10 s)',
    run: async () => {
      const { install, first } = await firstStart()
      return { value: first, unit: 's', limit: install + 10 }
    },
  },
  {
    name: 'start: second start to the URL',
    run: async () => {
      const { clone } = await firstStart()
      const started = await npmStart(clone)
      await stop(started)
      return { value: started.toUrl, unit: 's', limit: 3 }
    },
  },
  {
    name: 'start: second start until every part is ready',
    run: async () => {
      const { clone } = await firstStart()
      const from = performance.now()
      const started = await npmStart(clone)
      await until('all parts', async () => ((await answers(`${started.url}/readyz`)) ? true : undefined), 60_000)
      const value = seconds(from)
      await stop(started)
      return { value, unit: 's', limit: 6 }
    },
  },
  {
    name: 'start: memory of all parts, idle for a minute',
    run: async () => {
      const { clone } = await firstStart()
      const started = await npmStart(clone)
      await until('all parts', async () => ((await answers(`${started.url}/readyz`)) ? true : undefined), 60_000)
      await pause(60_000)
      const value = proportionalMemory(processTree(started.child.pid ?? 0))
      await stop(started)
      return { value, unit: 'MB (PSS)', limit: 300 }
    },
  },
]
