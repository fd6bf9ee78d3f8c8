import { createWriteStream, existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { Clock } from '@aerie/core/time'
import type { PoolClient } from 'pg'
import * as z from 'zod/mini'
import type { Database } from '../db/client.ts'
import { isDatabaseAway } from '../db/database-errors.ts'
import { appliedMigration } from '../db/migrate.ts'
import { systemCode } from '../start-files.ts'
import { VERSION } from '../version.ts'
import { BACKUP_FORMAT, BackupFault, type BackupLine, beginsAsBackup } from './backup-format.ts'
import { dataFiles } from './data-files.ts'
import { type CatalogTable, EXACT_TEXT, quoted, tableCatalog } from './table-catalog.ts'

type Options = { readonly db: Database; readonly clock: Clock; readonly dataDir: string; readonly path: string }
/** What a backup holds. */
export type BackupSummary = {
  readonly tables: number
  readonly rows: number
  readonly files: readonly string[]
  readonly bytes: number
  /** Files of DATA_DIR that are not in it: other backups, and names that Aerie gives to no file. */
  readonly leftOut: readonly string[]
  /** Beside it, what backups have left that were cut off: not whole, and with the secret key. */
  readonly cutOff: readonly string[]
}
type Counts = { tables: number; rows: number; files: string[]; leftOut: string[] }

const BATCH = 500

/**
 * Writes everything that the product must not lose into one file, as it stood at one moment, while the server goes on. The file is
 * there whole or not at all, readable by its owner only: it holds the secret key.
 *
 * @throws BackupFault where the file is there already or cannot be written; the driver's error
 */
export async function writeBackup({ db, clock, dataDir, path }: Options): Promise<BackupSummary> {
  if (existsSync(path)) throw new BackupFault(`${path} is there already: a backup overwrites nothing.`)
  const counts: Counts = { tables: 0, rows: 0, files: [], leftOut: [] }
  const draft = `${path}${DRAFT}${process.pid}`
  const client = await db.$client.connect()
  try {
    await client.query('begin isolation level repeatable read read only')
    await client.query(EXACT_TEXT)
    const file = createWriteStream(draft, { flags: 'wx', mode: 0o600, flush: true })
    await pipeline(Readable.from(texts(client, { clock, dataDir, counts })), createGzip(), file)
    renameSync(draft, path)
    return { ...counts, bytes: statSync(path).size, cutOff: cutOffIn(dirname(path)) }
  } catch (error) {
    throw isDatabaseAway(error) ? error : sayable(error, path, draft)
  } finally {
    rmSync(draft, { force: true })
    // Ends the connection, and the transaction and its settings with it.
    client.release(true)
  }
}

/** A file system error names the file: the backup itself, or one of DATA_DIR that cannot be read. */
function sayable(error: unknown, path: string, draft: string): unknown {
  const code = systemCode(error)
  if (code === '') return error
  const refused = error instanceof Error && 'path' in error && error.path !== draft ? String(error.path) : undefined
  return new BackupFault(refused === undefined ? `${path} cannot be written (${code}).` : `${refused} cannot be read (${code}).`)
}

/** Ends the name of a file that is being written; the number of its process follows. */
const DRAFT = '.part-'
const DRAFT_NAME = /\.part-(\d{1,9})$/

/** Drafts in a folder whose process is gone. */
const cutOffIn = (folder: string): string[] =>
  readdirSync(folder).filter((name) => {
    const pid = DRAFT_NAME.exec(name)?.[1]
    return pid !== undefined && !isRunning(Number(pid)) && beginsAsBackup(join(folder, name))
  })

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return systemCode(error) !== 'ESRCH'
  }
}

type Sources = { readonly clock: Clock; readonly dataDir: string; readonly counts: Counts }

async function* texts(client: PoolClient, { clock, dataDir, counts }: Sources): AsyncGenerator<string> {
  const say = (line: Exclude<BackupLine, (string | null)[]>): string => `${JSON.stringify(line)}\n`
  yield say({
    aerie_backup: BACKUP_FORMAT,
    version: VERSION,
    created_at: new Date(clock.now()).toISOString(),
    migrated: await newestMigration(client),
  })
  for (const table of await tableCatalog(client)) {
    const { name, columns, partition } = table
    yield say({ table: name, columns: columns.map((column) => column.name), ...(partition && { partition }) })
    for await (const row of rowsOf(client, table)) {
      counts.rows += 1
      yield `${row}\n`
    }
    counts.tables += 1
  }
  for (const sequence of await sequencesOf(client)) yield say(sequence)
  for (const { name, content } of dataFiles(dataDir)) {
    if (content === undefined) counts.leftOut.push(name)
    else {
      counts.files.push(name)
      yield say({ file: name, content: content.toString('base64') })
    }
  }
  yield say({ end: true, rows: counts.rows })
}

/** Number of the newest migration that a database has. @throws BackupFault where it has none */
export async function newestMigration(client: Pick<PoolClient, 'query'>): Promise<number> {
  const applied = await appliedMigration(client)
  if (applied === undefined) throw new BackupFault('The database has no tables of Aerie.')
  return applied
}

const rowLine = z.object({ line: z.string() })

/** By a cursor: however many rows there are, a batch is in memory. */
async function* rowsOf(client: PoolClient, { name, columns }: CatalogTable): AsyncGenerator<string> {
  const cells = columns.map((column) => `${quoted(column.name)}::text`).join(', ')
  await client.query(`declare backup_rows no scroll cursor for select to_json(array[${cells}]::text[])::text as line from ${quoted(name)}`)
  for (;;) {
    const { rows } = await client.query(`fetch forward ${BATCH} from backup_rows`)
    for (const row of rows) yield z.parse(rowLine, row).line
    if (rows.length < BATCH) break
  }
  await client.query('close backup_rows')
}

async function sequencesOf(client: PoolClient) {
  const { rows } = await client.query(
    `select sequencename as sequence, last_value::text as last from pg_sequences where schemaname = 'public' and last_value is not null order by 1`,
  )
  return rows.map((row) => z.parse(z.object({ sequence: z.string(), last: z.string() }), row))
}
