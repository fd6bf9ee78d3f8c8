import { existsSync, mkdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { StartFailure } from './start-failure.ts'

/** A key has 65 bytes, a `.env` with every setting some thousands. */
const MOST_BYTES = 256 * 1024

/**
 * The text of a small file, undefined where there is none. A pipe would be waited for without end: only files are read.
 *
 * @param what what it is, for the line that says what is wrong
 * @throws StartFailure where it is something else or cannot be read
 */
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

/**
 * Makes a folder and those above it. Not by `recursive`, which in Node goes on for ever where a folder that is there takes
 * no new ones and says that it does not exist, as /proc does.
 *
 * @throws the file system's error
 */
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
    // Another start was quicker.
    if (systemCode(error) !== 'EEXIST') throw error
  }
}

/** The code of an error of the operating system, such as ENOENT; '' for any other. */
export const systemCode = (error: unknown): string =>
  error instanceof Error && 'code' in error && /^E[A-Z0-9]+$/.test(String(error.code)) ? String(error.code) : ''
