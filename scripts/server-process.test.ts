import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { canBecome, nodeBinary, shownUrl } from './server-process.mjs'

const MODULE = new URL('server-process.mjs', import.meta.url).href
const ROOT = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '')
const PRINT_PROCESS =
  'console.log(JSON.stringify([process.ppid, process.env.NODE_ENV, process.env.AERIE_PARENT_PID, process.env.AERIE_STARTER_PID ?? null, process.cwd()]))'

/** Output of a server started by a process with this code, and that process's id. */
function started(env: Readonly<Record<string, string>>, before = '') {
  const start = `supervise(['-e', ${JSON.stringify(PRINT_PROCESS)}], { NODE_ENV: 'production' }, { url: 'http://127.0.0.1:1', startedAt: 0 })`
  const { pid, stdout, status } = spawnSync(
    nodeBinary(),
    ['-e', `${before};import(${JSON.stringify(MODULE)}).then(({ supervise }) => ${start})`],
    {
      encoding: 'utf8',
      cwd: '/',
      env: { PATH: process.env.PATH, ...env },
    },
  )
  return { pid, status, output: JSON.parse(stdout) as unknown[] }
}

it.runIf(canBecome())('becomes the shell that runs the server, with the same process id, in the project root', () => {
  const { pid, status, output } = started({})
  expect([status, ...output]).toEqual([0, pid, 'production', String(pid), null, ROOT])
})

it.runIf(canBecome())("passes the server its starter's process id when npm runs it", () => {
  const { pid, output } = started({ npm_lifecycle_event: 'start' })
  expect(output).toEqual([pid, 'production', String(pid), String(process.pid), ROOT])
})

it('waits for that shell where Node cannot become it', () => {
  const { pid, status, output } = started({}, 'process.execve = undefined')
  const [parent, mode, watched, starter, folder] = output
  expect([status, mode, watched, starter, folder]).toEqual([0, 'production', String(parent), String(pid), ROOT])
  expect(parent).not.toBe(pid)
})

it('shows a loopback address by the name at which passkeys work', () => {
  expect(['http://127.0.0.1:4800', 'http://192.168.1.2:4800', 'http://[::1]:1'].map(shownUrl)).toEqual([
    'http://localhost:4800',
    'http://192.168.1.2:4800',
    'http://[::1]:1',
  ])
})
