import { readFileSync, rmSync } from 'node:fs'
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
/** How long a PostgreSQL may take to leave by itself, when it is asked to, and when it must at once. */
type Patience = { readonly byItselfMs: number; readonly askedMs: number; readonly atOnceMs: number }
const PATIENCE: Patience = { byItselfMs: 3_000, askedMs: 20_000, atOnceMs: 10_000 }

/**
 * Sees to it that no PostgreSQL of an earlier server is left on this cluster. After a kill -9 of the server its
 * PostgreSQL is stopping by itself (its watcher saw the pipe close); one that does not is asked to, and waited for:
 * it checkpoints and leaves a clean cluster. One whose checkpoint does not end, on a slow disk, stops without it: what was
 * committed is recovered at the start.
 *
 * @throws StartFailure where it does not leave at all
 */
export async function clearOrphan(cluster: string, say: (line: string) => void, patience = PATIENCE): Promise<void> {
  const left = readPostmaster(cluster)
  if (!left) return
  if (isAlive(left.pid) && commandLine(left.pid).includes(cluster)) {
    say(`Waiting for the PostgreSQL of an earlier run (process ${left.pid}) to stop`)
    await waitForExit(left.pid, patience)
  }
  // Left behind by a crash. PostgreSQL itself would trust the pid in it, which may be another program's by now.
  if (readPostmaster(cluster)?.pid === left.pid) rmSync(join(cluster, 'postmaster.pid'), { force: true })
}

async function waitForExit(pid: number, { byItselfMs, askedMs, atOnceMs }: Patience): Promise<void> {
  if (await isGoneWithin(pid, byItselfMs)) return
  signal(pid, 'SIGINT')
  if (await isGoneWithin(pid, askedMs)) return
  signal(pid, 'SIGQUIT')
  if (await isGoneWithin(pid, atOnceMs)) return
  throw new StartFailure(`The PostgreSQL of an earlier run (process ${pid}) does not stop: end it, then start again`)
}

/** It may have left in this very moment. */
function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    if (errnoCode(error) !== 'ESRCH') throw error
  }
}

async function isGoneWithin(pid: number, withinMs: number): Promise<boolean> {
  for (let waited = 0; waited < withinMs; waited += POLL_MS) {
    if (!isAlive(pid)) return true
    await sleep(POLL_MS)
  }
  return !isAlive(pid)
}
