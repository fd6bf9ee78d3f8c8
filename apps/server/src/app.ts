import type { Clock } from '@aerie/core/time'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import type { Config } from './config.ts'
import type { Database } from './db/client.ts'
import { accounts } from './modules/accounts/accounts.ts'
import { agentModule } from './modules/agent/agent-module.ts'
import { catalogueEngine } from './modules/agent/catalogue-engine.ts'
import { modelOf } from './modules/agent/llm-model.ts'
import { analyticsRoutes } from './modules/analytics/analytics-routes.ts'
import { AnalyticsService } from './modules/analytics/analytics-service.ts'
import { chainInfoOf } from './modules/chain/chain-facts.ts'
import { type ChainModule, chainModule } from './modules/chain/chain-module.ts'
import { chartRoutes } from './modules/charts/chart-routes.ts'
import { chartService } from './modules/charts/chart-service.ts'
import { docsRoutes } from './modules/docs/docs-routes.ts'
import { forecasting } from './modules/forecasting/forecasting.ts'
import { holdingsModule } from './modules/holdings/holdings-module.ts'
import { startLive } from './modules/live/live-module.ts'
import { mailModule } from './modules/mail/mail-module.ts'
import { CATALOGUE_COINS } from './modules/market/catalogue-coins.ts'
import { chooseSource } from './modules/market/choose-source.ts'
import { marketBoot } from './modules/market/market-boot.ts'
import { reportMarketHealth } from './modules/market/market-health.ts'
import { MarketLine } from './modules/market/market-line.ts'
import { marketRoutes } from './modules/market/market-routes.ts'
import { MarketService } from './modules/market/market-service.ts'
import { marketData } from './modules/market-data/market-data-module.ts'
import { serveMirror } from './modules/mirror/mirror-module.ts'
import { type PartsBoard, partsBoard } from './modules/status/parts-board.ts'
import { statusRoutes } from './modules/status/status-routes.ts'
import { watchDatabase } from './modules/status/watch-database.ts'
import { webApp } from './modules/web/web-routes.ts'
import { documentService } from './modules/workspace/document-service.ts'
import { workspaceRoutes } from './modules/workspace/workspace-routes.ts'
import { drainOnClose } from './plugins/drain.ts'
import { httpEdge, httpServer } from './plugins/http-edge.ts'
import { pageHeadersOf } from './plugins/security-headers.ts'
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

/** Wires everything by hand: the edge, then services, then their routes. Nothing listens yet. */
export async function buildApp({ config, secretKey, db, clock, logger, version, webRoot }: AppDeps) {
  z.config(z.locales.en())
  const app = httpServer(config, logger)
  const io = socketServer(app.server, config.PUBLIC_URL)
  const isStopping = drainOnClose(app, io)
  const board = partsBoard(['database', 'market'])
  const database = watchDatabase(db.$client, board)
  const market = marketOf({ config, db, clock, logger })
  // Only a source that chooses can be told to choose again.
  const marketLine =
    config.MARKET_SOURCE === 'auto' ? new MarketLine({ pool: db.$client, logger, goLive: () => market.goLive() }) : undefined
  reportMarketHealth(market, (health, detail) => board.set('market', health, detail))
  const mail = mailModule({ config, db, clock, logger })
  const isSafeApp = config.SAFE_APP === 'on'
  const web = webApp({
    root: webRoot,
    clock,
    pageHeaders: pageHeadersOf({ walletConnectProjectId: config.WALLETCONNECT_PROJECT_ID, isSafeApp }),
    isSafeApp,
    bootData: (query) => marketBoot(market.hub, query),
  })

  const { metrics, answers } = await httpEdge(app, { config, version, notFound: web.notFound, isStopping })
  await app.register(
    statusRoutes({
      version,
      board,
      isStopping,
      answers,
      marketStatus: () => market.hub.status(),
      publicConfig: () => publicFacts(config, chain),
    }),
  )
  await app.register(mail.routes)
  const users = accounts({ db, clock, queueMail: mail.service.queue, secretKey, publicUrl: config.PUBLIC_URL, isSafeApp })
  const authentication = users.authentication(app)
  await users.register(app, authentication)
  const parts = { config, app, db, clock, logger, board, metrics, users }
  const { predictions, calls, agent, live } = await onTheMarket({ ...parts, io, market, answers, authentication })
  const { requireUser } = authentication
  await app.register(workspaceRoutes({ documents: documentService({ db, clock, notify: calls.notify }), requireUser }))
  const { chain, holdings } = await onTheChain({ ...parts, requireUser, notify: calls.notify })
  await app.register(docsRoutes)
  await app.register(web.routes)

  return {
    app,
    io,
    board,
    metrics,
    mail: mail.service,
    market,
    forecasts: predictions.service,
    chain,
    listen: () => app.listen({ host: config.HOST, port: config.PORT }),
    ...lifeOf({ app, logger, database, mail, users, chain, market, marketLine, predictions, calls, agent, live, holdings }),
  }
}

type MarketParts = Pick<AppDeps, 'config' | 'db' | 'clock' | 'logger'> &
  Pick<Awaited<ReturnType<typeof httpEdge>>, 'metrics' | 'answers'> & {
    readonly app: FastifyInstance
    readonly io: ReturnType<typeof socketServer>
    readonly market: MarketService
    readonly board: PartsBoard
    readonly users: ReturnType<typeof accounts>
    readonly authentication: ReturnType<ReturnType<typeof accounts>['authentication']>
  }

/** What stands on the market: its routes, forecasts, the market-data calls, the agent, saved charts and the live sockets. */
async function onTheMarket({ config, app, io, db, clock, logger, market, board, metrics, answers, users, authentication }: MarketParts) {
  await app.register(marketRoutes(market, answers))
  const predictions = forecasting({ db, market, logger, board, metrics, answers })
  await app.register(predictions.routes)
  const sockets = {
    io,
    logger,
    onRevoked: users.sessions.onRevoked,
    verifyToken: async (token: string) => {
      const caller = await authentication.verifySocketToken(token)
      return caller && { user_id: caller.user.user_id, sid: caller.sessionId }
    },
  }
  const { requireUser } = authentication
  const newestForecast = (symbol: string, hours: number) => predictions.service.newestForecast(symbol, hours)
  const newestIssued = (symbol: string, hours: number) => predictions.service.newestIssued(symbol, hours)
  const answering = { ...sockets, db, clock, market, requireUser, newestForecast }
  const agent = agentModule({ ...answering, board, metrics, newestIssued, builtIn: catalogueEngine(), model: modelOf(config) })
  await agent.register(app)
  const calls = marketData({ ...answering, isOutdated: users.sessions.isOutdated, onResult: agent.noteResult })
  await calls.register(app)
  const isCoin = (symbol: string): boolean => market.hub.state(symbol) !== undefined
  await app.register(chartRoutes({ charts: chartService({ db, clock }), requireUser, isCoin }))
  const onWallet = async (userId: string): Promise<void> => {
    await users.wallets.changed(userId)
    users.standing.changed(userId)
  }
  await app.register(analyticsRoutes({ service: new AnalyticsService(market), requireUser, clock }))
  serveMirror({ ...sockets, clock })
  const live = startLive({ ...sockets, market, isWalletLinked: users.isWalletLinked, onWallet })
  return { predictions, calls, agent, live }
}

type ChainParts = Pick<MarketParts, 'config' | 'app' | 'db' | 'clock' | 'logger' | 'board' | 'metrics' | 'users'> &
  Pick<Parameters<typeof holdingsModule>[0], 'requireUser' | 'notify'>

/** The chain, and what users hold on it. */
async function onTheChain({ config, app, board, users, requireUser, ...rest }: ChainParts) {
  const { linkedAmong, isWalletLinked } = users
  const chain = chainModule({ config, board, linkedAmong, isWalletLinked, ...rest })
  await chain.register(app, requireUser)
  const holdings = holdingsModule({ chain, users, requireUser, publicUrl: config.PUBLIC_URL, ...rest })
  await holdings.register(app)
  return { chain, holdings }
}

type Parts = Pick<MarketParts, 'app' | 'logger' | 'users' | 'market'> &
  Awaited<ReturnType<typeof onTheMarket>> & {
    readonly database: ReturnType<typeof watchDatabase>
    readonly mail: ReturnType<typeof mailModule>
    readonly chain: ChainModule
    readonly holdings: ReturnType<typeof holdingsModule>
    readonly marketLine: MarketLine | undefined
  }

/** In which order the parts come up and go down. */
const lifeOf = ({ app, logger, database, mail, users, chain, market, marketLine, predictions, calls, agent, live, holdings }: Parts) => ({
  /** What may come up after the first answer: the market and the loops. */
  start: async () => {
    await database.look()
    database.start()
    mail.service.start()
    calls.start()
    users.start((error) => logger.error({ err: error }, 'tending sessions failed; trying again'))
    await Promise.all([market.start(), chain.start(), marketLine?.start()])
    holdings.start()
    predictions.start()
    agent.start()
  },
  close: async () => {
    marketLine?.stop()
    live.stop()
    calls.stop()
    await agent.stop()
    await holdings.stop()
    await app.close()
    await chain.stop()
    database.stop()
    users.stop()
    await predictions.stop()
    await market.stop()
    await mail.service.stop()
  },
})

type MarketDeps = Pick<AppDeps, 'config' | 'db' | 'clock' | 'logger'>

const marketOf = ({ config, db, clock, logger }: MarketDeps) =>
  new MarketService({
    makeSource: () => chooseSource(config, clock),
    isIdKnown: config.MARKET_SOURCE !== 'auto',
    coins: CATALOGUE_COINS,
    pool: db.$client,
    logger,
  })

const publicFacts = (config: Config, chain: ChainModule) => ({
  chain: chainInfoOf(chain.facts()),
  contracts: { ...chain.facts().contracts },
  walletconnect_project_id: config.WALLETCONNECT_PROJECT_ID ?? null,
  safe_app: config.SAFE_APP === 'on',
  community_chat_url: config.COMMUNITY_CHAT_URL ?? null,
})
