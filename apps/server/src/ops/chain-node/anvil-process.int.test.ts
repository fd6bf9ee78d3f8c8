import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { freePort } from '@aerie/testkit/free-port'
import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { startAnvil } from './anvil-process.ts'

it('picks another port when the free one was taken, even by a process that never answers', async () => {
  const silent = createServer().listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const taken = z.parse(z.object({ port: z.number() }), silent.address()).port
  const ports = [taken, taken]
  const folder = mkdtempSync('/tmp/aerie-chain-')
  const node = await startAnvil({ folder, chainId: 31_337, takePort: async () => ports.shift() ?? freePort() })
  expect([await node.request('eth_chainId'), ports, node.url.endsWith(`:${taken}`)]).toEqual(['0x7a69', [], false])
  await node.stop()
  silent.close()
  rmSync(folder, { recursive: true })
})
