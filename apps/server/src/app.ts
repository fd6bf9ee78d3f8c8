import { randomUUID } from 'node:crypto'
import type { Clock } from '@aerie/core/time'
import cookie from '@fastify/cookie'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import type { Config } from './config.ts'
import type { Database } from './db/client.ts'
import { accounts } from './modules/accounts/accounts.ts'
import { docsRoutes } from './modules/docs/docs-routes.ts'
import { startLive } from './modules/live/live-module.ts'
import { mailService } from './modules/mail/mail-service.ts'
import { memoryOutbox } from './modules/mail/outbox.ts'
import { outboxRoutes } from './modules/mail/outbox-routes.ts'
import { smtpTransport } from './modules/mail/transport.ts'
import { CATALOGUE_COINS } from './modules/market/catalogue-coins.ts'
import { chooseSource } from './modules/market/choose-source.ts'
import { marketBoot } from './modules/market/market-boot.ts'
import { reportMarketHealth } from './modules/market/market-health.ts'
import { marketRoutes } from './modules/market/market-routes.ts'
import { marketService } from './modules/market/market-service.ts'
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
import { socketServer } from './sockets/socket-server.ts'

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
export async function buildApp({ config, secretKey, db, clock, logger, version, webRoot }: AppDeps) {
  z.config(z.locales.en())
  let isStopping = false
  const app = bareServer(config, logger)
  const io = socketServer(app.server, config.PUBLIC_URL)
  const board = partsBoard(['database', 'market'])
  const market = marketService({
    makeSource: () => chooseSource(config, clock),
    isIdKnown: config.MARKET_SOURCE !== 'auto',
    coins: CATALOGUE_COINS,
    pool: db.$client,
    logger,
  })
  reportMarketHealth(market, (health, detail) => board.set('market', health, detail))

  securityHeaders(app, config.PUBLIC_URL)
  refuseForeignOrigins(app, config.PUBLIC_URL)
  logRequests(app)
  const web = webApp({ root: webRoot, clock, bootData: (query) => marketBoot(market.hub, query) })
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
      marketStatus: market.hub.status,
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
  const users = accounts({ db, clock, queueMail: mail.queue, secretKey, publicUrl: config.PUBLIC_URL })
  const authentication = users.authentication(app)
  await users.register(app, authentication)
  await app.register(marketRoutes(market))
  const live = startLive({
    io,
    market,
    logger,
    verifyToken: async (token) => {
      const caller = await authentication.verifySocketToken(token)
      return caller && { user_id: caller.user.user_id, sid: caller.sessionId }
    },
    isWalletLinked: users.isWalletLinked,
    onRevoked: users.sessions.onRevoked,
  })
  await app.register(docsRoutes)
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
    market,
    listen: () => app.listen({ host: config.HOST, port: config.PORT }),
    /** What may come up after the first answer: the market and the loops. */
    start: async () => {
      mail.start()
      users.start((error) => logger.error({ err: error }, 'tending sessions failed; trying again'))
      await market.start()
    },
    close: async () => {
      isStopping = true
      live.stop()
      await app.close()
      users.stop()
      await market.stop()
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
