import { readdirSync, readFileSync } from 'node:fs'

/** Milliseconds since process start; 0 where the system has no value (other than Linux). */
export type Clocks = {
  readonly at: number
  /** This thread's CPU time, and its time runnable without a free CPU. */
  readonly ranMs: number
  readonly waitedMs: number
  readonly processMs: number
  readonly helpersMs: number
  /** Sum over the other threads of the time runnable without a free CPU. */
  readonly othersWaitedMs: number
  readonly stolenMs: number
}

const TASKS = '/proc/self/task'
const HELPER = 'V8Worker'
const LIST_EVERY_MS = 1_000

type Times = { readonly ranMs: number; readonly waitedMs: number }
type Thread = { readonly id: string; readonly isHelper: boolean }
const NONE: Times = { ranMs: 0, waitedMs: 0 }

function timesOf(path: string): Times {
  try {
    const [ran = 0, waited = 0] = readFileSync(`${path}/schedstat`, 'utf8').split(' ').map(Number)
    return { ranMs: ran / 1e6, waitedMs: waited / 1e6 }
  } catch {
    return NONE
  }
}

function nameOf(id: string): string {
  try {
    return readFileSync(`${TASKS}/${id}/comm`, 'utf8').trim()
  } catch {
    return ''
  }
}

function listThreads(): readonly Thread[] {
  try {
    const own = String(process.pid)
    return readdirSync(TASKS)
      .filter((id) => id !== own)
      .map((id) => ({ id, isHelper: nameOf(id) === HELPER }))
  } catch {
    return []
  }
}

const TICK_MS = 10

function stolenMs(): number {
  try {
    return Number(readFileSync('/proc/stat', 'utf8').split('\n', 1)[0]?.trim().split(/ +/)[8] ?? 0) * TICK_MS
  } catch {
    return 0
  }
}

const sum = (times: readonly Times[], field: keyof Times): number => times.reduce((total, one) => total + one[field], 0)

export function threadClocks(): () => Clocks {
  let threads: readonly Thread[] = []
  let listedAt = Number.NEGATIVE_INFINITY
  return () => {
    const at = performance.now()
    if (at - listedAt > LIST_EVERY_MS) {
      threads = listThreads()
      listedAt = at
    }
    const all = threads.map(({ id, isHelper }) => ({ ...timesOf(`${TASKS}/${id}`), isHelper }))
    const { user, system } = process.cpuUsage()
    const helpers = all.filter(({ isHelper }) => isHelper)
    return {
      at,
      ...timesOf('/proc/thread-self'),
      processMs: (user + system) / 1e3,
      helpersMs: sum(helpers, 'ranMs'),
      othersWaitedMs: sum(all, 'waitedMs'),
      stolenMs: stolenMs(),
    }
  }
}
