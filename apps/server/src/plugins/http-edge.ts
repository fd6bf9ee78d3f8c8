import { randomUUID } from 'node:crypto'
import cookie from '@fastify/cookie'
import proxyAddr from '@fastify/proxy-addr'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import type { Registry } from 'prom-client'
import type { Config } from '../config.ts'
import { describeApi } from './api-document.ts'
import { AppError } from './app-error.ts'
import { boundBodies } from './body-budget.ts'
import { answerBrokenRequest, guardConnections } from './connections.ts'
import { answerErrors, sendProblem } from './error-answers.ts'
import { readJsonBodies } from './json-body.ts'
import { serveMetrics } from './metrics.ts'
import { appErrorOf } from './problem.ts'
import { type ReadyAnswers, serveReadyAnswers } from './ready-answers.ts'
import { compressResponses } from './representations.ts'
import { logRequests } from './request-log.ts'
import { type OriginReport, refuseForeignOrigins } from './same-origin.ts'
import { securityHeaders } from './security-headers.ts'
import { httpOptions, rejectUnknownUpgrades } from './upgrades.ts'

const BODY_LIMIT_BYTES = 64 * 1024
const REQUEST_TIMEOUT_MS = 30_000

/** A server with limits and compilers, and nothing to answer yet. */
export function httpServer(config: Config, logger: FastifyBaseLogger): FastifyInstance {
  const app = Fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    forceCloseConnections: 'idle',
    trustProxy: config.TRUSTED_PROXIES ?? false,
    genReqId: () => randomUUID(),
    clientErrorHandler: answerBrokenRequest,
    http: httpOptions,
    frameworkErrors: (error, _request, reply) => void sendProblem(reply, appErrorOf(error)),
    routerOptions: { maxParamLength: 200 },
  })
  rejectUnknownUpgrades(app.server)
  return app.setValidatorCompiler(validatorCompiler).setSerializerCompiler(serializerCompiler)
}

type EdgeOptions = {
  readonly config: Config
  readonly version: string
  readonly notFound: Parameters<typeof answerErrors>[1]
  readonly isStopping: () => boolean
  readonly answers: ReadyAnswers
  readonly reportOrigin: OriginReport
  /** Name of the cookie that holds the refresh token. */
  readonly refreshCookie: string
}

/** What holds for every route: headers, origins, log, errors, metrics, cookies and the API document. Before the routes. @returns the metrics */
export async function httpEdge(
  app: FastifyInstance,
  { config, version, notFound, isStopping, answers, reportOrigin, refreshCookie }: EdgeOptions,
): Promise<Registry> {
  securityHeaders(app, config.PUBLIC_URL)
  refuseForeignOrigins(app, config.PUBLIC_URL, reportOrigin)
  judgeBodies(app)
  boundBodies(app)
  readJsonBodies(app)
  logRequests(app)
  answerErrors(app, notFound)
  const metrics = serveMetrics(app, config.METRICS_TOKEN)
  compressResponses(app)
  await app.register(cookie)
  await describeApi(app, { version, publicUrl: config.PUBLIC_URL, refreshCookie })
  serveReadyAnswers(app.server, { answers, isOpen: () => !isStopping(), onAnswered: metrics.countReady })
  const trust = proxyAddr.compile([...(config.TRUSTED_PROXIES ?? [])])
  guardConnections(app.server, { isProxy: (address) => trust(address, 0) })
  return metrics.registry
}

/** What is known of a body before it is read: its coding, its type and its size. */
function judgeBodies(app: FastifyInstance): void {
  // Every route that reads text has a parser of its own.
  app.removeContentTypeParser('text/plain')
  app.addHook('onRequest', async ({ headers }, reply) => {
    if (headers['content-encoding'] === undefined || headers['content-encoding'].toLowerCase() === 'identity') return
    reply.header('accept-encoding', 'identity')
    throw new AppError('unsupported_media_type', { detail: 'Send the body without a content coding.' })
  })
  // Comes after the guards: a body that nobody would read is not asked for.
  app.addHook('preParsing', async (request, reply) => {
    const { expect, 'content-length': length } = request.headers
    if (expect !== undefined && !(Number(length) > request.routeOptions.bodyLimit)) reply.raw.writeContinue()
  })
}
