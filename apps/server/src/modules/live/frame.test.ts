import { expect, it } from 'vitest'
import { Receiver } from 'ws'
import { textFrame } from './frame.ts'

it.each([0, 1, 125, 126, 65_535, 65_536, 100_000])('makes a frame of %i bytes that a WebSocket reads', async (length) => {
  const receiver = new Receiver({ isServer: false })
  const text = 'x'.repeat(length)
  const read = new Promise((resolve) => receiver.once('message', (data: Buffer, isBinary: boolean) => resolve([data.toString(), isBinary])))
  receiver.write(textFrame(text))
  expect(await read).toEqual([text, false])
})

it('counts bytes, not characters', async () => {
  const receiver = new Receiver({ isServer: false })
  const read = new Promise((resolve) => receiver.once('message', (data: Buffer) => resolve(data.toString())))
  receiver.write(textFrame('€'.repeat(50)))
  expect(await read).toBe('€'.repeat(50))
})
