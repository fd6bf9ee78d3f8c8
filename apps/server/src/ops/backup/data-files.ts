import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { LOCATION_NAME } from '../../platform/db/embedded/cluster-paths.ts'
import { LOCK_NAME } from '../../platform/db/embedded/instance-lock.ts'
import { errnoCode } from '../../platform/errno-code.ts'
import { PROBE_NAME } from '../../platform/health/storage-watch.ts'
import { BackupFault, isFilePath } from './backup-format.ts'
import { RESTORE_MARK } from './cut-off-restore.ts'

/** Without `content`, the file is only listed: other backups, and names Aerie never uses. */
export type DataFile = { readonly name: string; readonly content?: Buffer }

/** PostgreSQL is dumped; locks and locations are machine-specific; exports are regenerated; disk probes are temporary. */
const LEFT_OUT = new Set(['postgres', 'exports', 'uploads', LOCK_NAME, LOCATION_NAME, PROBE_NAME, RESTORE_MARK])
const MOST_FILE_BYTES = 200_000_000

/** Excluded from backup and restore; older backups may contain some. */
export const isLeftOut = (path: string): boolean => LEFT_OUT.has(path.split('/', 1).join())

/** Each read on demand. @throws BackupFault for a file that is too large; the file system's error */
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
