import { constants } from 'node:buffer'
import { createReadStream, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createGunzip } from 'node:zlib'
import { drizzle } from 'drizzle-orm/node-postgres'
import type { PoolClient } from 'pg'
import type { Database, Db } from '../../platform/db/client.ts'
import { sqlState } from '../../platform/db/database-errors.ts'
import { migrate, migrateTo } from '../../platform/db/migrate.ts'
import { refuseLiveNodes } from '../../platform/duties/nodes.ts'
import { errnoCode } from '../../platform/errno-code.ts'
import {
  BackupFault,
  type BackupHead,
  type BackupLine,
  type BackupTable,
  type CatalogTable,
  EXACT_TEXT,
  parseHead,
  parseLine,
  quoted,
  tableCatalog,
} from './backup-format.ts'
import { markRestore, refuseCutOffRestore, unmarkRestore } from './cut-off-restore.ts'
import { isLeftOut } from './data-files.ts'
import { newestMigration } from './write-backup.ts'

type Options = {
  readonly db: Database
  readonly dataDir: string
  readonly path: string
  readonly note: (tx: Db, head: BackupHead) => Promise<void>
}
export type RestoreSummary = { readonly createdAt: string; readonly rows: number; readonly files: readonly string[] }

const BATCH_ROWS = 500
const BATCH_CHARACTERS = 4_000_000

/** All or nothing, into an empty database and a DATA_DIR without its files; then migrates. @throws BackupFault, StartFailure */
export async function restoreBackup({ db, dataDir, path, note }: Options): Promise<RestoreSummary> {
  await refuseLiveNodes(db)
  await refuseCutOffRestore(db, dataDir)
  const lines = linesOf(path)
  const first = await lines.next()
  if (first.done === true) throw new BackupFault('The backup is empty.')
  const head = parseHead(first.value)
  await prepareTables(db, head)
  const written: string[] = []
  let summary: RestoreSummary
  const client = await db.$client.connect()
  try {
    await client.query('begin')
    await beginRestore(client)
    await markRestore(client, dataDir, head.created_at)
    const rows = await readAll(client, lines, { dataDir, written })
    await note(drizzle(client), head)
    await client.query('commit')
    summary = { createdAt: head.created_at, rows, files: written }
  } catch (error) {
    await client.query('rollback').catch(() => undefined) // a broken connection has rolled back already
    for (const name of written) rmSync(join(dataDir, name), { force: true })
    unmarkRestore(dataDir)
    throw sayable(error, path)
  } finally {
    client.release(true)
  }
  unmarkRestore(dataDir)
  await bringUpToDate(db)
  return summary
}

async function bringUpToDate(db: Database): Promise<void> {
  try {
    await migrate(db)
  } catch (cause) {
    throw new BackupFault(
      'All of the backup is restored, but its tables could not be brought up to date. Do not restore again: the next start tries it once more and says why.',
      { cause },
    )
  }
}

async function prepareTables(db: Database, { migrated }: BackupHead): Promise<void> {
  if (!(await migrateTo(db, migrated))) throw new BackupFault('The backup was made by a newer Aerie: restore it with that one.')
  if ((await newestMigration(db.$client)) !== migrated) throw notEmpty()
}

const notEmpty = (): BackupFault => new BackupFault('The database is not empty: restore into a fresh DATA_DIR, or an empty database.')

/** No triggers and no foreign key checks: the backup is a consistent snapshot. */
async function beginRestore(client: PoolClient): Promise<void> {
  await client.query(EXACT_TEXT)
  await client.query('set local session_replication_role = replica')
  const { rows } = await client.query('select 1 from users limit 1')
  if (rows.length > 0) throw notEmpty()
}

type RestoreTarget = { readonly dataDir: string; readonly written: string[] }

async function readAll(client: PoolClient, lines: AsyncIterable<string>, place: RestoreTarget): Promise<number> {
  const filler = rowFiller(client)
  let number = 1
  let rows = 0
  let isWhole = false
  for await (const text of lines) {
    number += 1
    const line = parseLine(text, number)
    if (isWhole) throw new BackupFault(`Line ${number} of the backup is behind its end.`)
    if (Array.isArray(line)) {
      rows += 1
      await filler.add(text, line.length)
      continue
    }
    await filler.flush()
    if ('end' in line) isWhole = line.rows === rows
    else if ('table' in line) await filler.begin(await knownTable(client, line))
    else await readOther(client, line, place)
  }
  if (!isWhole) throw new BackupFault('The backup is cut: its end is missing. Nothing was restored.')
  return rows
}

type Other = Exclude<BackupLine, (string | null)[] | { table: string } | { end: true }>

async function readOther(client: PoolClient, line: Other, place: RestoreTarget): Promise<void> {
  if ('file' in line) writeFile(place, line)
  else if ('sequence' in line) await setSequence(client, line)
  else throw new BackupFault('The backup begins twice.')
}

async function setSequence(client: PoolClient, { sequence, last }: { sequence: string; last: string }): Promise<void> {
  const { rows } = await client.query("select 1 from pg_sequences where schemaname = 'public' and sequencename = $1", [sequence])
  if (rows.length === 0) throw new BackupFault(`The sequence ${sequence} of the backup is not in this database.`)
  await client.query('select setval($1::regclass, $2::bigint)', [quoted(sequence), last])
}

/** Table names go into SQL, so only names from the catalog are allowed (after creating a missing partition). */
async function knownTable(client: PoolClient, line: BackupTable): Promise<CatalogTable> {
  const find = async () => (await tableCatalog(client)).find(({ name }) => name === line.table)
  if (line.partition !== undefined && (await find()) === undefined) await makePartition(client, line.table, line.partition)
  const table = await find()
  if (table === undefined || table.columns.map(({ name }) => name).join() !== line.columns.join())
    throw new BackupFault(`The table ${line.table} of the backup is not as this database has it.`)
  return table
}

async function makePartition(client: PoolClient, name: string, { of, from, to }: NonNullable<BackupTable['partition']>): Promise<void> {
  const { rows } = await client.query(
    "select 1 from pg_class where relkind = 'p' and relname = $1 and relnamespace = 'public'::regnamespace",
    [of],
  )
  if (rows.length === 0) throw new BackupFault(`The table ${of} of the backup is not as this database has it.`)
  await client.query(`create table ${quoted(name)} partition of ${quoted(of)} for values from (${from}) to (${to})`)
}

function rowFiller(client: PoolClient) {
  let table: CatalogTable | undefined
  let batch: string[] = []
  let characters = 0
  const flush = async (): Promise<void> => {
    if (batch.length === 0 || table === undefined) return
    const names = table.columns.map(({ name }) => quoted(name)).join(', ')
    const cells = table.columns.map(({ type }, at) => `(r->>${at})::${type}`).join(', ')
    await client.query(
      `insert into ${quoted(table.name)} (${names}) overriding system value select ${cells} from jsonb_array_elements($1::jsonb) r`,
      [`[${batch.join(',')}]`],
    )
    batch = []
    characters = 0
  }
  return {
    flush,
    /** Removes rows inserted by migrations: the backup contains them too. */
    begin: async (next: CatalogTable): Promise<void> => {
      table = next
      await client.query(`delete from ${quoted(next.name)}`)
    },
    add: async (row: string, cells: number): Promise<void> => {
      if (cells !== table?.columns.length) throw new BackupFault('A row of the backup has another number of cells than its table.')
      batch.push(row)
      characters += row.length
      if (batch.length >= BATCH_ROWS || characters >= BATCH_CHARACTERS) await flush()
    },
  }
}

function writeFile({ dataDir, written }: RestoreTarget, { file, content }: { file: string; content: string }): void {
  // Written by an older program; not restored here.
  if (isLeftOut(file)) return
  const path = join(dataDir, file)
  if (existsSync(path)) throw new BackupFault(`${file} is in DATA_DIR already: restore into a fresh one.`)
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    written.push(file)
    writeFileSync(path, Buffer.from(content, 'base64'), { mode: 0o600, flag: 'wx', flush: true })
  } catch (error) {
    throw new BackupFault(`${path} cannot be written (${errnoCode(error)}). Nothing was restored.`, { cause: error })
  }
}

async function* linesOf(path: string): AsyncGenerator<string, undefined> {
  const source = createReadStream(path)
  const plain = createGunzip()
  source.on('error', (error) => plain.destroy(error))
  try {
    // Every line was a single string when written, so none exceeds the string limit.
    return yield* textLines(source.pipe(plain), constants.MAX_STRING_LENGTH)
  } catch (error) {
    throw sayable(error, path)
  } finally {
    source.destroy()
  }
}

const NEEDS_RIGHT = '42501'
/** SQLSTATE classes caused by the backup's content. */
const MISFIT = /^(0A|21|22|23|54|42(?!501))/

function sayable(error: unknown, path: string): unknown {
  if (error instanceof LineTooLong) return new BackupFault('A line of the backup is too long: the file is damaged or no backup of Aerie.')
  const code = errnoCode(error)
  if (code?.startsWith('Z_') === true) return new BackupFault('The backup is cut or damaged: it cannot be unpacked. Nothing was restored.')
  if (code === NEEDS_RIGHT && error instanceof Error && error.message.includes('session_replication_role'))
    return new BackupFault(
      'The user of DATABASE_URL may not restore: grant it "set on parameter session_replication_role", or restore as a superuser.',
    )
  // Without PostgreSQL's message, which may quote a row.
  if (MISFIT.test(sqlState(error) ?? ''))
    return new BackupFault(`The backup does not fit this database (${sqlState(error)}): it was changed or damaged. Nothing was restored.`)
  return code === 'ENOENT' || code === 'EACCES' || code === 'EISDIR' ? new BackupFault(`${path} cannot be read (${code}).`) : error
}

export class LineTooLong extends Error {
  override readonly name = 'LineTooLong'
}

/** UTF-8 lines ending in LF or CRLF. Node's readline also splits at U+2028 and U+2029. @throws LineTooLong */
export async function* textLines(chunks: AsyncIterable<Uint8Array>, most: number): AsyncGenerator<string, undefined> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  let line = ''
  const add = (piece: string): void => {
    if (piece === '') return
    // May be the first half of CRLF.
    const isEnd = piece.endsWith('\r')
    if (line.length + piece.length - (isEnd ? 1 : 0) > most) throw new LineTooLong(`A line is longer than ${most} characters.`)
    line += piece
  }
  const take = (): string => {
    const taken = line.endsWith('\r') ? line.slice(0, -1) : line
    line = ''
    return taken
  }
  for await (const chunk of chunks) {
    for (const [at, piece] of decoder.decode(chunk, { stream: true }).split('\n').entries()) {
      if (at > 0) yield take()
      add(piece)
    }
  }
  add(decoder.decode())
  if (line !== '') yield take()
  return undefined
}
