import { type Endpoint, type EndpointRequest, type EndpointReturn, responseSchema } from '@aerie/wire/endpoint'
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySchema, RouteShorthandOptions } from 'fastify'
import type { ReadyAnswers } from './ready-answers.ts'

type Handler<E extends Endpoint> = (
  input: EndpointRequest<E> &
    (E['auth'] extends 'public' ? unknown : { readonly userId: string }) & {
      readonly request: FastifyRequest
      readonly reply: FastifyReply
    },
) => EndpointReturn<E> | Promise<EndpointReturn<E>>

type Options = Pick<RouteShorthandOptions, 'bodyLimit' | 'preValidation'> & {
  /** Responses are made once for all concurrent requests and kept for half a second. For public data only. */
  readonly answers?: ReadyAnswers
}

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Registers a route by its contract in `packages/wire`. The handler gets parsed input and returns the data of the response, or the page.
     * Of a contract with `file` it sends the response by itself and returns `reply`.
     */
    endpoint: <E extends Endpoint>(endpoint: E, handler: Handler<E>, options?: Options) => void
  }
}

/** What a request has to prove, by `auth` of its endpoint. */
export type EndpointGuards = Readonly<Record<Exclude<Endpoint['auth'], 'public'>, (request: FastifyRequest) => Promise<void>>>

/** Adds `app.endpoint`. Call once on the root, before the routes. */
export function addEndpoints(app: FastifyInstance, guards: EndpointGuards): void {
  app.decorate('endpoint', function (this: FastifyInstance, endpoint, handler, { answers, ...options } = {}) {
    const { method, auth, scope, isRefusedWhileLeaving, errors = [], status = 200, lists, file } = endpoint
    this.route({
      ...options,
      method,
      url: `/api/v1${endpoint.path}`,
      schema: schemaOf(endpoint),
      config: { errors, ...(scope !== undefined && { scope }), ...(isRefusedWhileLeaving && { isRefusedWhileLeaving }) },
      ...(auth !== 'public' && { onRequest: guards[auth] }),
      handler: async (request, reply) => {
        const { params, query, headers, body } = request
        const userId = auth === 'public' ? undefined : request.caller.user.user_id
        const run = async () => await handler({ params, query, headers, body, userId, request, reply } as never) // Fastify has parsed all four
        const wholeOf = (result: unknown) => (lists === undefined ? { data: result } : result)
        if (answers !== undefined) return answers.send(request, reply, async () => wholeOf(await run()))
        const result = await run()
        if (file !== undefined) return result
        if ((method !== 'GET' || auth !== 'public') && !reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
        return reply.code(status).send(wholeOf(result))
      },
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
