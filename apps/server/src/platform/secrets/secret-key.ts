import { randomBytes } from 'node:crypto'
import { chmodSync, closeSync, fsyncSync, linkSync, openSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readStartFile, systemCode } from '../../start-files.ts'
import { ensureDataDir } from '../db/embedded/cluster-paths.ts'
import { StartFailure } from '../start-failure.ts'

const FILE_NAME = 'secret-key'
const NEXT_NAME = 'secret-key.next'
const WHAT = 'a key of 64 hex digits'

type Options = {
  readonly setting: string | undefined
  readonly dataDir: string
  readonly print: (line: string) => void
}

/** SECRET_KEY, or 32 random bytes generated once and stored in DATA_DIR, readable by the owner only. @throws StartFailure */
export function loadSecretKey({ setting, dataDir, print }: Options): Uint8Array {
  if (setting !== undefined) return new TextEncoder().encode(setting)
  const path = join(ensureDataDir(dataDir), FILE_NAME)
  const key = readKey(path) ?? drawKey(path)
  keepPrivate(path, print)
  return key
}

/** Key in DATA_DIR, even if SECRET_KEY is set. @throws StartFailure if unreadable */
export const storedKey = (dataDir: string): Uint8Array | undefined => readKey(join(dataDir, FILE_NAME))

export const nextKey = (dataDir: string): Uint8Array | undefined => readKey(join(dataDir, NEXT_NAME))

/** Generates a rotation's key; durable before anything is sealed with it. @throws StartFailure */
export function drawNextKey(dataDir: string): Uint8Array {
  forgetNextKey(dataDir)
  return drawKey(join(dataDir, NEXT_NAME))
}

/** Replaces the old key; a starting server may already have done so. */
export function acceptNextKey(dataDir: string): void {
  try {
    renameSync(join(dataDir, NEXT_NAME), join(dataDir, FILE_NAME))
  } catch (error) {
    if (systemCode(error) !== 'ENOENT') throw error
  }
  syncFolder(dataDir)
}

export const forgetNextKey = (dataDir: string): void => rmSync(join(dataDir, NEXT_NAME), { force: true })

function readKey(path: string): Uint8Array | undefined {
  const text = readStartFile(path, WHAT)
  if (text === undefined) return undefined
  const hex = text.trim()
  if (!/^[0-9a-f]{64}$/.test(hex)) throw new StartFailure(`${path} does not hold a key of 64 hex digits: restore it from a backup`)
  return Buffer.from(hex, 'hex')
}

/** Atomic; with concurrent starts the first wins. */
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

/** Syncs the directory too, so that the key survives a power failure like the data it seals. */
function syncFolder(folder: string): void {
  const opened = openSync(folder, 'r')
  try {
    fsyncSync(opened)
  } catch (error) {
    // Some file systems cannot sync directories.
    if (systemCode(error) !== 'EINVAL') throw error
  } finally {
    closeSync(opened)
  }
}

/** Reading the key allows logging in as anyone: loose permissions are fixed and reported, as the key may have leaked. */
function keepPrivate(path: string, print: (line: string) => void): void {
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
  print(`${path} was open to others (mode ${was}) and is 0600 now: if others use this machine, draw a new key (admin rotate-secret-key)`)
}
