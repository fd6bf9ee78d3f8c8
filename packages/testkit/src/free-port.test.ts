import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect, it } from 'vitest'
import { freePort } from './free-port.ts'

it('returns each port once, outside the ephemeral range, and skips ports in use', async () => {
  const first = await freePort()
  const taken = createServer().listen(first + 1, '127.0.0.1')
  await once(taken, 'listening')
  const second = await freePort()
  taken.close()
  expect([first, second].every((port) => port >= 20_000 && port < 32_768)).toBe(true)
  expect([first, first + 1]).not.toContain(second)
})
