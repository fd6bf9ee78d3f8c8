import { createWriteStream, existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { Clock } from '@aerie/core/time'
import type { PoolClient } from 'pg'
import * as z from 'zod/mini'
import type { Database } from '../../platform/db/client.ts'
import { isDatabaseAway } from '../../platform/db/database-errors.ts'
import { appliedMigration } from '../../platform/db/migrate.ts'
import { VERSION } from '../../platform/version.ts'
import { systemCode } from '../../start-files.ts'
import {
  BACKUP_FORMAT,
  BackupFault,
  type BackupLine,
  beginsAsBackup,
  type CatalogTable,
  EXACT_TEXT,
  quoted,
  tableCatalog,
} from './backup-format.ts'
import { dataFiles } from './data-files.ts'

type Options = { readonly db: Database; readonly clock: Clock; readonly dataDir: string; readonly path: string }
export type BackupSummary = {
  readonly tables: number
  readonly rows: number
  readonly files: readonly string[]
  readonly bytes: number
  /** Files of DATA_DIR not included: other backups, and names Aerie never uses. */
  readonly leftOut: readonly string[]
  /** Incomplete drafts of interrupted backups in the same folder; they contain the secret key. */
  readonly cutOff: readonly string[]
}
type Counts = { tables: number; rows: number; files: string[]; leftOut: string[] }

const BATCH = 500

/** Atomic, consistent snapshot; readable by the owner only, as it contains the secret key. @throws BackupFault; the driver's error */
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
    // Closes the connection, which also ends the transaction and its settings.
    client.release(true)
  }
}

function sayable(error: unknown, path: string, draft: string): unknown {
  const code = systemCode(error)
  if (code === '') return error
  const refused = error instanceof Error && 'path' in error && error.path !== draft ? String(error.path) : undefined
  return new BackupFault(refused === undefined ? `${path} cannot be written (${code}).` : `${refused} cannot be read (${code}).`)
}

const DRAFT = '.part-'
const DRAFT_NAME = /\.part-(\d{1,9})$/

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
  const jsonLine = (line: Exclude<BackupLine, (string | null)[]>): string => `${JSON.stringify(line)}\n`
  yield jsonLine({
    aerie_backup: BACKUP_FORMAT,
    version: VERSION,
    created_at: new Date(clock.now()).toISOString(),
    migrated: await newestMigration(client),
  })
  for (const table of await tableCatalog(client)) {
    const { name, columns, partition } = table
    yield jsonLine({ table: name, columns: columns.map((column) => column.name), ...(partition && { partition }) })
    for await (const row of rowsOf(client, table)) {
      counts.rows += 1
      yield `${row}\n`
    }
    counts.tables += 1
  }
  for (const sequence of await sequencesOf(client)) yield jsonLine(sequence)
  for (const { name, content } of dataFiles(dataDir)) {
    if (content === undefined) counts.leftOut.push(name)
    else {
      counts.files.push(name)
      yield jsonLine({ file: name, content: content.toString('base64') })
    }
  }
  yield jsonLine({ end: true, rows: counts.rows })
}

/** @throws BackupFault if the database has no migrations */
export async function newestMigration(client: Pick<PoolClient, 'query'>): Promise<number> {
  const applied = await appliedMigration(client)
  if (applied === undefined) throw new BackupFault('The database has no tables of Aerie.')
  return applied
}

const rowLine = z.object({ line: z.string() })

/** Uses a cursor: only one batch is in memory. */
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
