import { existsSync, readdirSync, readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { errnoCode } from '../../errno-code.ts'
import { StartFailure } from '../../start-failure.ts'
import { commandLine, isAlive } from './process-identity.ts'

/** Line 1 of postmaster.pid is the process, line 8 its state. */
type Postmaster = { readonly pid: number; readonly isReady: boolean }

/** What postmaster.pid of a cluster says, or undefined when there is none. */
export function readPostmaster(cluster: string): Postmaster | undefined {
  try {
    const lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')
    const pid = Number.parseInt(lines[0] ?? '', 10)
    return pid > 1 ? { pid, isReady: lines[7]?.trim() === 'ready' } : undefined
  } catch (error) {
    if (errnoCode(error) === 'ENOENT') return undefined
    throw error
  }
}

const POLL_MS = 25
/** How long processes of an earlier PostgreSQL may take to leave by themselves, and once they must. */
type Patience = { readonly byItselfMs: number; readonly atOnceMs: number }
const PATIENCE: Patience = { byItselfMs: 1_000, atOnceMs: 10_000 }

/**
 * Makes sure that no process of an earlier PostgreSQL is left on this cluster. After a kill -9 of the server its PostgreSQL is already
 * stopping (its watcher saw the pipe close), which takes as long as its last checkpoint. It is not waited for: what was committed is
 * recovered at the start. After a kill -9 of PostgreSQL, a backend in a long query lives on and would keep a new one from starting.
 *
 * @throws StartFailure where one does not leave at all
 */
export async function clearOrphan(cluster: string, say: (line: string) => void, patience = PATIENCE): Promise<void> {
  const left = readPostmaster(cluster)
  if (!left) return
  if (isAlive(left.pid) && commandLine(left.pid).includes(cluster)) {
    say(`Waiting for the PostgreSQL of an earlier run (process ${left.pid}) to stop`)
    await waitForExit([left.pid], patience)
  }
  await waitForExit(processesIn(cluster), { ...patience, byItselfMs: 0 })
  // Left behind by a crash. PostgreSQL itself would trust the pid in it, which may be another program's by now.
  if (readPostmaster(cluster)?.pid === left.pid) rmSync(join(cluster, 'postmaster.pid'), { force: true })
}

/** PostgreSQL's processes work in the folder of their cluster. Known on Linux alone. */
function processesIn(cluster: string): number[] {
  if (process.platform !== 'linux' || !existsSync(cluster)) return []
  const folder = realpathSync(cluster)
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && workingFolder(name) === folder)
    .map(Number)
    .filter((pid) => commandLine(pid).startsWith('postgres:'))
}

function workingFolder(pid: string): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    // Gone, or of another account.
    return undefined
  }
}

async function waitForExit(pids: readonly number[], { byItselfMs, atOnceMs }: Patience): Promise<void> {
  if (await areGoneWithin(pids, byItselfMs)) return
  for (const pid of pids) sendSignal(pid, 'SIGQUIT')
  if (await areGoneWithin(pids, atOnceMs)) return
  const stubborn = pids.filter(isAlive).join(', ')
  throw new StartFailure(`The PostgreSQL of an earlier run (process ${stubborn}) does not stop: end it, then start again`)
}

/** A process that is gone already is none to signal. */
export function sendSignal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    if (errnoCode(error) !== 'ESRCH') throw error
  }
}

async function areGoneWithin(pids: readonly number[], withinMs: number): Promise<boolean> {
  for (let waited = 0; waited < withinMs; waited += POLL_MS) {
    if (!pids.some(isAlive)) return true
    await sleep(POLL_MS)
  }
  return !pids.some(isAlive)
}
