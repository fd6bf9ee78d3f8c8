import { existsSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ticker } from '@aerie/runtime/ticker'
import { sqlState } from '../db/database-errors.ts'
import { errnoCode } from '../errno-code.ts'
import type { ServerModule } from '../lifecycle.ts'
import type { HealthRegistry } from './health-registry.ts'

type Options = {
  readonly pool: { readonly query: (sql: string) => Promise<unknown> }
  readonly dataDir: string
  readonly health: HealthRegistry
  readonly print: (line: string) => void
}

export const PROBE_NAME = 'write-probe'
const LOOK_MS = 15_000
/** No response counts as unwritable. A hanging probe occupies a libuv thread or pool connection, so no other starts meanwhile. */
const ANSWER_WITHIN_MS = 10_000
/** Larger than what a file system stores inline, so it must allocate space. */
const PROBE_BYTES = 64 * 1024

/** Allocates and frees disk space in PostgreSQL; a single statement, so it is rolled back. */
const PROBE_SQL = `do $$ begin
  create temp table aerie_write_probe on commit drop as select repeat(md5(random()::text), 250) as filling from generate_series(1, 8);
end $$`

const DATABASE_MESSAGES: Readonly<Record<string, string>> = {
  '53100': "the database's disk is full",
  '58030': "the database's disk has faults",
  '25006': 'the database is read-only',
}

/** Real writes to DATA_DIR and the database: with a full disk the server still reads, and writes get 503. */
export function storageWatch({ pool, dataDir, health, print }: Options): ServerModule & { readonly look: () => Promise<void> } {
  let running: Promise<void> | undefined
  let trouble: string | undefined
  // False if database, keys and chain are all external.
  let isFolderUsed = false
  const probeFolder = oneAtATime(() => folderTrouble(dataDir), 'the disk does not answer')
  const probeDatabase = oneAtATime(() => databaseTrouble(pool), 'the database does not answer')
  const lookOnce = async (): Promise<void> => {
    isFolderUsed ||= existsSync(dataDir)
    const found = (isFolderUsed ? await probeFolder() : undefined) ?? (await probeDatabase())
    if (found === undefined) health.set('storage', 'ok', 'can be written')
    else health.set('storage', 'down', found)
    if (found !== trouble) print(found === undefined ? 'Writing works again' : `Nothing can be stored: ${found}`)
    trouble = found
  }
  const look = (): Promise<void> => {
    running ??= lookOnce().finally(() => {
      running = undefined
    })
    return running
  }
  const looking = ticker(LOOK_MS, look)
  return {
    name: 'storage watch',
    look,
    start: async () => {
      await look()
      looking.start()
    },
    // A pending check removes its own file.
    stop: async () => {
      looking.stop()
      await running
    },
  }
}

async function folderTrouble(dataDir: string): Promise<string | undefined> {
  const path = join(dataDir, PROBE_NAME)
  try {
    await writeFile(path, Buffer.alloc(PROBE_BYTES, 1), { flush: true, mode: 0o600 })
    return undefined
  } catch (error) {
    const code = errnoCode(error) ?? ''
    return FOLDER_MESSAGES[code] ?? `DATA_DIR cannot be written (${code})`
  } finally {
    await rm(path, { force: true }).catch(() => undefined)
  }
}

const FOLDER_MESSAGES: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk of DATA_DIR is full',
  EDQUOT: "DATA_DIR's quota is used up",
  EROFS: 'DATA_DIR is on a disk that is read-only',
  ENOENT: 'DATA_DIR is gone',
}

async function databaseTrouble(pool: Options['pool']): Promise<string | undefined> {
  try {
    await pool.query(PROBE_SQL)
    return undefined
  } catch (error) {
    // Availability is reported by `databaseWatch`.
    return DATABASE_MESSAGES[sqlState(error) ?? '']
  }
}

type Probe = () => Promise<string | undefined>

function oneAtATime(probe: Probe, silence: string): Probe {
  let isPending = false
  return async () => {
    if (isPending) return silence
    isPending = true
    const ended = probe().finally(() => {
      isPending = false
    })
    return await inTime(ended, silence)
  }
}

async function inTime(work: Promise<string | undefined>, silence: string): Promise<string | undefined> {
  const late = Promise.withResolvers<string>()
  const timer = setTimeout(() => late.resolve(silence), ANSWER_WITHIN_MS).unref()
  try {
    return await Promise.race([work, late.promise])
  } finally {
    clearTimeout(timer)
  }
}
