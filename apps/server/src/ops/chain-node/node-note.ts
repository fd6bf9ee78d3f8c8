import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { isAlive, startMark } from '../../platform/db/embedded/process-identity.ts'
import { errnoCode } from '../../platform/errno-code.ts'

const NOTE = 'node.json'
const note = z.object({ pid: z.int().check(z.gte(2)), started: z.string(), port: z.int() })

export function noteProcess(folder: string, pid: number, port: number): void {
  writeFileSync(join(folder, NOTE), `${JSON.stringify({ pid, started: startMark(pid), port })}\n`, { mode: 0o600 })
}

/** Kills a node left by an earlier run. Its watchdog does so when the server dies; this covers both being killed at once. */
export function clearOrphan(folder: string): void {
  const left = readNote(folder)
  if (left === undefined || !isAlive(left.pid) || startMark(left.pid) !== left.started) return
  process.kill(-left.pid, 'SIGKILL')
}

export function readNote(folder: string): z.output<typeof note> | undefined {
  try {
    const parsed = z.safeParse(note, JSON.parse(readFileSync(join(folder, NOTE), 'utf8')))
    return parsed.success ? parsed.data : undefined
  } catch (error) {
    if (error instanceof SyntaxError || errnoCode(error) === 'ENOENT') return undefined
    throw error
  }
}
