import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Pool, PoolClient } from 'pg'
import { ZipFile } from 'yazl'
import { csvLines, EXPORTED_TABLES, jsonLines, shownColumns } from './export-rows.ts'

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
    'In CSV an apostrophe stands before whatever a spreadsheet would take for a formula.',
    '',
    ...files.flatMap(({ name, about }) => [`${name}:`, ...about, '']),
    'Not in it, because it is secret or only a means: your password, codes, tokens and keys (also as hashes), signing secrets of webhooks,',
    'and what is computed from the rest.',
    '',
  ].join('\n')
