import { closeSync, openSync, readSync } from 'node:fs'
import { constants, gunzipSync } from 'node:zlib'
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
export const partition = z.object({ of: plainName, from: whole, to: whole })
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
