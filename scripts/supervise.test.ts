import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

const SCRIPT = fileURLToPath(new URL('supervise.sh', import.meta.url))

let folder: string
const running: ChildProcess[] = []
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'aerie-supervise-'))
  // Pauses take no time; their length is in the output. The clock stands still, so each crash follows at once.
  program('sleep', 'exit 0')
  program('date', 'echo 0')
})
afterEach(async () => {
  for (const child of running.splice(0)) child.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

function program(name: string, body: string): string {
  const path = join(folder, name)
  writeFileSync(path, `#!/bin/sh\n${body}\n`)
  chmodSync(path, 0o755)
  return path
}

/** `body` runs with `$n`, the number of the start. The announcer exits at once. */
function supervised(body: string, env: Readonly<Record<string, string>> = {}) {
  const starts = join(folder, 'starts')
  const server = program('server', `case "$2" in announce) exit 0 ;; esac\necho $$ >> ${starts}\nn=$(wc -l < ${starts})\n${body}`)
  const child = spawn('/bin/sh', [SCRIPT, server, 'announcer', 'http://x', '0', 'main'], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { PATH: `${folder}:${process.env.PATH}`, ...env },
  })
  running.push(child)
  let output = ''
  child.stderr.on('data', (chunk: Buffer) => {
    output += chunk.toString()
  })
  const pids = (): number[] => (existsSync(starts) ? readFileSync(starts, 'utf8').trim().split('\n').map(Number) : [])
  return {
    child,
    output: () => output,
    pids,
    code: once(child, 'close').then(([code]) => code as number | null),
    isUp: () => vi.waitFor(() => expect(existsSync(join(folder, 'up'))).toBe(true), { timeout: 20_000 }),
  }
}

/** Exits with `code` some time after a signal. Node, because a shell cannot trap an INT that was ignored when it started. */
const waits = (code: number): string => {
  const up = `require('node:fs').writeFileSync('${join(folder, 'up')}', '')`
  const stop = `setTimeout(() => process.exit(${code}), 200)`
  return `exec '${process.execPath}' -e "for (const s of ['SIGINT','SIGTERM','SIGHUP']) process.on(s, () => ${stop}); ${up}; setInterval(() => 0, 1000)"`
}

it('starts a server again that crashes, with pauses that grow to 5 s, and says so in one line each', async () => {
  const { code, output, pids } = supervised('[ "$n" -le 7 ] && exit 75; exit 0')
  expect(await code).toBe(0)
  expect(pids()).toHaveLength(8)
  const pauses = [0.2, 1, 2, 5, 5, 5, 5]
  expect(output()).toBe(
    pauses.map((pause) => `Aerie has ended (exit code 75). Starting it again in ${pause} s; Ctrl+C stops this.\n`).join(''),
  )
})

it('restarts a server that was killed', async () => {
  const { code, output } = supervised('[ "$n" -eq 1 ] && kill -9 $$; exit 0')
  expect(await code).toBe(0)
  expect(output()).toMatch(/^Aerie has ended \(exit code 137\)/)
})

it('adds no output for a server that cannot start', async () => {
  const { code, output, pids } = supervised('exit 1')
  expect([await code, output(), pids().length]).toEqual([1, '', 1])
})

it('keeps retrying a server that was up, even when it cannot start for a while', async () => {
  const { code, pids } = supervised('[ "$n" -eq 1 ] && exit 70; [ "$n" -le 4 ] && exit 1; exit 0')
  expect([await code, pids().length]).toEqual([0, 5])
})

it.each([
  ['resets its delays after a server ran for ten seconds', 10, ['in 0.2 s', 'in 0.2 s', 'in 0.2 s']],
  ['keeps growing its delays when a server runs for less', 9, ['in 0.2 s', 'in 1 s', 'in 2 s']],
])('%s', async (_, seconds, pauses) => {
  const clock = join(folder, 'clock')
  // Each call of `date` is some seconds later; the supervisor calls it at a server's start and end, and before the next start.
  program('date', `t=$(cat ${clock} 2>/dev/null || echo 0); t=$((t + ${seconds})); echo $t > ${clock}; echo $t`)
  const { code, output } = supervised('[ "$n" -le 3 ] && exit 75; exit 0')
  expect(await code).toBe(0)
  expect(output().match(/in [\d.]+ s/g)).toEqual(pauses)
})

it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('forwards %s, waits for the server and exits with its code', async (signal) => {
  const { child, code, pids, isUp } = supervised(waits(7))
  await isUp()
  child.kill(signal)
  expect([await code, pids().length]).toEqual([7, 1])
})

it('exits with the code of a server that something else asked to stop', async () => {
  const { code, pids, isUp } = supervised(waits(0))
  await isUp()
  process.kill(pids()[0] ?? 0, 'SIGTERM')
  expect([await code, pids().length]).toEqual([0, 1])
})

it('exits immediately when asked to stop during a delay', async () => {
  program('sleep', `touch ${join(folder, 'up')}; exec /bin/sleep 600`)
  const { child, code, pids, isUp } = supervised('exit 75')
  await isUp()
  child.kill('SIGTERM')
  expect([await code, pids().length]).toEqual([0, 1])
})

it('restarts a server after the reader of its output is gone', async () => {
  const { child, code, pids } = supervised(
    '[ "$n" -eq 1 ] && while [ ! -e "$(dirname "$0")/gone" ]; do :; done; [ "$n" -le 2 ] && exit 75; exit 0',
  )
  child.stderr.destroy()
  await once(child.stderr, 'close')
  writeFileSync(join(folder, 'gone'), '')
  expect([await code, pids().length]).toEqual([0, 3])
})

it('does not restart when its starter is gone', async () => {
  const gone = spawn('true')
  await once(gone, 'exit')
  const { code, pids } = supervised('exit 75', { AERIE_STARTER_PID: String(gone.pid) })
  expect([await code, pids().length]).toEqual([75, 1])
})
