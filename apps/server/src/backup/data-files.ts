import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { LOCATION_NAME } from '../db/embedded/cluster-paths.ts'
import { LOCK_NAME } from '../db/embedded/instance-lock.ts'
import { errnoCode } from '../errno-code.ts'
import { PROBE_NAME } from '../modules/status/storage-watch.ts'
import { BackupFault, isFilePath } from './backup-format.ts'
import { RESTORE_MARK } from './cut-off-restore.ts'

/** A file of DATA_DIR by its path below it; without content where a backup only names it: another backup, and names that Aerie gives to no file. */
export type DataFile = { readonly name: string; readonly content?: Buffer }

/**
 * The database is read through PostgreSQL, the lock and the place of PostgreSQL's files are of this machine, exports are made anew, and
 * what a running server tries its disk with is gone within a moment.
 */
const LEFT_OUT = new Set(['postgres', 'exports', 'uploads', LOCK_NAME, LOCATION_NAME, PROBE_NAME, RESTORE_MARK])
const MOST_FILE_BYTES = 200_000_000

/** Whether no backup holds it and no restore brings it back; those of before may hold some. @param path below DATA_DIR */
export const isLeftOut = (path: string): boolean => LEFT_OUT.has(path.split('/', 1).join())

/** Files of DATA_DIR, each read when it is asked for. @throws BackupFault for one that is too large; the file system's error */
export function* dataFiles(dataDir: string): Generator<DataFile, undefined> {
  for (const name of namesIn(dataDir)) {
    if (!isFilePath(name) || name.endsWith('.backup')) yield { name }
    else {
      const content = contentOf(dataDir, name)
      if (content !== undefined) yield { name, content }
    }
  }
  return undefined
}

/** Undefined where it is gone: a running server takes away what it needs no more. */
function contentOf(dataDir: string, name: string): Buffer | undefined {
  const path = join(dataDir, name)
  try {
    if (statSync(path).size > MOST_FILE_BYTES) throw new BackupFault(`${name} of DATA_DIR is larger than a backup takes.`)
    return readFileSync(path)
  } catch (error) {
    if (errnoCode(error) === 'ENOENT') return undefined
    throw error
  }
}

/** Files below a folder, by their path from DATA_DIR. */
function namesIn(dataDir: string, below = ''): string[] {
  const folder = join(dataDir, below)
  if (!existsSync(folder)) return []
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const name = below === '' ? entry.name : `${below}/${entry.name}`
    if (isLeftOut(name)) return []
    if (entry.isDirectory()) return namesIn(dataDir, name)
    if (!entry.isFile() || entry.name.startsWith('.') || /\.(part|tmp)/.test(entry.name)) return []
    return [name]
  })
}
