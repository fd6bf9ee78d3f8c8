import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { BYTE_ORDER_MARK, csvLine, textCell } from '@aerie/journal/csv-text'
import type { Pool, PoolClient } from 'pg'
import { ZipFile } from 'yazl'
import * as z from 'zod/mini'
import { OWNED_BY, PERSONAL_TABLES, type PersonalTable } from './personal-tables.ts'

const BATCH = 200
export const EXPORTED_TABLES = Object.entries(PERSONAL_TABLES).flatMap(([name, table]) => (table.isExported ? [name] : []))

const columnRow = z.object({ column_name: z.string() })

export async function shownColumns(client: Pick<PoolClient, 'query'>, name: string): Promise<string[]> {
  const { rows } = await client.query(
    `select column_name from information_schema.columns
     where table_schema = 'public' and table_name = $1 and data_type <> 'bytea' order by ordinal_position`,
    [name],
  )
  const hidden = tableOf(name).hidden ?? []
  return rows.map((row) => z.parse(columnRow, row).column_name).filter((column) => !hidden.includes(column))
}

type WantedRows = { readonly name: string; readonly userId: string; readonly columns: readonly string[] }

/** A user's rows as JSON lines. PostgreSQL formats the numbers, so they keep full precision. */
async function* jsonLines(client: PoolClient, wanted: WantedRows): AsyncGenerator<string> {
  const select = `select to_jsonb(t)::text as line from (${selectOf(wanted)}) t`
  for await (const row of rowsOf(client, select, wanted.userId)) yield `${z.parse(lineRow, row).line}\n`
}

/** RFC 4180, with a header. */
async function* csvLines(client: PoolClient, wanted: WantedRows): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLine(wanted.columns.map(csvCell))
  const cells = wanted.columns.map((column) => `t.${quoted(column)}::text`).join(', ')
  const select = `select array[${cells}] as cells from (${selectOf(wanted)}) t`
  for await (const row of rowsOf(client, select, wanted.userId)) yield csvLine(z.parse(cellsRow, row).cells.map(csvCell))
}

const lineRow = z.object({ line: z.string() })
const cellsRow = z.object({ cells: z.array(z.nullable(z.string())) })

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

const NUMBER = /^-?\d+(\.\d+)?(e[+-]\d+)?$/

const csvCell = (text: string | null): string => (text === null || NUMBER.test(text) ? (text ?? '') : textCell(text))

function tableOf(name: string): PersonalTable {
  const table = PERSONAL_TABLES[name]
  if (table === undefined) throw new Error(`${name} is no table of users`)
  return table
}

const selectOf = ({ name, columns }: WantedRows): string =>
  `select ${columns.map(quoted).join(', ')} from ${quoted(name)} where ${OWNED_BY[tableOf(name).belongs]}`

/** Reads through a cursor, so that only one batch is in memory. */
async function* rowsOf(client: PoolClient, select: string, userId: string): AsyncGenerator<unknown> {
  await client.query(`declare export_rows no scroll cursor for ${select}`, [userId])
  for (;;) {
    const { rows } = await client.query(`fetch forward ${BATCH} from export_rows`)
    yield* rows
    if (rows.length < BATCH) break
  }
  await client.query('close export_rows')
}

export type ExportFile = {
  readonly name: string
  readonly about: readonly string[]
  readonly lines: (client: PoolClient, userId: string) => AsyncGenerator<string>
}

export const exportParts = (files: readonly ExportFile[]): number => 1 + 2 * EXPORTED_TABLES.length + files.length

const LINES_A_SIGN = 2_000

type Wanted = {
  readonly pool: Pool
  readonly userId: string
  readonly path: string
  readonly at: Date
  readonly files: readonly ExportFile[]
  /** Called after each file and periodically within; an exception aborts the export. */
  readonly onPart: (done: number) => Promise<void>
}

/** Streams a ZIP from one database snapshot. If it throws, the file is incomplete. */
export async function writeExport({ pool, ...wanted }: Wanted): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('begin isolation level repeatable read read only')
    await zipTo(client, wanted)
    await client.query('commit')
  } finally {
    // Destroys the connection: it may still have an open transaction.
    client.release(true)
  }
}

async function zipTo(client: PoolClient, { userId, path, at, files, onPart }: Omit<Wanted, 'pool'>): Promise<void> {
  const tables = []
  for (const name of EXPORTED_TABLES) tables.push({ name, userId, columns: await shownColumns(client, name) })
  const zip = new ZipFile()
  let done = 1
  async function* counted(lines: AsyncGenerator<string>): AsyncGenerator<string> {
    let count = 0
    for await (const line of lines) {
      yield line
      if (++count % LINES_A_SIGN === 0) await onPart(done)
    }
    done += 1
    await onPart(done)
  }
  // Abort explicitly when a file fails: the ZIP stream itself would wait forever.
  const failure = new AbortController()
  const fail = (error: unknown): void => failure.abort(error)
  zip.on('error', fail)
  const add = (name: string, lines: AsyncGenerator<string>): void => {
    const stream = Readable.from(counted(lines), { objectMode: false }).on('error', fail)
    zip.addReadStream(stream, name, { mtime: at })
  }
  zip.addBuffer(Buffer.from(readMe(at, files)), 'README.txt', { mtime: at })
  for (const table of tables) {
    add(`ndjson/${table.name}.ndjson`, jsonLines(client, table))
    add(`csv/${table.name}.csv`, csvLines(client, table))
  }
  for (const { name, lines } of files) add(name, lines(client, userId))
  zip.end()
  try {
    await pipeline(zip.outputStream, createWriteStream(path, { mode: 0o600, flags: 'wx' }), { signal: failure.signal })
  } catch (error) {
    throw failure.signal.aborted ? failure.signal.reason : error
  }
}

const readMe = (at: Date, files: readonly ExportFile[]): string =>
  [
    `Aerie: all data of your account, as of ${at.toISOString()}.`,
    '',
    'Each table is there twice: ndjson/ has one JSON object a line, csv/ the same rows for a spreadsheet (RFC 4180, UTF-8 with a byte order mark).',
    'Money and sizes are decimal text or whole micro-units of USDC; names that end in _at are ISO 8601 or milliseconds since 1970, UTC.',
    'In CSV, text that a spreadsheet would read as a formula is prefixed with an apostrophe.',
    '',
    ...files.flatMap(({ name, about }) => [`${name}:`, ...about, '']),
    'Not in it, because it is secret or only a means: your password, codes, tokens and keys (also as hashes), signing secrets of webhooks,',
    'and what is computed from the rest.',
    '',
  ].join('\n')
