import { type Clock, epochMs } from '@aerie/core/time'
import { autoSource } from '@aerie/market/auto/auto-source'
import { COINS, logoPath } from '@aerie/market/catalogue'
import { type LiveSettings, liveSource } from '@aerie/market/live/live-source'
import { EXCHANGES } from '@aerie/market/live/settings'
import { type MarketSource, MarketSourceError } from '@aerie/market/market-source'
import { replaySource } from '@aerie/market/replay/replay-source'
import { simSource } from '@aerie/market/sim/sim-source'
import { listenerSet } from '@aerie/runtime/listener-set'
import type { Part } from '@aerie/wire/server-info'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../../config.ts'
import { areaPlugin } from '../../platform/area.ts'
import type { Bus } from '../../platform/bus/bus.ts'
import { heldFunctions } from '../../platform/bus/held-functions.ts'
import type { Database } from '../../platform/db/client.ts'
import type { Duties } from '../../platform/duties/duty.ts'
import type { HealthRegistry } from '../../platform/health/health-registry.ts'
import type { ReadyAnswers } from '../../platform/http/ready-answers.ts'
import { StartFailure } from '../../platform/start-failure.ts'
import { account } from '../account/index.ts'
import { analyticsRoutes } from './analytics/analytics-routes.ts'
import { AnalyticsService } from './analytics/analytics-service.ts'
import type { HubCoin } from './coin-state.ts'
import { MarketCommandListener, marketCommands } from './commands/market-command-listener.ts'
import { busSource } from './feed/bus-source.ts'
import { feedServer } from './feed/feed-server.ts'
import { FEED } from './feed/market-messages.ts'
import { liveModule } from './live/live-module.ts'
import { marketCannotStart } from './messages.ts'
import { replayRoutes } from './replay/replay-routes.ts'
import { replayService } from './replay/replay-service.ts'
import { marketRoutes } from './routes.ts'
import { MarketService } from './service.ts'

export type { CandleQuery } from './candles/candle-reader.ts'
export type { CandleRing } from './candles/candle-ring.ts'
export { storedPrices } from './candles/candle-store.ts'
export { type MarketAnswer, type MarketCommand, sendMarketCommand } from './commands/market-command-listener.ts'
export { marketBoot } from './market-boot.ts'
export { TICKS_EVERY_MS } from './market-recorder.ts'
export type { MarketService } from './service.ts'

/** Coins, prices, candles and statistics, over HTTP and on the socket `/live`. */
export const market = areaPlugin({
  name: 'market',
  needs: { account },
  setup({ account, io, ...platform }) {
    const { config, db, clock, logger } = platform
    const market = marketModule(platform)
    const replay = replayService({ market: market.service, controls: config.REPLAY_CONTROLS, clock })
    const { view, obeyUser } = replay
    const functions = { view, obeyUser }
    const held = heldFunctions({ bus: platform.bus, channel: 'replay', isHere: market.isFeed, functions, timeoutsMs: REPLAY_MS })
    market.onFeed(held.serve)
    const obey = marketCommands({ goLive: () => market.service.goLive(), replay })
    const commands = new MarketCommandListener({ pool: db.$client, logger, obey, isMine: market.isFeed })
    // Only for a market source that can be switched or paused.
    const hasCommands = config.MARKET_SOURCE === 'auto' || config.MARKET_SOURCE === 'replay'
    const analytics = new AnalyticsService(market.service)
    const { isWalletLinked, walletChanged: onWallet } = account
    const live = liveModule({ io, logger, ...account.admission, market: market.service, isWalletLinked, onWallet })
    return {
      modules: [
        ...(hasCommands ? [{ name: commands.name, start: () => commands.start(), stop: () => commands.stop() }] : []),
        market,
        { name: 'replay', routes: replayRoutes(held.functions) },
        { name: 'analytics', routes: analyticsRoutes({ service: analytics, clock }) },
        { ...live, isBackground: true },
      ],
      api: { service: market.service, analytics },
    }
  },
})

/** A jump starts the market at another moment. */
const REPLAY_MS = { obeyUser: 20_000 } as const
/** Fetched from an exchange, page by page. */
const HISTORY_MS = 20_000

type Deps = {
  readonly config: Config
  readonly bus: Bus
  readonly duties: Duties
  readonly db: Database
  readonly clock: Clock
  readonly logger: FastifyBaseLogger
  readonly health: HealthRegistry
  readonly answers: ReadyAnswers
  readonly openWaitMs?: number
}

/**
 * One process at a time holds the duty `feed`: it reads the market, stores it and publishes it. The others show what it publishes. Without
 * other processes this one always does.
 */
export function marketModule({ config, bus, duties, db, clock, logger, health, answers, openWaitMs }: Deps) {
  let isFeed = !bus.isShared
  let feedTerm: number | undefined
  let hasStarted = false
  let isOver = false
  const feedChanges = listenerSet<[isFeed: boolean]>()
  const onError = (error: unknown): void => logger.error({ err: error }, 'the market of the other processes could not be followed')
  const makeSource = (): MarketSource =>
    isFeed
      ? chooseSource(config, clock)
      : busSource({
          bus,
          feed: () => feed.functions,
          expectedKind: config.MARKET_SOURCE === 'auto' ? 'sim' : config.MARKET_SOURCE,
          onReplaced: () => void service.restart().catch(onError),
          onFilled: (series) => void service.readAgain(series).catch(onError),
          onError,
        })
  const service: MarketService = new MarketService({
    makeSource,
    isIdKnown: config.MARKET_SOURCE !== 'auto' && !bus.isShared,
    ...(bus.isShared && { isReader: () => !isFeed, fence: () => (feedTerm === undefined ? undefined : { name: FEED, term: feedTerm }) }),
    coins: CATALOGUE_COINS,
    pool: db.$client,
    logger,
    ...(openWaitMs !== undefined && { openWaitMs }),
  })
  const server = feedServer({ bus, market: service, logger })
  const feed = heldFunctions({
    bus,
    channel: FEED,
    isHere: () => isFeed,
    functions: server.questions,
    timeoutsMs: { history: HISTORY_MS },
  })
  reportMarketHealth(service, (state, detail) => health.set('market', state, detail))
  const begin = (): Promise<void> => {
    if (hasStarted) return service.restart()
    hasStarted = true
    return service.start()
  }
  const feedDuty = duties.work({
    name: FEED,
    onError,
    begin: async (term) => {
      isFeed = true
      feedTerm = term
      server.start()
      await begin()
      // Answers only once there is a market to ask about.
      feed.serve(true)
      feedChanges.emit(true)
      logger.info({ term }, 'this process reads the market')
      return async () => {
        isFeed = false
        feed.serve(false)
        feedChanges.emit(false)
        server.stop()
        if (isOver) return
        logger.warn({ term }, 'another process may read the market now')
        await service.restart()
      }
    },
  })
  return {
    name: 'market',
    service,
    isFeed: (): boolean => isFeed,
    onFeed: feedChanges.subscribe,
    routes: marketRoutes({ market: service, answers }),
    start: async (): Promise<void> => {
      if (bus.isShared) {
        feedDuty.start()
        await feedDuty.tend()
      }
      if (!hasStarted) await begin()
    },
    stop: async (): Promise<void> => {
      isOver = true
      await feedDuty.stop()
      await service.stop()
    },
  }
}

export const CATALOGUE_COINS: readonly HubCoin[] = COINS.map(({ symbol, name, color, industries }) => ({
  symbol,
  name,
  logo: logoPath(symbol),
  color,
  industries,
}))

type Report = (health: Part['health'], detail: string) => void

/** Reports market health: starting until there are prices, degraded while they are stale. */
function reportMarketHealth(market: MarketService, report: Report): void {
  let reported = ''
  const reportIfChanged = (): void => {
    const { state, detail } = market.hub.sourceState()
    const health = market.hub.isReady() ? (state === 'stale' ? 'degraded' : 'ok') : 'starting'
    if (reported === `${health} ${detail}`) return
    reported = `${health} ${detail}`
    report(health, detail)
  }
  market.onStatus(reportIfChanged)
  const stop = market.onPrices(() => {
    reportIfChanged()
    if (market.hub.isReady()) stop()
  })
}

/** @throws StartFailure with a one-line message for an unusable setting */
function chooseSource(config: Config, clock: Clock): MarketSource {
  try {
    return sourceOf(config, clock)
  } catch (error) {
    throw error instanceof MarketSourceError ? new StartFailure(marketCannotStart(error.message), { cause: error }) : error
  }
}

function sourceOf(config: Config, clock: Clock): MarketSource {
  const sim = (): MarketSource => simSource({ seed: config.MARKET_SEED, clock })
  const live = (whenUnreachable: LiveSettings['whenUnreachable'], exchange = config.EXCHANGE) =>
    liveSource({
      exchange,
      exchangeRestUrl: config.EXCHANGE_REST_URL,
      exchangeWsUrl: config.EXCHANGE_WS_URL,
      coingeckoUrl: config.COINGECKO_URL,
      coingeckoApiKey: config.COINGECKO_API_KEY,
      clock,
      whenUnreachable,
    })
  switch (config.MARKET_SOURCE) {
    case 'sim':
      return sim()
    case 'live':
      return live('keep-trying')
    case 'auto':
      return autoSource({ live: autoExchanges(config).map((exchange) => live('reject', exchange)), sim: sim() })
    case 'replay':
      return replaySource({
        dir: config.REPLAY_DIR ?? '',
        speed: config.REPLAY_SPEED,
        clock,
        ...(config.REPLAY_FROM !== undefined && { from: epochMs(config.REPLAY_FROM) }),
      })
  }
}

/** The configured exchange, then the other one as fallback for blocked regions. Custom addresses apply to one exchange only. */
function autoExchanges({ EXCHANGE, EXCHANGE_REST_URL, EXCHANGE_WS_URL }: Config): Config['EXCHANGE'][] {
  const isNamed = EXCHANGE_REST_URL !== undefined || EXCHANGE_WS_URL !== undefined
  return isNamed ? [EXCHANGE] : [EXCHANGE, ...EXCHANGES.filter((exchange) => exchange !== EXCHANGE)]
}
