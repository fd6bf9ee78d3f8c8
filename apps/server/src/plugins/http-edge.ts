import { randomUUID } from 'node:crypto'
import cookie from '@fastify/cookie'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import type { Registry } from 'prom-client'
import type { Config } from '../config.ts'
import { serveApiDocument } from './api-document.ts'
import { answerBrokenRequest, answerErrors, sendProblem } from './error-answers.ts'
import { refuseDeepBodies } from './json-depth.ts'
import { serveMetrics } from './metrics.ts'
import { appErrorOf } from './problem.ts'
import { type ReadyAnswers, serveReadyAnswers } from './ready-answers.ts'
import { logRequests } from './request-log.ts'
import { refuseForeignOrigins } from './same-origin.ts'
import { securityHeaders } from './security-headers.ts'
import { rejectUnknownUpgrades, upgradeOptions } from './upgrades.ts'

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
    http: upgradeOptions,
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
}

/** What holds for every route: headers, origins, log, errors, metrics, cookies and the API document. Before the routes. @returns the metrics */
export async function httpEdge(app: FastifyInstance, { config, version, notFound, isStopping, answers }: EdgeOptions): Promise<Registry> {
  securityHeaders(app, config.PUBLIC_URL)
  refuseForeignOrigins(app, config.PUBLIC_URL)
  refuseDeepBodies(app)
  logRequests(app)
  answerErrors(app, notFound)
  const metrics = serveMetrics(app, config.METRICS_TOKEN)
  await app.register(cookie)
  await serveApiDocument(app, version)
  serveReadyAnswers(app.server, { answers, isOpen: () => !isStopping(), onAnswered: metrics.countReady })
  return metrics.registry
}
