import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { PoolClient } from 'pg'
import * as z from 'zod/mini'
import type { Database } from '../../platform/db/client.ts'
import { StartFailure } from '../../platform/start-failure.ts'
import { readStartFile } from '../../start-files.ts'

/** Marker in DATA_DIR during a restore: files are written before the rows are committed. */
export const RESTORE_MARK = 'restoring'

const mark = z.object({ backup_of: z.string(), transaction: z.string().check(z.regex(/^\d{1,20}$/)) })
type Mark = z.output<typeof mark>
const status = z.object({ status: z.nullable(z.string()) })

/** Records the id of the open transaction that inserts the rows. Call before writing the first file. */
export async function markRestore(client: PoolClient, dataDir: string, createdAt: string): Promise<void> {
  const { rows } = await client.query('select pg_current_xact_id()::text as transaction')
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const text = JSON.stringify(z.parse(mark, { ...rows[0], backup_of: createdAt }))
  writeFileSync(join(dataDir, RESTORE_MARK), text, { mode: 0o600, flush: true })
}

export const unmarkRestore = (dataDir: string): void => rmSync(join(dataDir, RESTORE_MARK), { force: true })

/** Rejects a DATA_DIR with restored files but no rows. If the rows were committed, only removes the marker. @throws StartFailure */
export async function refuseCutOffRestore(db: Database, dataDir: string): Promise<void> {
  const path = join(dataDir, RESTORE_MARK)
  if (!existsSync(path)) return
  const found = parseMark(readStartFile(path, 'the mark of a restore') ?? '')
  if (found !== undefined && (await isCommitted(db, found))) return unmarkRestore(dataDir)
  const what = found === undefined ? 'a backup' : `the backup of ${found.backup_of}`
  throw new StartFailure(
    `A restore of ${what} was cut off: ${dataDir} may hold files of it, the secret key among them, and none of its rows. Restore it into a fresh DATA_DIR, then delete this one`,
  )
}

function parseMark(text: string): Mark | undefined {
  try {
    return z.safeParse(mark, JSON.parse(text)).data
  } catch {
    return undefined
  }
}

async function isCommitted({ $client }: Database, { transaction }: Mark): Promise<boolean> {
  // A transaction id from another cluster may be ahead of all ids here; PostgreSQL raises an error for those.
  const { rows } = await $client.query(
    'select case when $1::xid8 < pg_snapshot_xmax(pg_current_snapshot()) then pg_xact_status($1::xid8) end as status',
    [transaction],
  )
  return z.parse(status, rows[0]).status === 'committed'
}
