import { request } from 'node:http'
import { systemClock } from '@aerie/core/time'
import Fastify from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { afterEach, expect, it, vi } from 'vitest'
import { addEndpoints } from '../../../platform/http/endpoints.ts'
import type { Requester } from './execution-queue.ts'
import { rpcRoutes } from './rpc-routes.ts'

const app = Fastify().setValidatorCompiler(validatorCompiler).setSerializerCompiler(serializerCompiler)
afterEach(() => app.close())

it('notifies a running call that its caller has disconnected, but not one that is answered', async () => {
  const askers: Requester[] = []
  const ask = async ({ method }: { method: string }, asker: Requester) => {
    askers.push(asker)
    return method === 'eth_call' ? await new Promise<never>(() => undefined) : { result: '0x1' }
  }
  addEndpoints(app, { user: async () => undefined, recent: async () => undefined })
  await app.register(rpcRoutes({ ask, clock: systemClock }))
  const url = `${await app.listen({ host: '127.0.0.1', port: 0 })}/api/v1/chain/rpc`
  const body = (method: string) => JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: [] })
  const headers = { 'content-type': 'application/json' }
  expect(await (await fetch(url, { method: 'POST', headers, body: body('eth_chainId') })).json()).toMatchObject({ result: '0x1' })
  const hanging = request(url, { method: 'POST', headers }).on('error', () => undefined)
  hanging.end(body('eth_call'))
  await vi.waitFor(() => expect(askers).toHaveLength(2))
  hanging.destroy()
  await vi.waitFor(() => expect(askers.map(({ signal }) => signal.aborted)).toEqual([false, true]))
})
