import { createHash, randomUUID } from 'node:crypto'
import { chmodSync, chownSync, existsSync, lstatSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { makeFolder, systemCode } from '../../../start-files.ts'
import { StartFailure } from '../../start-failure.ts'
import { SHARED_HOME } from './binaries.ts'
import { canReach, type OsAccount } from './os-account.ts'

export type ClusterPaths = {
  /** Parent of everything below; owned by PostgreSQL's account, mode 0700. */
  readonly home: string
  readonly cluster: string
  readonly socketDir: string
  readonly log: string
}

/** File in DATA_DIR that names the cluster's folder if it cannot be inside DATA_DIR. */
export const LOCATION_NAME = 'postgres-location'

/** sun_path is 108 bytes on Linux and 104 on macOS, including a closing zero; PostgreSQL adds its file name and a lock suffix. */
const SOCKET_DIR_MAX = 103 - '/.s.PGSQL.5432.lock'.length

/** Creates DATA_DIR and returns its absolute path. As root, keeps it traversable for PostgreSQL's account. */
export function ensureDataDir(dataDir: string): string {
  const path = resolve(dataDir)
  const isRoot = process.getuid?.() === 0
  try {
    makeFolder(path, isRoot ? 0o711 : 0o700)
  } catch (error) {
    throw new StartFailure(`DATA_DIR ${path} cannot be made (${systemCode(error)}): choose a folder that can be written`, { cause: error })
  }
  return path
}

export function clusterPaths(dataDir: string, account: OsAccount | undefined, print: (line: string) => void): ClusterPaths {
  const home = join(account && !canReach(dataDir, account) ? sharedHome(dataDir, account, print) : dataDir, 'postgres')
  makePrivate(home, account)
  const near = join(home, 'run')
  const socketDir = Buffer.byteLength(near) <= SOCKET_DIR_MAX ? near : join(tmpdir(), `aerie-${shortHash(home)}`)
  makePrivate(socketDir, account)
  return { home, cluster: join(home, 'cluster'), socketDir, log: join(home, 'postgres.log') }
}

/** The random path is stored in DATA_DIR, so that a new DATA_DIR at an old path never finds old data. */
function sharedHome(dataDir: string, account: OsAccount, print: (line: string) => void): string {
  const note = join(dataDir, LOCATION_NAME)
  if (!existsSync(note)) writeFileSync(note, join(SHARED_HOME, randomUUID()), { mode: 0o600 })
  const path = readFileSync(note, 'utf8').trim()
  makeFolder(path, 0o711)
  print(`PostgreSQL keeps its files in ${path}, because its account ${account.name} cannot enter ${dataDir}`)
  return path
}

/** Mode 0700 and the right owner. A folder created by someone else is rejected. */
function makePrivate(path: string, account: OsAccount | undefined): void {
  makeFolder(path, 0o700)
  const { uid } = lstatSync(path)
  const self = process.getuid?.() ?? uid
  if (!lstatSync(path).isDirectory() || (uid !== self && uid !== account?.uid))
    throw new StartFailure(`${path} belongs to somebody else: remove it first`)
  chmodSync(path, 0o700)
  if (account && uid !== account.uid) chownSync(path, account.uid, account.gid)
}

const shortHash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 12)
