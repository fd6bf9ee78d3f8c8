import { deflateRawSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { csvOfZip } from './zip-archive.ts'

type File = { readonly name: string; readonly content: Buffer; readonly method?: number; readonly flags?: number }

/** An archive as the format describes it, without checksums, which are not read. */
function zipOf(files: readonly File[], comment = ''): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const { name, content, method = 8, flags = 0 } of files) {
    const packed = method === 8 ? deflateRawSync(content) : content
    const local = Buffer.alloc(30)
    local.writeUInt32LE(0x04034b50, 0)
    local.writeUInt16LE(name.length, 26)
    const entry = Buffer.alloc(46)
    entry.writeUInt32LE(0x02014b50, 0)
    entry.writeUInt16LE(flags, 8)
    entry.writeUInt16LE(method, 10)
    entry.writeUInt32LE(packed.length, 20)
    entry.writeUInt32LE(content.length, 24)
    entry.writeUInt16LE(name.length, 28)
    entry.writeUInt32LE(at, 42)
    parts.push(local, Buffer.from(name), packed)
    directory.push(entry, Buffer.from(name))
    at += local.length + name.length + packed.length
  }
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(files.length, 10)
  end.writeUInt32LE(at, 16)
  end.writeUInt16LE(comment.length, 20)
  return Buffer.concat([...parts, ...directory, end, Buffer.from(comment)])
}

function withFar(archive: Buffer): Buffer {
  archive.writeUInt32LE(0xffffffff, archive.length - 6)
  return archive
}

const MOST = 1_000_000
const csv = { name: 'part-00000.csv', content: Buffer.from('a,b\n1,2\n') }

describe('a ZIP archive', () => {
  it.each([
    ['deflated', zipOf([csv])],
    ['stored', zipOf([{ ...csv, method: 0 }])],
    [
      'with a comment and other files',
      zipOf([{ name: '__MACOSX/._a.csv', content: Buffer.from('x') }, { name: 'readme.txt', content: Buffer.from('x') }, csv], 'note'),
    ],
  ])('gives its CSV file: %s', (_name, archive) => expect(csvOfZip(archive, MOST)?.toString()).toBe('a,b\n1,2\n'))

  it.each([
    ['text', Buffer.from('Date(UTC),Pair,Side,Price,Executed,Amount,Fee')],
    ['nothing', Buffer.alloc(0)],
    ['a start without an end', Buffer.from([0x50, 0x4b, 0x03, 0x04, ...Array<number>(40).fill(0)])],
    ['a spreadsheet', zipOf([{ name: 'xl/workbook.xml', content: Buffer.from('<x/>') }])],
    ['a directory outside the file', withFar(zipOf([csv]))],
    ['thousands of entries', zipOf(Array.from({ length: 2_000 }, (_, at) => ({ name: `${at}.csv`, content: Buffer.from('') })))],
  ])('is not seen in %s', (_name, bytes) => expect(csvOfZip(bytes, MOST)).toBeUndefined())

  it.each([
    ['two CSV files', zipOf([csv, { ...csv, name: 'b.csv' }]), 'holds 2 CSV files'],
    ['a password', zipOf([{ ...csv, flags: 1 }]), 'has a password'],
    ['an unknown method', zipOf([{ ...csv, method: 99 }]), 'not supported'],
    ['content that grows more than two hundred times', zipOf([{ name: 'a.csv', content: Buffer.alloc(900_000) }]), 'too large'],
    ['content beyond the limit', zipOf([{ name: 'a.csv', content: Buffer.alloc(MOST + 1), method: 0 }]), 'too large'],
    ['damaged content', zipOf([{ ...csv, content: Buffer.from('a,b\n'.repeat(99)) }]).fill(0xff, 46, 52), 'is damaged'],
  ])('is refused with %s', (_name, archive, message) => expect(() => csvOfZip(archive, MOST)).toThrow(message))
})
