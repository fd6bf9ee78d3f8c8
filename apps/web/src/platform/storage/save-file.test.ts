import { afterEach, expect, it, vi } from 'vitest'
import { saveFile } from './save-file.ts'

afterEach(() => vi.restoreAllMocks())

async function savedBytes(type: string): Promise<number[]> {
  const blobs: Blob[] = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    if (blob instanceof Blob) blobs.push(blob)
    return 'blob:saved'
  })
  saveFile('a.csv', 'ä', type)
  return [...new Uint8Array((await blobs[0]?.arrayBuffer()) ?? new ArrayBuffer(0))]
}

it('starts a CSV file with a byte order mark, and no other file', async () => {
  expect(await savedBytes('text/csv')).toEqual([0xef, 0xbb, 0xbf, 0xc3, 0xa4])
  expect(await savedBytes('text/plain')).toEqual([0xc3, 0xa4])
})
