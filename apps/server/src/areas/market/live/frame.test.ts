import type { Writable } from 'node:stream'
import { expect, it } from 'vitest'
import * as ws from 'ws'
import { textFrame } from './frame.ts'

/** `Receiver` is missing from the types of ws. */
const { Receiver } = ws as unknown as { Receiver: new (options: { isServer: boolean }) => Writable }

const read = (frame: Buffer): Promise<unknown> =>
  new Promise((resolve) => {
    const receiver = new Receiver({ isServer: false })
    receiver.once('message', (data: Buffer, isBinary: boolean) => resolve([data.toString(), isBinary]))
    receiver.write(frame)
  })

it.each([0, 1, 125, 126, 65_535, 65_536, 100_000])('builds a frame of %i bytes that a WebSocket can read', async (length) => {
  const text = 'x'.repeat(length)
  expect(await read(textFrame(text))).toEqual([text, false])
})

it('counts bytes, not characters', async () => {
  const text = '€'.repeat(50)
  expect(await read(textFrame(text))).toEqual([text, false])
})
