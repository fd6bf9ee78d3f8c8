import { closeSync, openSync, readSync } from 'node:fs'
import { constants, gunzipSync } from 'node:zlib'
import * as z from 'zod/mini'

/** Number of the format; a file of another one is refused. */
export const BACKUP_FORMAT = 1

/** A file of DATA_DIR by its path below it: plain names, never upwards. */
const filePath = z.string().check(z.regex(/^(?!\.)[\w.-]+(\/(?!\.)[\w.-]+){0,3}$/))

/** First line of a backup. */
const head = z.object({
  aerie_backup: z.literal(BACKUP_FORMAT),
  version: z.string(),
  created_at: z.iso.datetime(),
  /** Newest migration of the database, as its journal numbers it. */
  migrated: z.number(),
})
const plainName = z.string().check(z.regex(/^[a-z][a-z0-9_]{0,62}$/))
const whole = z.string().check(z.regex(/^-?\d{1,18}$/))
/** A part of a table that is cut by time: it holds `from` up to, and without, `to`. */
export const partition = z.object({ of: plainName, from: whole, to: whole })
/** What the lines of rows after it are of. */
const table = z.object({ table: plainName, columns: z.array(z.string()), partition: z.optional(partition) })
const sequence = z.object({ sequence: z.string(), last: z.string().check(z.regex(/^\d{1,19}$/)) })
const file = z.object({ file: filePath, content: z.string() })
/** Last line: without it, the file was cut. */
const end = z.object({ end: z.literal(true), rows: z.int() })
/** Cells as PostgreSQL writes them. */
const row = z.array(z.nullable(z.string()))

/** A line of a backup. */
const line = z.union([row, table, sequence, file, head, end])
export type BackupLine = z.output<typeof line>
export type BackupTable = z.output<typeof table>
export type BackupHead = z.output<typeof head>

/** The file is no backup, or not one for this place: the words say what is wrong. */
export class BackupFault extends Error {
  override readonly name = 'BackupFault'
}

/** The first line is shorter than this, packed. */
const HEAD_BYTES = 4_096

/** Whether a file begins as a backup does, whole or not. @throws never */
export function beginsAsBackup(path: string): boolean {
  try {
    const start = Buffer.alloc(HEAD_BYTES)
    const file = openSync(path, 'r')
    const length = readSync(file, start)
    closeSync(file)
    // Of a piece of a file: what it holds so far.
    const text = gunzipSync(start.subarray(0, length), { finishFlush: constants.Z_SYNC_FLUSH }).toString('utf8')
    return text.startsWith('{"aerie_backup":')
  } catch {
    // Not to be read, or packed in no way that we do.
    return false
  }
}

/** Whether a backup can hold a file of this name: what a restore would refuse is not written. */
export const isFilePath = (name: string): boolean => z.safeParse(filePath, name).success

/** Reads a line. @throws BackupFault */
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

/** The first line. @throws BackupFault */
export function parseHead(text: string): BackupHead {
  const parsed = z.safeParse(head, jsonOf(text))
  if (!parsed.success) throw new BackupFault('This is no backup of Aerie, or one of another format.')
  return parsed.data
}
