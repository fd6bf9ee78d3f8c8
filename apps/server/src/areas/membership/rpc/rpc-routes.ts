import type { ServerResponse } from 'node:http'
import type { Clock } from '@aerie/core/time'
import { keyedTokenBuckets } from '@aerie/runtime/token-bucket'
import type { EndpointRequest } from '@aerie/wire/endpoint'
import { callChain } from '@aerie/wire/staking'
import type { FastifyInstance } from 'fastify'
import type { RpcAnswer } from '../../../ops/chain-node/anvil-process.ts'
import { AppError } from '../../../platform/http/app-error.ts'
import { addressGroup } from '../../../platform/http/caller.ts'
import { orUnavailable } from '../chain/chain-host.ts'
import type { Requester } from './execution-queue.ts'
import type { RpcCall } from './rpc-methods.ts'

type Deps = { readonly ask: (call: RpcCall, asker: Requester) => Promise<RpcAnswer>; readonly clock: Clock }
type Call = Exclude<EndpointRequest<typeof callChain>['body'], readonly unknown[]>

const BURST = 300
const PER_SECOND = 100

export const rpcRoutes =
  ({ ask, clock }: Deps) =>
  async (app: FastifyInstance): Promise<void> => {
    const buckets = keyedTokenBuckets({ clock, burst: BURST, perSecond: PER_SECOND })
    const answerOf = async ({ id, method, params }: Call, asker: Requester) => {
      const { error, result } = await ask({ method, params }, asker)
      return { jsonrpc: '2.0', id, ...(error === undefined ? { result: result ?? null } : { error }) }
    }
    app.endpoint(
      callChain,
      async ({ request, reply, body }) => {
        const calls = Array.isArray(body) ? body : [body]
        const asker = { caller: addressGroup(request.ip), signal: untilClosed(reply.raw) }
        if (!buckets.take(asker.caller, calls.length))
          throw new AppError('rate_limited', { detail: 'Too many calls to the local chain at once.', retryAfterSeconds: 1 })
        const answers = await orUnavailable(() => Promise.all(calls.map((call) => answerOf(call, asker))))
        return reply.header('cache-control', 'no-store').send(Array.isArray(body) ? answers : answers[0])
      },
      { config: { allowsExtensions: true, isHot: true } },
    )
  }

/** Aborts if the connection closes before the response is sent. */
function untilClosed(response: ServerResponse): AbortSignal {
  const gone = new AbortController()
  response.once('close', () => !response.writableFinished && gone.abort())
  return gone.signal
}
