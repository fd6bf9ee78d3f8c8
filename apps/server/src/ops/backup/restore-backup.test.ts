import { describe, expect, it } from 'vitest'
import { LineTooLong, textLines } from './restore-backup.ts'

async function* inPieces(bytes: Buffer, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}
async function all(chunks: AsyncIterable<Buffer>, most: number): Promise<string[]> {
  const lines: string[] = []
  for await (const line of textLines(chunks, most)) lines.push(line)
  return lines
}
const linesOf = (text: string, most = 100, size = 1) => all(inPieces(Buffer.from(text), size), most)

describe('lines of text', () => {
  it.each([1, 2, 3, 1_000])('end only at \n or \r\n, in chunks of %i bytes', async (size) => {
    expect(await linesOf('a\u2028b\u2029\u0085\v\f€😀\r\n\r\n\n\rc\rd\n', 100, size)).toEqual([
      'a\u2028b\u2029\u0085\v\f€😀',
      '',
      '',
      '\rc\rd',
    ])
  })

  it('include a last line without a line break, and none for empty input', async () => {
    expect(await linesOf('\uFEFFa\nb')).toEqual(['\uFEFFa', 'b'])
    expect(await linesOf('')).toEqual([])
  })

  it('have a maximum length, after which nothing more is read', async () => {
    expect(await linesOf('abcd\r\nabcd\n', 4)).toEqual(['abcd', 'abcd'])
    let read = 0
    const endless = async function* () {
      for (;;) {
        read += 1
        yield Buffer.from('ab')
      }
    }
    await expect(all(endless(), 5)).rejects.toThrow(LineTooLong)
    expect(read).toBe(3)
  })
})
