import type { ServerResponse } from 'node:http'
import type { Clock } from '@aerie/core/time'
import { keyedTokenBuckets } from '@aerie/runtime/token-bucket'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import type { RpcAnswer } from '../../../ops/chain-node/anvil-process.ts'
import { addressGroup } from '../../../platform/http/address-group.ts'
import { AppError } from '../../../platform/http/app-error.ts'
import { RPC_PATH } from '../chain/chain-facts.ts'
import { orUnavailable } from '../chain/chain-unavailable.ts'
import type { Requester } from './execution-queue.ts'
import type { RpcCall } from './rpc-methods.ts'

type Deps = { readonly ask: (call: RpcCall, asker: Requester) => Promise<RpcAnswer>; readonly clock: Clock }

const MAX_BATCH = 50
const BURST = 300
const PER_SECOND = 100

const rpcCall = z.object({
  jsonrpc: z.literal('2.0'),
  id: z.union([z.number(), z.string().check(z.maxLength(100)), z.null()]),
  method: z.string().check(z.maxLength(100)),
  params: z._default(z.array(z.unknown()).check(z.maxLength(10)), []),
})
const rpcBody = z.union([rpcCall, z.array(rpcCall).check(z.minLength(1), z.maxLength(MAX_BATCH))])

/** Unauthenticated, like a public node: wallet extensions cannot send a token. */
export const rpcRoutes =
  ({ ask, clock }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const buckets = keyedTokenBuckets({ clock, burst: BURST, perSecond: PER_SECOND })
    const answerOf = async ({ id, method, params }: z.output<typeof rpcCall>, asker: Requester) => {
      const { error, result } = await ask({ method, params }, asker)
      return { jsonrpc: '2.0', id, ...(error === undefined ? { result: result ?? null } : { error }) }
    }
    app.post(
      RPC_PATH,
      {
        config: { allowsExtensions: true, isHot: true },
        schema: {
          tags: ['chain'],
          summary: 'JSON-RPC of the local chain: reads, and signed transactions; one call or a batch of at most 50',
          body: rpcBody,
        },
      },
      async (request, reply) => {
        const { body } = request
        const calls = Array.isArray(body) ? body : [body]
        const asker = { caller: addressGroup(request.ip), signal: untilClosed(reply.raw) }
        if (!buckets.take(asker.caller, calls.length))
          throw new AppError('rate_limited', { detail: 'Too many calls to the local chain at once.', retryAfterSeconds: 1 })
        const answers = await orUnavailable(() => Promise.all(calls.map((call) => answerOf(call, asker))))
        return reply.header('cache-control', 'no-store').send(Array.isArray(body) ? answers : answers[0])
      },
    )
  }

/** Aborts if the connection closes before the response is sent. */
function untilClosed(response: ServerResponse): AbortSignal {
  const gone = new AbortController()
  response.once('close', () => !response.writableFinished && gone.abort())
  return gone.signal
}
