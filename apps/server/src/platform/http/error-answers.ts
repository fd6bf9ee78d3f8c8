import { ERRORS } from '@aerie/wire/errors'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from './app-error.ts'
import { appErrorOf, PROBLEM_TYPE, problemOf } from './problem.ts'

/** RFC 9457 response, for code outside handlers; handlers throw instead. */
export function sendProblem(reply: FastifyReply, error: AppError): FastifyReply {
  const { status } = ERRORS[error.code]
  const retryAfter = error.retryAfterSeconds ?? (status === 503 ? 5 : undefined)
  if (retryAfter !== undefined) reply.header('retry-after', Math.max(1, Math.ceil(retryAfter)))
  if (status === 401) reply.header('www-authenticate', 'Bearer')
  // As text: the route's schema does not apply to errors.
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .type(PROBLEM_TYPE)
    .serializer((body: string) => body)
    .send(JSON.stringify(problemOf(error)))
}

export function answerErrors(app: FastifyInstance, notFound: (request: FastifyRequest, reply: FastifyReply) => unknown): void {
  const methodsOf = routeMethods(app)
  app.setErrorHandler((error, request, reply) => {
    const appError = appErrorOf(error)
    logError(request, appError)
    return sendProblem(reply, appError)
  })
  app.setNotFoundHandler((request, reply) => {
    const allowed = methodsOf(pathOf(request.url))
    if (allowed.length > 0) {
      reply.header('allow', allowed.join(', '))
      return sendProblem(reply, new AppError('method_not_allowed', { detail: `Use ${allowed.join(' or ')} here.` }))
    }
    return notFound(request, reply)
  })
}

export const pathOf = (url: string): string => url.split('?', 1)[0] ?? url

function logError(request: FastifyRequest, error: AppError): void {
  const facts = { code: error.code, ...error.facts }
  if (ERRORS[error.code].status >= 500) request.log.error({ ...facts, err: error.cause ?? error }, 'request failed')
  else request.log.debug(facts, 'request refused')
}

function routeMethods(app: FastifyInstance): (path: string) => string[] {
  const routes: { matches: RegExp; methods: string[] }[] = []
  app.addHook('onRoute', ({ url, method }) => {
    if (url.endsWith('*')) return
    const pattern = url.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll(/:[A-Za-z_]+/g, '[^/]+')
    routes.push({ matches: new RegExp(`^${pattern}$`), methods: [method].flat() })
  })
  return (path) => [...new Set(routes.filter(({ matches }) => matches.test(path)).flatMap(({ methods }) => methods))].sort()
}
