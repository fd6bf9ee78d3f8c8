import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { systemCode } from '../../../start-files.ts'
import { errnoCode } from '../../errno-code.ts'
import { StartFailure } from '../../start-failure.ts'
import { isAlive, startMark } from './process-identity.ts'

export const LOCK_NAME = 'aerie.lock'

const holder = z.object({ pid: z.int().check(z.gte(1)), started: z.string() })
export type LockHolder = z.output<typeof holder>

export function lockHolder(dataDir: string): LockHolder | undefined {
  const found = readLock(join(dataDir, LOCK_NAME))
  if (!found || found.pid === process.pid || !isAlive(found.pid)) return undefined
  const mark = startMark(found.pid)
  return mark === '' || found.started === '' || mark === found.started ? found : undefined
}

/** A lock is stale if its process is gone or its pid was reused. @returns release function @throws StartFailure if held */
export function takeLock(dataDir: string): () => void {
  const path = join(dataDir, LOCK_NAME)
  const draft = `${path}.${process.pid}`
  try {
    writeFileSync(draft, `${JSON.stringify({ pid: process.pid, started: startMark(process.pid) })}\n`, { mode: 0o644 })
    while (!tryLink(draft, path)) {
      const live = lockHolder(dataDir)
      if (live)
        throw new StartFailure(`Another Aerie (process ${live.pid}) already runs on ${dataDir}: stop it first, or set another DATA_DIR`)
      setAside(path)
    }
  } catch (error) {
    if (error instanceof StartFailure) throw error
    const code = systemCode(error)
    const remedy = code === 'ENOSPC' || code === 'EDQUOT' ? 'the disk is full' : 'DATA_DIR must be a folder that this account can write'
    throw new StartFailure(`${path} cannot be used (${code}): ${remedy}`, { cause: error })
  } finally {
    rmSync(draft, { force: true })
  }
  return () => {
    if (readLock(path)?.pid === process.pid) rmSync(path, { force: true })
  }
}

function readLock(path: string): LockHolder | undefined {
  try {
    const parsed = z.safeParse(holder, JSON.parse(readFileSync(path, 'utf8')))
    return parsed.success ? parsed.data : undefined
  } catch (error) {
    // No lock, or one truncated while being written.
    if (error instanceof SyntaxError || errnoCode(error) === 'ENOENT') return undefined
    throw error
  }
}

/** A hard link is created atomically and never overwrites. */
function tryLink(draft: string, path: string): boolean {
  try {
    linkSync(draft, path)
    return true
  } catch (error) {
    if (errnoCode(error) === 'EEXIST') return false
    throw error
  }
}

/** Of two processes that find a stale lock, only one can rename it; the other then finds the new lock. */
function setAside(path: string): void {
  const aside = `${path}.stale.${process.pid}`
  try {
    renameSync(path, aside)
  } catch (error) {
    if (errnoCode(error) === 'ENOENT') return
    throw error
  }
  const moved = readLock(aside)
  if (moved && isAlive(moved.pid) && startMark(moved.pid) === moved.started && moved.pid !== process.pid) tryLink(aside, path)
  rmSync(aside, { force: true })
}
