import { mkdtempSync, readdirSync, readSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { afterAll, expect, it } from 'vitest'
import { Uploads } from './import-service.ts'

const folder = mkdtempSync(join(tmpdir(), 'aerie-uploads-'))
afterAll(() => rmSync(folder, { recursive: true }))

function textOf({ fd, bytes }: { fd: number; bytes: number }): string {
  const read = Buffer.alloc(bytes)
  readSync(fd, read, 0, bytes, 0)
  return read.toString()
}
const isOpen = (fd: number): boolean => {
  try {
    readSync(fd, Buffer.alloc(1), 0, 1, 0)
    return true
  } catch {
    return false
  }
}

it('stores a body in a file that is unlinked while it is read and gone afterwards', async () => {
  const uploads = new Uploads(folder)
  let fd = -1
  const text = await uploads.receive(Readable.from([Buffer.from('a,b\n'), Buffer.from('1,2\n')]), async (file) => {
    fd = file.fd
    expect(readdirSync(folder)).toEqual([])
    return textOf(file)
  })
  expect([text, isOpen(fd)]).toEqual(['a,b\n1,2\n', false])
})

it('streams a body from the socket no faster than it is written', async () => {
  const body = new PassThrough({ highWaterMark: 1_024 })
  const read = new Uploads(folder).receive(body, async ({ bytes }) => bytes)
  let pushed = 0
  for (; pushed < 100; pushed += 1) if (!body.write(Buffer.alloc(1_024))) await new Promise((resolve) => body.once('drain', resolve))
  body.end()
  expect(await read).toBe(100 * 1_024)
})

it('refuses an oversized body while the connection can still respond, and releases its share', async () => {
  const uploads = new Uploads(folder, { files: 1, bytes: 200 * 1024 * 1024 })
  const large = Readable.from(Array.from({ length: 60 }, () => Buffer.alloc(1024 * 1024)))
  await expect(uploads.receive(large, async () => undefined)).rejects.toMatchObject({ code: 'payload_too_large' })
  expect(large.destroyed).toBe(false)
  expect(await uploads.receive(Readable.from([Buffer.from('x')]), async ({ bytes }) => bytes)).toBe(1)
})

it('limits the files and bytes of all users together', async () => {
  const uploads = new Uploads(folder, { files: 2, bytes: 10 })
  const open = new PassThrough()
  const first = uploads.receive(open, async ({ bytes }) => bytes)
  open.write(Buffer.alloc(8))
  await expect.poll(() => open.readableLength).toBe(0)
  await expect(uploads.receive(Readable.from([Buffer.alloc(3)]), async () => undefined)).rejects.toMatchObject({ code: 'unavailable' })
  const idle = new PassThrough()
  const second = uploads.receive(idle, async ({ bytes }) => bytes)
  await expect(uploads.receive(Readable.from([]), async () => undefined)).rejects.toMatchObject({ code: 'unavailable' })
  open.end()
  expect(await first).toBe(8)
  idle.end()
  expect(await second).toBe(0)
})

it('reports a truncated body, and leaves nothing open', async () => {
  const body = new PassThrough()
  const reading = new Uploads(folder).receive(body, async () => undefined)
  body.write(Buffer.from('half'))
  body.destroy()
  await expect(reading).rejects.toMatchObject({ code: 'bad_input', detail: 'The file did not arrive whole.' })
  expect(readdirSync(folder)).toEqual([])
})
