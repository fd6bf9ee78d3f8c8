import { type Endpoint, type EndpointRequest, type EndpointReturn, responseSchema } from '@aerie/wire/endpoint'
import type { FastifyContextConfig, FastifyInstance, FastifyReply, FastifyRequest, FastifySchema, RouteShorthandOptions } from 'fastify'
import type { ReadyAnswers } from './ready-answers.ts'

type Handler<E extends Endpoint> = (
  input: EndpointRequest<E> &
    (E['auth'] extends 'public' ? unknown : { readonly userId: string }) & {
      readonly request: FastifyRequest
      readonly reply: FastifyReply
    },
) => EndpointReturn<E> | Promise<EndpointReturn<E>>

type Options = Pick<RouteShorthandOptions, 'bodyLimit' | 'preValidation'> & {
  readonly config?: Pick<FastifyContextConfig, 'isHot'>
  /** Responses are made once for all concurrent requests and kept for half a second. For public data only. */
  readonly answers?: ReadyAnswers
}

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Registers a route by its contract in `packages/wire`. The handler gets parsed input and returns the data of the response, or the page.
     * Of a contract with `file`, or with a response of its own cache, it sends the response by itself and returns `reply`.
     */
    endpoint: <E extends Endpoint>(endpoint: E, handler: Handler<E>, options?: Options) => void
  }
}

/** What a request has to prove, by `auth` of its endpoint. */
export type EndpointGuards = Readonly<Record<Exclude<Endpoint['auth'], 'public'>, (request: FastifyRequest) => Promise<void>>>

/** Adds `app.endpoint`. Call once on the root, before the routes. */
export function addEndpoints(app: FastifyInstance, guards: EndpointGuards): void {
  app.decorate('endpoint', function (this: FastifyInstance, endpoint, handler, { answers, config, ...options } = {}) {
    const { method, auth, scope, isRefusedWhileLeaving, errors = [], status = 200, lists, file } = endpoint
    const wholeOf = (result: unknown) => (lists === undefined ? { data: result } : result)
    const run = async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
      const { params, query, headers, body } = request
      const userId = auth === 'public' ? undefined : request.caller.user.user_id
      return handler({ params, query, headers, body, userId, request, reply } as never) // Fastify has parsed all four
    }
    const respond = async (request: FastifyRequest, reply: FastifyReply) => {
      const result = await run(request, reply)
      // An awaited `reply` becomes undefined once it is sent.
      if (file !== undefined || result === undefined) return result
      if ((method !== 'GET' || auth !== 'public') && !reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
      return reply.code(status).send(wholeOf(result))
    }
    this.route({
      ...options,
      method,
      url: `/api/v1${endpoint.path}`,
      schema: schemaOf(endpoint),
      config: { ...config, errors, ...(scope !== undefined && { scope }), ...(isRefusedWhileLeaving && { isRefusedWhileLeaving }) },
      ...(auth !== 'public' && { onRequest: guards[auth] }),
      handler:
        answers === undefined ? respond : (request, reply) => answers.send(request, reply, async () => wholeOf(await run(request, reply))),
    })
  })
}

/** For validation, serialisation and the API document. */
function schemaOf(endpoint: Endpoint): FastifySchema {
  const { path, auth, tag, summary, description, params, query, headers, body, consumes, file, status = 200 } = endpoint
  const response = responseSchema(endpoint)
  return {
    tags: [tag ?? path.split('/')[1] ?? ''],
    summary,
    ...(description !== undefined && { description }),
    ...(auth !== 'public' && { security: [{ bearer: [] }] }),
    ...(params !== undefined && { params }),
    ...(query !== undefined && { querystring: query }),
    ...(headers !== undefined && { headers }),
    ...(body !== undefined && { body }),
    ...(consumes !== undefined && { consumes: [...consumes] }),
    ...(file !== undefined && { produces: [file] }),
    ...(response !== undefined && { response: { [status]: response } }),
  }
}
