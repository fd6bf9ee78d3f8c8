import type { Candle } from '@aerie/core/market/candle'
import { type Clock, epochMs } from '@aerie/core/time'
import { autoSource } from '@aerie/market/auto/auto-source'
import { COINS, logoPath } from '@aerie/market/catalogue'
import { type LiveSettings, liveSource } from '@aerie/market/live/live-source'
import { EXCHANGES } from '@aerie/market/live/settings'
import { type MarketSource, MarketSourceError } from '@aerie/market/market-source'
import { replaySource } from '@aerie/market/replay/replay-source'
import { simSource } from '@aerie/market/sim/sim-source'
import { board } from '@aerie/wire/market/board'
import {
  assetDetails,
  assetsPage,
  type CandleTuple,
  type Currency,
  candleTuple,
  currencies,
  type Depth,
  depth,
} from '@aerie/wire/market/market'
import { SUPPORTED_SYMBOLS } from '@aerie/wire/market/supported-symbols'
import { envelope } from '@aerie/wire/problem'
import type { Part } from '@aerie/wire/server-info'
import type { FastifyBaseLogger } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import type { Config } from '../../config.ts'
import type { Database } from '../../platform/db/client.ts'
import type { HealthRegistry } from '../../platform/health/health-registry.ts'
import { AppError } from '../../platform/http/app-error.ts'
import type { ReadyAnswers } from '../../platform/http/ready-answers.ts'
import { StartFailure } from '../../platform/start-failure.ts'
import { pageQuery } from './asset-list.ts'
import type { HubCoin } from './coin-state.ts'
import { assetsQuery, candlesQuery, symbolParams } from './market-queries.ts'
import { marketCannotStart } from './messages.ts'
import { MarketService } from './service.ts'

export { analyticsRoutes } from './analytics/analytics-routes.ts'
export { AnalyticsService } from './analytics/analytics-service.ts'
export type { CandleQuery } from './candles/candle-reader.ts'
export type { CandleRing } from './candles/candle-ring.ts'
export { type MarketAnswer, type MarketCommand, MarketCommandListener, sendMarketCommand } from './commands/market-command-listener.ts'
export { marketCommands } from './commands/market-commands.ts'
export { liveModule } from './live/live-module.ts'
export { marketBoot } from './market-boot.ts'
export { moment, symbolParams } from './market-queries.ts'
export { TICKS_EVERY_MS } from './market-recorder.ts'
export { replayRoutes } from './replay/replay-routes.ts'
export { type ReplayService, replayService } from './replay/replay-service.ts'
export type { MarketService } from './service.ts'

type Deps = {
  readonly config: Config
  readonly db: Database
  readonly clock: Clock
  readonly logger: FastifyBaseLogger
  readonly health: HealthRegistry
  readonly answers: ReadyAnswers
  readonly openWaitMs?: number
}

export function marketModule({ config, db, clock, logger, health, answers, openWaitMs }: Deps) {
  const service = new MarketService({
    makeSource: () => chooseSource(config, clock),
    isIdKnown: config.MARKET_SOURCE !== 'auto',
    coins: CATALOGUE_COINS,
    pool: db.$client,
    logger,
    ...(openWaitMs !== undefined && { openWaitMs }),
  })
  reportMarketHealth(service, (state, detail) => health.set('market', state, detail))
  return {
    name: 'market',
    service,
    routes: marketRoutes(service, answers),
    start: () => service.start(),
    stop: () => service.stop(),
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

const tuple = ({ time, open, high, low, close, volume }: Candle): CandleTuple => [time, open, high, low, close, volume]

const CANDLES_DESCRIPTION =
  '`from` (inclusive) and `to` (exclusive) bound the open times, as seconds since the epoch or ISO 8601 (UTC unless it has an offset). ' +
  'The last candle may still be forming: its volume is that of its closed minutes. Missing candles are left out, never filled.'

const marketRoutes =
  (market: MarketService, answers: ReadyAnswers): FastifyPluginAsyncZod =>
  async (app) => {
    const hot = { config: { isHot: true } }
    const tags = ['market']

    app.get(
      '/api/v1/assets',
      {
        ...hot,
        schema: {
          tags,
          summary: 'A page of the market list, by market cap unless sorted otherwise',
          querystring: assetsQuery,
          response: { 200: envelope(assetsPage) },
        },
      },
      (request, reply) =>
        answers.send(request, reply, async () => ({ data: await (await begun(market)).listPage(pageQuery(request.query)) })),
    )
    app.get(
      '/api/v1/assets/:symbol',
      { ...hot, schema: { tags, summary: 'Details of one coin', params: symbolParams, response: { 200: envelope(assetDetails) } } },
      (request, reply) =>
        answers.send(request, reply, async () => ({
          data: await (market.hub.details(request.params.symbol) ?? Promise.reject(unknownCoin(request.params.symbol))),
        })),
    )
    app.get(
      '/api/v1/currencies',
      { ...hot, schema: { tags, summary: 'The coins with a screen of their own', response: { 200: envelope(currencies) } } },
      (request, reply) => answers.send(request, reply, async () => ({ data: await listCurrencies(market) })),
    )
    app.get(
      '/api/v1/market/board',
      { ...hot, schema: { tags, summary: 'Every coin with its figures, largest cap first', response: { 200: envelope(board) } } },
      (request, reply) => answers.send(request, reply, async () => ({ data: await (await begun(market)).board() })),
    )
    app.get(
      '/api/v1/candles/:symbol',
      {
        ...hot,
        schema: {
          tags,
          summary: 'Candles, oldest first: the first `limit` from `from` on, or without `from` the last `limit` before `to`',
          description: CANDLES_DESCRIPTION,
          params: symbolParams,
          querystring: candlesQuery,
          response: { 200: envelope(z.array(candleTuple)) },
        },
      },
      (request, reply) =>
        answers.send(request, reply, async () => ({
          data: await (async () => {
            const { symbol } = request.params
            if (market.hub.state(symbol) === undefined) throw unknownCoin(symbol)
            return (await market.candles({ symbol, ...request.query })).map(tuple)
          })(),
        })),
    )
    app.get(
      '/api/v1/depth/:symbol',
      { ...hot, schema: { tags, summary: 'The order book of one coin', params: symbolParams, response: { 200: envelope(depth) } } },
      (request, reply) => answers.send(request, reply, async () => ({ data: await readDepth(market, request.params.symbol) })),
    )
  }

async function begun(market: MarketService): Promise<MarketService['hub']> {
  await market.begun()
  if (!market.hub.hasCoins()) throw starting()
  return market.hub
}

const listCurrencies = (market: MarketService): Currency[] =>
  SUPPORTED_SYMBOLS.flatMap((symbol) => {
    const details = market.hub.details(symbol)
    return details === undefined ? [] : [{ symbol, name: details.name, logo: details.logo }]
  })

async function readDepth(market: MarketService, symbol: string): Promise<Depth> {
  if (market.hub.state(symbol) === undefined) throw unknownCoin(symbol)
  const book = await market.hub.book(symbol).catch((cause: unknown) => {
    if (!(cause instanceof MarketSourceError)) throw cause
    throw new AppError('unavailable', { detail: 'The market source is not responding.', cause, retryAfterSeconds: 5 })
  })
  if (book === undefined) throw new AppError('not_found', { detail: `No order book for ${symbol} from this market source.` })
  const levels = (side: typeof book.bids): [number, number][] => side.map(([price, size]) => [price, size])
  return { symbol, bids: levels(book.bids), asks: levels(book.asks), source: market.hub.kind(), as_of: Math.floor(book.asOf) }
}

const unknownCoin = (symbol: string): AppError => new AppError('not_found', { detail: `Unknown coin: ${symbol}.` })
const starting = (): AppError => new AppError('unavailable', { detail: 'The market is starting.', retryAfterSeconds: 1 })
