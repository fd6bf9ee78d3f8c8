import { randomBytes } from 'node:crypto'
import { chmodSync, linkSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ensureDataDir } from './db/embedded/cluster-paths.ts'
import { StartFailure } from './start-failure.ts'
import { readStartFile, systemCode } from './start-files.ts'

const FILE_NAME = 'secret-key'
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
  const hex = (readStartFile(path, WHAT) ?? drawnKey(path)).trim()
  if (!/^[0-9a-f]{64}$/.test(hex))
    throw new StartFailure(`${path} does not hold a key of 64 hex digits: restore it, or remove it to end all sessions`)
  keepPrivate(path, say)
  return Buffer.from(hex, 'hex')
}

/** Complete or not at all, and the first of two that start at once wins. */
function drawnKey(path: string): string {
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
  return readStartFile(path, WHAT) ?? ''
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
  say(`${path} was open to others (mode ${was}) and is 0600 now: if others use this machine, remove it; that ends all sessions`)
}
