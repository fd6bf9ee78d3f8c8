import { existsSync, mkdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { StartFailure } from './platform/start-failure.ts'

/** A key has 65 bytes, a `.env` with every setting some thousands. */
const MOST_BYTES = 256 * 1024

/** Regular files only, as a pipe would block forever. Undefined if the file does not exist. @throws StartFailure */
export function readStartFile(path: string, what: string): string | undefined {
  try {
    if (!existsSync(path)) return undefined
    const found = statSync(path)
    if (!found.isFile()) throw new StartFailure(`${path} is not a file: ${what} is expected there`)
    if (found.size > MOST_BYTES) throw new StartFailure(`${path} is larger than ${MOST_BYTES / 1024} kB: ${what} is expected there`)
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (error instanceof StartFailure) throw error
    throw new StartFailure(`${path} cannot be read (${systemCode(error)}): ${what} is expected there`, { cause: error })
  }
}

/** Not with `recursive`: Node loops forever if an existing folder rejects new entries with ENOENT, as /proc does. */
export function makeFolder(path: string, mode: number): void {
  const missing: string[] = []
  for (let folder = resolve(path); !existsSync(folder); folder = dirname(folder)) missing.unshift(folder)
  for (const folder of missing) makeOne(folder, mode)
  if (!statSync(path).isDirectory()) throw Object.assign(new Error(`ENOTDIR: ${path} is not a folder`), { code: 'ENOTDIR' })
}

function makeOne(folder: string, mode: number): void {
  try {
    mkdirSync(folder, { mode })
  } catch (error) {
    // Created by a concurrent start.
    if (systemCode(error) !== 'EEXIST') throw error
  }
}

export const systemCode = (error: unknown): string =>
  error instanceof Error && 'code' in error && /^E[A-Z0-9]+$/.test(String(error.code)) ? String(error.code) : ''
