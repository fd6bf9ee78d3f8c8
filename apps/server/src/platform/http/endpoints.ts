import { type Endpoint, type EndpointRequest, type EndpointReturn, nothing, responseSchema } from '@aerie/wire/endpoint'
import type { FastifyContextConfig, FastifyInstance, FastifyReply, FastifyRequest, FastifySchema, RouteShorthandOptions } from 'fastify'
import type { ReadyAnswers } from './ready-answers.ts'

type Handler<E extends Endpoint> = (
  input: EndpointRequest<E> &
    (E['auth'] extends 'public' ? unknown : { readonly userId: string }) & {
      readonly request: FastifyRequest
      readonly reply: FastifyReply
    },
) => EndpointReturn<E> | Promise<EndpointReturn<E>>

type Options = Pick<RouteShorthandOptions, 'bodyLimit' | 'preValidation' | 'exposeHeadRoute'> & {
  readonly config?: Pick<FastifyContextConfig, 'allowsExtensions' | 'isHot' | 'isStreamed'>
  /** Run after the check of the caller, before the body is read. */
  readonly onRequest?: readonly ((request: FastifyRequest) => Promise<void>)[]
  /** Responses are made once for all concurrent requests and kept for half a second. For public data only. */
  readonly answers?: ReadyAnswers
}

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Registers a route by its contract in `packages/wire`. The handler gets parsed input and returns the data of the response, the page, or
     * the whole body. A file, or a response of a cache of its own, it sends by itself and returns `reply`.
     */
    endpoint: <E extends Endpoint>(endpoint: E, handler: Handler<E>, options?: Options) => void
  }
}

/** What a request has to prove, by `auth` of its endpoint. */
export type EndpointGuards = Readonly<Record<Exclude<Endpoint['auth'], 'public'>, (request: FastifyRequest) => Promise<void>>>

/** Adds `app.endpoint`. Call once on the root, before the routes. */
export function addEndpoints(app: FastifyInstance, guards: EndpointGuards): void {
  app.decorate('endpoint', function (this: FastifyInstance, endpoint, handler, { answers, config, onRequest = [], ...options } = {}) {
    const { method, auth, scope, isRefusedWhileLeaving, errors = [], status = 200, returns, file } = endpoint
    const wholeOf = (result: unknown) => (returns === undefined ? result : { data: result })
    const run = async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
      const { params, query, headers, body } = request
      const userId = auth === 'public' ? undefined : request.caller.user.user_id
      const result = await handler({ params, query, headers, body, userId, request, reply } as never) // Fastify has parsed all four
      return returns === nothing ? null : result
    }
    const respond = async (request: FastifyRequest, reply: FastifyReply) => {
      // Before the handler, which may change both.
      reply.code(status)
      if (method !== 'GET' || auth !== 'public') reply.header('cache-control', 'no-store')
      const result = await run(request, reply)
      // An awaited `reply` becomes undefined once it is sent.
      return file !== undefined || result === undefined ? result : reply.send(wholeOf(result))
    }
    this.route({
      ...options,
      method,
      url: `/api/v1${endpoint.path}`,
      schema: schemaOf(endpoint),
      config: { ...config, errors, ...(scope !== undefined && { scope }), ...(isRefusedWhileLeaving && { isRefusedWhileLeaving }) },
      onRequest: auth === 'public' ? [...onRequest] : [guards[auth], ...onRequest],
      handler:
        answers === undefined ? respond : (request, reply) => answers.send(request, reply, async () => wholeOf(await run(request, reply))),
    })
  })
}

/** For validation, serialisation and the API document. */
function schemaOf(endpoint: Endpoint): FastifySchema {
  const { path, auth, tag, summary, description, params, query, headers, body, consumes, file, status = 200, isRepeatable } = endpoint
  const { security = auth === 'public' ? [] : ['bearer'] } = endpoint
  const response = responseSchema(endpoint)
  return {
    tags: [tag ?? path.split('/')[1] ?? ''],
    summary,
    ...(description !== undefined && { description }),
    ...(security.length > 0 && { security: security.map((scheme) => ({ [scheme]: [] })) }),
    ...(params !== undefined && { params }),
    ...(query !== undefined && { querystring: query }),
    ...(headers !== undefined && { headers }),
    ...(body !== undefined && { body }),
    ...(consumes !== undefined && { consumes: [...consumes] }),
    ...(file !== undefined && { produces: [file] }),
    ...(response !== undefined && { response: { [status]: response, ...(isRepeatable && { 200: response }) } }),
  }
}
