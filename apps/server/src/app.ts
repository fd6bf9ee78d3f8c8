import { randomUUID } from 'node:crypto'
import type { Clock } from '@aerie/core/time'
import cookie from '@fastify/cookie'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { Server as SocketServer } from 'socket.io'
import * as z from 'zod/mini'
import type { Config } from './config.ts'
import type { Database } from './db/client.ts'
import { mailService } from './modules/mail/mail-service.ts'
import { memoryOutbox } from './modules/mail/outbox.ts'
import { outboxRoutes } from './modules/mail/outbox-routes.ts'
import { smtpTransport } from './modules/mail/transport.ts'
import { partsBoard } from './modules/status/parts-board.ts'
import { statusRoutes } from './modules/status/status-routes.ts'
import { webApp } from './modules/web/web-routes.ts'
import { serveApiDocument } from './plugins/api-document.ts'
import { answerBrokenRequest, answerErrors, sendProblem } from './plugins/error-answers.ts'
import { serveMetrics } from './plugins/metrics.ts'
import { appErrorOf } from './plugins/problem.ts'
import { logRequests } from './plugins/request-log.ts'
import { refuseForeignOrigins } from './plugins/same-origin.ts'
import { securityHeaders } from './plugins/security-headers.ts'

export type AppDeps = {
  readonly config: Config
  /** Signs tokens; see secret-key.ts. */
  readonly secretKey: Uint8Array
  readonly db: Database
  readonly clock: Clock
  readonly logger: FastifyBaseLogger
  readonly version: string
  /** The built web app. */
  readonly webRoot: string
}

export type AerieApp = Awaited<ReturnType<typeof buildApp>>

const BODY_LIMIT_BYTES = 64 * 1024
const REQUEST_TIMEOUT_MS = 30_000

/** Wires everything by hand: plugins, then services, then their routes. Nothing listens yet. */
export async function buildApp({ config, db, clock, logger, version, webRoot }: AppDeps) {
  z.config(z.locales.en())
  let isStopping = false
  const app = bareServer(config, logger)
  const io = socketServer(app.server)
  const board = partsBoard(['database', 'market'])

  securityHeaders(app, config.PUBLIC_URL)
  refuseForeignOrigins(app, config.PUBLIC_URL)
  logRequests(app)
  const web = webApp({ root: webRoot, clock, bootData: () => undefined })
  answerErrors(app, web.notFound)
  const metrics = serveMetrics(app, config.METRICS_TOKEN)
  await app.register(cookie)
  await serveApiDocument(app, version)

  const outbox = config.SMTP_URL === undefined ? memoryOutbox(clock, logger) : undefined
  const transport = outbox ?? smtpTransport(config.SMTP_URL ?? '', config.MAIL_FROM)
  const mail = mailService({ db, clock, transport, logger })
  await app.register(outboxRoutes({ outbox, host: config.HOST, publicUrl: config.PUBLIC_URL }))

  await app.register(
    statusRoutes({
      version,
      board,
      marketStatus: () => undefined,
      publicConfig: () => ({
        chain: null,
        contracts: {},
        walletconnect_project_id: config.WALLETCONNECT_PROJECT_ID ?? null,
        community_chat_url: config.COMMUNITY_CHAT_URL ?? null,
      }),
      isStopping: () => isStopping,
    }),
  )
  board.set('database', 'ok', 'answers')
  await app.register(web.routes)

  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (isStopping) reply.header('connection', 'close')
    done()
  })
  app.addHook('preClose', () => {
    isStopping = true
    // "transport close", so that clients come back by themselves once a server answers again.
    io.engine.close()
  })

  return {
    app,
    io,
    board,
    metrics,
    mail,
    listen: () => app.listen({ host: config.HOST, port: config.PORT }),
    /** What may come up after the first answer: the market and the loops. */
    start: async () => {
      mail.start()
    },
    close: async () => {
      isStopping = true
      await app.close()
      await mail.stop()
    },
  }
}

function bareServer(config: Config, logger: FastifyBaseLogger): FastifyInstance {
  const app = Fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    forceCloseConnections: 'idle',
    trustProxy: config.TRUSTED_PROXIES ?? false,
    genReqId: () => randomUUID(),
    clientErrorHandler: answerBrokenRequest,
    frameworkErrors: (error, _request, reply) => void sendProblem(reply, appErrorOf(error)),
    routerOptions: { maxParamLength: 200 },
  })
  return app.setValidatorCompiler(validatorCompiler).setSerializerCompiler(serializerCompiler)
}

/** Websocket only, no compression (PERFORMANCE: 71 times the cost), small messages. Namespaces bring their own rules. */
function socketServer(server: FastifyInstance['server']): SocketServer {
  return new SocketServer(server, {
    path: '/socket.io',
    transports: ['websocket'],
    serveClient: false,
    maxHttpBufferSize: BODY_LIMIT_BYTES,
    perMessageDeflate: false,
    httpCompression: false,
  })
}
