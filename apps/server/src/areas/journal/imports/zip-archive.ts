import { inflateRawSync } from 'node:zlib'
import { ImportFault } from '@aerie/journal/import/table'

const END = 0x06_05_4b_50
const ENTRY = 0x02_01_4b_50
const FILE = 0x04_03_4b_50
const END_BYTES = 22
const ENTRY_BYTES = 46
const FILE_BYTES = 30
const MOST_COMMENT = 65_535
const MOST_ENTRIES = 100
/** A CSV file, or the XML of a spreadsheet, shrinks to a tenth or so; deflate itself allows a thousandth. */
const MOST_RATIO = 200
const LEAST_LIMIT = 64 * 1024
const STORED = 0
const DEFLATED = 8

export type Entry = {
  readonly name: string
  readonly method: number
  readonly isLocked: boolean
  readonly bytes: number
  readonly at: number
}

export type Archive = readonly Entry[]
export type ZippedFile = { readonly name: string; readonly bytes: Buffer }

/** Most CSV files of one archive: KuCoin's bundles hold about twenty. */
const MOST_FILES = 50

/**
 * The CSV files and spreadsheets of a ZIP archive, as Binance and KuCoin send them. Undefined if it is no archive or holds none.
 * Format: PKWARE APPNOTE 6.3. @throws ImportFault for a password, or content beyond the limits; `mostBytes` limits all files together
 */
export function filesOfZip(archive: Buffer, mostBytes: number): readonly ZippedFile[] | undefined {
  const entries = entriesOf(archive)?.filter(({ name }) => /\.(?:csv|xlsx)$/i.test(name) && !/(?:^|\/)(?:__MACOSX\/|\.)/.test(name))
  if (entries === undefined || entries.length === 0) return undefined
  if (entries.length > MOST_FILES)
    throw new ImportFault(`The ZIP archive holds ${entries.length} CSV files, of at most ${MOST_FILES}. Import fewer of them at once.`)
  const files: ZippedFile[] = []
  let left = mostBytes
  for (const entry of entries) {
    const bytes = contentOf(archive, entry, left)
    if (bytes === undefined) return undefined
    files.push({ name: entry.name.split('/').at(-1) ?? entry.name, bytes })
    left -= bytes.length
  }
  return files
}

/** Content of an entry; undefined if it is not where the directory says. @throws ImportFault */
export function contentOf(archive: Buffer, only: Entry, mostBytes: number): Buffer | undefined {
  if (only.isLocked) throw new ImportFault('The ZIP archive has a password. Unpack it, and import the CSV file in it.')
  const packed = packedBytes(archive, only)
  if (packed === undefined) return undefined
  if (only.method === STORED) return within(packed, mostBytes)
  if (only.method !== DEFLATED)
    throw new ImportFault('The ZIP archive is packed in a way that is not supported. Unpack it, and import the CSV file in it.')
  try {
    return inflateRawSync(packed, { maxOutputLength: Math.max(1, Math.min(mostBytes, packed.length * MOST_RATIO + LEAST_LIMIT)) })
  } catch (error) {
    throw new ImportFault('The ZIP archive is damaged, or its content is too large. Unpack it, and import the CSV file in it.', {
      cause: error,
    })
  }
}

function within(bytes: Buffer, most: number): Buffer {
  if (bytes.length > most) throw new ImportFault('The CSV file in the ZIP archive is too large. Export a shorter period.')
  return bytes
}

/** Entries of the central directory; undefined if it is no archive, or damaged, or longer than any export's. */
export function entriesOf(archive: Buffer): Archive | undefined {
  if (archive.length < END_BYTES || archive.readUInt32LE(0) !== FILE) return undefined
  const end = endAt(archive)
  if (end === undefined) return undefined
  const count = archive.readUInt16LE(end + 10)
  if (count > MOST_ENTRIES) return undefined
  const entries: Entry[] = []
  for (let at = archive.readUInt32LE(end + 16), left = count; left > 0; left -= 1) {
    if (at + ENTRY_BYTES > archive.length || archive.readUInt32LE(at) !== ENTRY) return undefined
    const nameBytes = archive.readUInt16LE(at + 28)
    entries.push({
      name: archive.toString('utf8', at + ENTRY_BYTES, at + ENTRY_BYTES + nameBytes),
      method: archive.readUInt16LE(at + 10),
      isLocked: (archive.readUInt16LE(at + 8) & 1) === 1,
      bytes: archive.readUInt32LE(at + 20),
      at: archive.readUInt32LE(at + 42),
    })
    at += ENTRY_BYTES + nameBytes + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32)
  }
  return entries
}

function endAt(archive: Buffer): number | undefined {
  for (let at = archive.length - END_BYTES; at >= Math.max(0, archive.length - END_BYTES - MOST_COMMENT); at -= 1)
    if (archive.readUInt32LE(at) === END) return at
  return undefined
}

function packedBytes(archive: Buffer, { at, bytes }: Entry): Buffer | undefined {
  if (at + FILE_BYTES > archive.length || archive.readUInt32LE(at) !== FILE) return undefined
  const start = at + FILE_BYTES + archive.readUInt16LE(at + 26) + archive.readUInt16LE(at + 28)
  return start + bytes > archive.length ? undefined : archive.subarray(start, start + bytes)
}
