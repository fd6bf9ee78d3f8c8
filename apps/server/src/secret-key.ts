import { randomBytes } from 'node:crypto'
import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ensureDataDir } from './db/embedded/places.ts'
import { StartFailure } from './start-failure.ts'

const FILE_NAME = 'secret-key'

/**
 * The key that signs tokens and seals what must be sealed: the setting, or 32 random bytes drawn once and kept in
 * DATA_DIR, readable by its owner only.
 */
export function loadSecretKey(setting: string | undefined, dataDir: string): Uint8Array {
  if (setting !== undefined) return new TextEncoder().encode(setting)
  const path = join(ensureDataDir(dataDir), FILE_NAME)
  if (!existsSync(path)) drawKey(path)
  const hex = readFileSync(path, 'utf8').trim()
  if (!/^[0-9a-f]{64}$/.test(hex))
    throw new StartFailure(`${path} does not hold a key of 64 hex digits: restore it, or remove it to end all sessions`)
  return Buffer.from(hex, 'hex')
}

/** Complete or not at all, and the first of two that start at once wins. */
function drawKey(path: string): void {
  const draft = `${path}.${process.pid}`
  writeFileSync(draft, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600, flush: true })
  try {
    linkSync(draft, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(draft, { force: true })
  }
}
