import { describe, expect, it } from 'vitest'
import { zipOf } from '../../../../test/zip-of.ts'
import { filesOfZip } from './zip-archive.ts'

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
  ])('gives its CSV file: %s', (_name, archive) =>
    expect(filesOfZip(archive, MOST)?.map(({ name, bytes }) => [name, bytes.toString()])).toEqual([['part-00000.csv', 'a,b\n1,2\n']]),
  )

  it('gives all its CSV files by name', () =>
    expect(filesOfZip(zipOf([csv, { ...csv, name: 'folder/b.csv' }]), MOST)?.map(({ name }) => name)).toEqual(['part-00000.csv', 'b.csv']))

  it.each([
    ['text', Buffer.from('Date(UTC),Pair,Side,Price,Executed,Amount,Fee')],
    ['nothing', Buffer.alloc(0)],
    ['a start without an end', Buffer.from([0x50, 0x4b, 0x03, 0x04, ...Array<number>(40).fill(0)])],
    ['a spreadsheet', zipOf([{ name: 'xl/workbook.xml', content: Buffer.from('<x/>') }])],
    ['a directory outside the file', withFar(zipOf([csv]))],
    ['thousands of entries', zipOf(Array.from({ length: 2_000 }, (_, at) => ({ name: `${at}.csv`, content: Buffer.from('') })))],
  ])('is not seen in %s', (_name, bytes) => expect(filesOfZip(bytes, MOST)).toBeUndefined())

  it.each([
    ['too many CSV files', zipOf(Array.from({ length: 51 }, (_, at) => ({ ...csv, name: `${at}.csv` }))), 'holds 51 CSV files'],
    [
      'files beyond the limit together',
      zipOf(['a.csv', 'b.csv'].map((name) => ({ name, content: Buffer.alloc(MOST * 0.6), method: 0 }))),
      'too large',
    ],
    ['a password', zipOf([{ ...csv, flags: 1 }]), 'has a password'],
    ['an unknown method', zipOf([{ ...csv, method: 99 }]), 'not supported'],
    ['content that grows more than two hundred times', zipOf([{ name: 'a.csv', content: Buffer.alloc(900_000) }]), 'too large'],
    ['content beyond the limit', zipOf([{ name: 'a.csv', content: Buffer.alloc(MOST + 1), method: 0 }]), 'too large'],
    ['damaged content', zipOf([{ ...csv, content: Buffer.from('a,b\n'.repeat(99)) }]).fill(0xff, 46, 52), 'is damaged'],
  ])('is refused with %s', (_name, archive, message) => expect(() => filesOfZip(archive, MOST)).toThrow(message))
})
