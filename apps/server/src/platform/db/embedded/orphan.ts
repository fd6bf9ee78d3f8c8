import { existsSync, readdirSync, readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { errnoCode } from '../../errno-code.ts'
import { StartFailure } from '../../start-failure.ts'
import { commandLine, isAlive } from './process-identity.ts'

/** Line 1 of postmaster.pid is the process id, line 8 its state. */
type Postmaster = { readonly pid: number; readonly isReady: boolean }

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
/** Wait times for processes of an earlier PostgreSQL: for exiting on their own, and after being signalled. */
type WaitLimits = { readonly byItselfMs: number; readonly atOnceMs: number }
const WAIT_LIMITS: WaitLimits = { byItselfMs: 1_000, atOnceMs: 10_000 }

/** After a kill -9 of the server or of PostgreSQL, backends may survive and block the next start. @throws StartFailure */
export async function clearOrphan(cluster: string, print: (line: string) => void, limits = WAIT_LIMITS): Promise<void> {
  const left = readPostmaster(cluster)
  if (!left) return
  if (isAlive(left.pid) && commandLine(left.pid).includes(cluster)) {
    print(`Waiting for the PostgreSQL of an earlier run (process ${left.pid}) to stop`)
    await waitForExit([left.pid], limits)
  }
  await waitForExit(processesIn(cluster), { ...limits, byItselfMs: 0 })
  // Left by a crash. PostgreSQL would trust the pid in it, which may belong to another program by now.
  if (readPostmaster(cluster)?.pid === left.pid) rmSync(join(cluster, 'postmaster.pid'), { force: true })
}

/** PostgreSQL's processes have the cluster as working directory. Linux only. */
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
    // Gone, or owned by another account.
    return undefined
  }
}

async function waitForExit(pids: readonly number[], { byItselfMs, atOnceMs }: WaitLimits): Promise<void> {
  if (await areGoneWithin(pids, byItselfMs)) return
  for (const pid of pids) sendSignal(pid, 'SIGQUIT')
  if (await areGoneWithin(pids, atOnceMs)) return
  const stubborn = pids.filter(isAlive).join(', ')
  throw new StartFailure(`The PostgreSQL of an earlier run (process ${stubborn}) does not stop: end it, then start again`)
}

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
