import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { LoggerOptions } from 'pino'
import { pathOf } from './error-answers.ts'
import { urlsAsHosts } from './url-hosts.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Frequent route: only one in a hundred responses is logged, unless it fails or is slow. */
    readonly isHot?: boolean
    readonly isProbe?: boolean
  }
}

const SECRET_FIELDS = ['authorization', 'cookie', 'set-cookie', 'token', 'password', 'code', 'otp', 'secret', 'refresh_token']

/** Redacts these names at the top level and one level down. */
export const loggerOptions = (level: string): LoggerOptions => ({
  level,
  redact: {
    paths: SECRET_FIELDS.flatMap((name) =>
      name === 'code' ? ['body.code', 'data.code'] : [`["${name}"]`, `*["${name}"]`, `*.*["${name}"]`],
    ),
    censor: '[hidden]',
  },
  serializers: { err: errorForLog },
  base: null,
  timestamp: () => `,"time":"${new Date().toISOString()}"`,
})

/** Database errors quote statements and values, also in drizzle's message; provider errors quote their URL. */
export function errorForLog(error: unknown): unknown {
  if (!(error instanceof Error)) return { message: typeof error }
  const code = 'code' in error ? error.code : undefined
  const constraint = 'constraint' in error ? error.constraint : undefined
  return {
    type: error.name,
    message: urlsAsHosts(error.message.replace(/^Failed query:[\s\S]*/, 'a query failed')),
    ...(typeof code === 'string' && { code }),
    ...(typeof constraint === 'string' && { constraint }),
    stack: error.stack
      ?.split('\n')
      .filter((line) => /^\s+at /.test(line))
      .slice(0, 8)
      .map((line) => urlsAsHosts(line.trim())),
    ...(error.cause !== undefined && { cause: errorForLog(error.cause) }),
  }
}

const SLOW_MS = 1_000
const SAMPLE = 100

/** Logs the route rather than the URL, which may contain an e-mail address. */
export function logRequests(app: FastifyInstance): void {
  let hotAnswers = 0
  app.addHook('onResponse', (request, reply, done) => {
    if (request.routeOptions.config.isProbe === true) return done()
    const ms = reply.elapsedTime
    const isDull = reply.statusCode < 400 && ms < SLOW_MS && isSampledRoute(request)
    if (isDull) hotAnswers += 1
    if (!isDull || hotAnswers % SAMPLE === 0) writeLine(request, reply, ms)
    done()
  })
}

const isSampledRoute = ({ routeOptions }: FastifyRequest): boolean => routeOptions.config.isHot === true

function writeLine(request: FastifyRequest, reply: FastifyReply, ms: number): void {
  const route = request.routeOptions.url ?? scrubbedPath(request.url)
  const line = { method: request.method, route, status: reply.statusCode, ms: Math.round(ms * 10) / 10 }
  if (reply.statusCode >= 500) request.log.error(line, 'answered')
  else request.log.info(line, 'answered')
}

const scrubbedPath = (url: string): string =>
  pathOf(url)
    .replaceAll(/[^\w/.%-]/g, '?')
    .slice(0, 80)
