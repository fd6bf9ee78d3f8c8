import { closeSync, openSync, readSync } from 'node:fs'
import { constants, gunzipSync } from 'node:zlib'
import type { PoolClient } from 'pg'
import * as z from 'zod/mini'

export const BACKUP_FORMAT = 1

/** Path relative to DATA_DIR: plain names, no `..`. */
const filePath = z.string().check(z.regex(/^(?!\.)[\w.-]+(\/(?!\.)[\w.-]+){0,3}$/))

const head = z.object({
  aerie_backup: z.literal(BACKUP_FORMAT),
  version: z.string(),
  created_at: z.iso.datetime(),
  migrated: z.number(),
})
const plainName = z.string().check(z.regex(/^[a-z][a-z0-9_]{0,62}$/))
const whole = z.string().check(z.regex(/^-?\d{1,18}$/))
/** A range partition; `to` is exclusive. */
const partition = z.object({ of: plainName, from: whole, to: whole })
const table = z.object({ table: plainName, columns: z.array(z.string()), partition: z.optional(partition) })
const sequence = z.object({ sequence: z.string(), last: z.string().check(z.regex(/^\d{1,19}$/)) })
const file = z.object({ file: filePath, content: z.string() })
/** Last line; a file without it was truncated. */
const end = z.object({ end: z.literal(true), rows: z.int() })
/** Cells in PostgreSQL's text format. */
const row = z.array(z.nullable(z.string()))

const line = z.union([row, table, sequence, file, head, end])
export type BackupLine = z.output<typeof line>
export type BackupTable = z.output<typeof table>
export type BackupHead = z.output<typeof head>

export class BackupFault extends Error {
  override readonly name = 'BackupFault'
}

const HEAD_BYTES = 4_096

/** Whether a file starts like a backup, complete or not. @throws never */
export function beginsAsBackup(path: string): boolean {
  try {
    const start = Buffer.alloc(HEAD_BYTES)
    const file = openSync(path, 'r')
    const length = readSync(file, start)
    closeSync(file)
    const text = gunzipSync(start.subarray(0, length), { finishFlush: constants.Z_SYNC_FLUSH }).toString('utf8')
    return text.startsWith('{"aerie_backup":')
  } catch {
    return false
  }
}

/** Names a restore would reject are not written. */
export const isFilePath = (name: string): boolean => z.safeParse(filePath, name).success

export function parseLine(text: string, number: number): BackupLine {
  const parsed = z.safeParse(line, jsonOf(text))
  if (!parsed.success) throw new BackupFault(`Line ${number} of the backup cannot be read: the file is damaged or no backup of Aerie.`)
  return parsed.data
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export function parseHead(text: string): BackupHead {
  const parsed = z.safeParse(head, jsonOf(text))
  if (!parsed.success) throw new BackupFault('This is no backup of Aerie, or one of another format.')
  return parsed.data
}

/** A table and its non-generated columns. */
export type CatalogTable = {
  readonly name: string
  readonly columns: ReadonlyArray<{ readonly name: string; readonly type: string }>
  readonly partition: z.output<typeof partition> | null
}

const catalogRow = z.object({
  name: z.string(),
  columns: z.array(z.object({ name: z.string(), type: z.string() })),
  parent: z.nullable(z.string()),
  bound: z.nullable(z.string()),
})

/** Tables that hold rows themselves, by name. @throws for a partitioning scheme backups do not support */
export async function tableCatalog(client: Pick<PoolClient, 'query'>): Promise<CatalogTable[]> {
  const { rows } = await client.query(`
    select c.relname as name,
      json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod)) order by a.attnum) as columns,
      max(i.inhparent::regclass::text) as parent, max(pg_get_expr(c.relpartbound, c.oid)) as bound
    from pg_class c left join pg_inherits i on i.inhrelid = c.oid join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace group by c.relname order by c.relname`)
  return rows.map((row) => {
    const { name, columns, parent, bound } = z.parse(catalogRow, row)
    return { name, columns, partition: parent === null ? null : partitionOf(parent, bound ?? '') }
  })
}

const BOUND = /^FOR VALUES FROM \('?(-?\d+)'?\) TO \('?(-?\d+)'?\)$/

function partitionOf(of: string, bound: string): z.output<typeof partition> {
  const [, from, to] = BOUND.exec(bound) ?? []
  return z.parse(partition, { of, from, to })
}

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** Makes the text output independent of server settings. */
export const EXACT_TEXT = `set local timezone = 'UTC'; set local datestyle = 'ISO, YMD'; set local intervalstyle = 'iso_8601';
  set local bytea_output = 'hex'; set local extra_float_digits = 3; set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0`
