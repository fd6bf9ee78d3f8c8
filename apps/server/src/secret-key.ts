import { randomBytes } from 'node:crypto'
import { chmodSync, closeSync, fsyncSync, linkSync, openSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ensureDataDir } from './db/embedded/cluster-paths.ts'
import { StartFailure } from './start-failure.ts'
import { readStartFile, systemCode } from './start-files.ts'

const FILE_NAME = 'secret-key'
/** A new key while a rotation is under way. */
const NEXT_NAME = 'secret-key.next'
const WHAT = 'a key of 64 hex digits'

type Options = {
  /** SECRET_KEY, where it is set. */
  readonly setting: string | undefined
  readonly dataDir: string
  /** Told in one line of what the operator should know. */
  readonly say: (line: string) => void
}

/**
 * The key that signs tokens and seals what must be sealed: the setting, or 32 random bytes drawn once and kept in
 * DATA_DIR, readable by its owner only.
 *
 * @throws StartFailure with one line for the operator
 */
export function loadSecretKey({ setting, dataDir, say }: Options): Uint8Array {
  if (setting !== undefined) return new TextEncoder().encode(setting)
  const path = join(ensureDataDir(dataDir), FILE_NAME)
  const key = readKey(path) ?? drawKey(path)
  keepPrivate(path, say)
  return key
}

/** The key in DATA_DIR, whether or not SECRET_KEY is set; undefined where there is none. @throws StartFailure where it cannot be read */
export const storedKey = (dataDir: string): Uint8Array | undefined => readKey(join(dataDir, FILE_NAME))

/** The new key of a rotation that has not ended. @throws StartFailure where it cannot be read */
export const nextKey = (dataDir: string): Uint8Array | undefined => readKey(join(dataDir, NEXT_NAME))

/** Draws the new key of a rotation. It is on the disk before anything is sealed with it. @throws StartFailure */
export function drawNextKey(dataDir: string): Uint8Array {
  forgetNextKey(dataDir)
  return drawKey(join(dataDir, NEXT_NAME))
}

/** The new key of a rotation takes the place of the old one. A start of the server may have been quicker. */
export function acceptNextKey(dataDir: string): void {
  try {
    renameSync(join(dataDir, NEXT_NAME), join(dataDir, FILE_NAME))
  } catch (error) {
    if (systemCode(error) !== 'ENOENT') throw error
  }
  syncFolder(dataDir)
}

/** A rotation that has not sealed anything has come to nothing. */
export const forgetNextKey = (dataDir: string): void => rmSync(join(dataDir, NEXT_NAME), { force: true })

function readKey(path: string): Uint8Array | undefined {
  const text = readStartFile(path, WHAT)
  if (text === undefined) return undefined
  const hex = text.trim()
  if (!/^[0-9a-f]{64}$/.test(hex)) throw new StartFailure(`${path} does not hold a key of 64 hex digits: restore it from a backup`)
  return Buffer.from(hex, 'hex')
}

/** Complete or not at all, and the first of two that start at once wins. */
function drawKey(path: string): Uint8Array {
  const draft = `${path}.${process.pid}`
  try {
    writeFileSync(draft, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600, flush: true })
    linkSync(draft, path)
  } catch (error) {
    if (systemCode(error) !== 'EEXIST')
      throw new StartFailure(`${path} cannot be written (${systemCode(error)}): the secret key belongs there`, { cause: error })
  } finally {
    rmSync(draft, { force: true })
  }
  syncFolder(join(path, '..'))
  const key = readKey(path)
  if (key === undefined) throw new StartFailure(`${path} is not a file: ${WHAT} is expected there`)
  return key
}

/** A file's name, too, is to be found after a power cut: what the key has sealed is. */
function syncFolder(folder: string): void {
  const opened = openSync(folder, 'r')
  try {
    fsyncSync(opened)
  } catch (error) {
    // Some file systems sync no folders.
    if (systemCode(error) !== 'EINVAL') throw error
  } finally {
    closeSync(opened)
  }
}

/** Who can read the key can log in as anybody: a mode such as 0666 is taken back, and said, because it may have been read. */
function keepPrivate(path: string, say: (line: string) => void): void {
  const { mode } = statSync(path)
  if ((mode & 0o077) === 0) return
  const was = `0${(mode & 0o777).toString(8)}`
  try {
    chmodSync(path, 0o600)
  } catch (error) {
    throw new StartFailure(
      `${path} is open to others (mode ${was}), and that cannot be changed (${systemCode(error)}): make it 0600, or set SECRET_KEY`,
      { cause: error },
    )
  }
  say(`${path} was open to others (mode ${was}) and is 0600 now: if others use this machine, draw a new key (admin rotate-secret-key)`)
}
