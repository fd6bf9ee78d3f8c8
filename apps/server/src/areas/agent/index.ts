import { epochMs, MINUTE_MS, SECOND_MS } from '@aerie/core/time'
import { serializeByKey } from '@aerie/runtime/serial-queue'
import { ticker } from '@aerie/runtime/ticker'
import type { MarketDataMessage } from '@aerie/wire/market/market-data'
import type { FastifyInstance } from 'fastify'
import type { Registry } from 'prom-client'
import type { Server } from 'socket.io'
import { areaPlugin } from '../../platform/area.ts'
import type { Bus } from '../../platform/bus/bus.ts'
import type { Duties } from '../../platform/duties/duty.ts'
import type { Admission } from '../../platform/sockets/admission.ts'
import { type Authentication, account } from '../account/index.ts'
import { alerts } from '../alerts/index.ts'
import { forecast } from '../forecast/index.ts'
import { journal } from '../journal/index.ts'
import { market } from '../market/index.ts'
import { trading } from '../trading/index.ts'
import { agentCommandsOf } from './agent-commands.ts'
import { PARTIAL_EVERY_MS } from './agent-limits.ts'
import { agentMetrics } from './agent-metrics.ts'
import { serveAgent } from './agent-namespace.ts'
import { marketTools } from './agent-tools.ts'
import { AnswerWorkers } from './answers/answer-workers.ts'
import { catalogueEngine } from './answers/catalogue-engine.ts'
import { type EngineDeps, engineOf } from './answers/chosen-engine.ts'
import { conversationService } from './conversations/conversation-service.ts'
import { messageService } from './conversations/message-service.ts'
import { predictionsService } from './conversations/predictions-service.ts'
import { replyStore } from './conversations/reply-store.ts'
import { modelOf } from './llm/llm-model.ts'
import { dailyLimit } from './market-data/daily-limit.ts'
import { marketDataModule } from './market-data/market-data-module.ts'
import { type McpAddress, mcpRoutes } from './mcp-routes.ts'
import { ownTools } from './own/own-tools.ts'
import { recentFigures } from './proof/recent-figures.ts'
import { agentRoutes } from './routes.ts'
import { throttled } from './throttled.ts'

export type { Call, Turn } from './answers/draft.ts'
export { callsOfModel } from './llm/llm-engine.ts'
export type { MarketFigureSources } from './own/market-figures.ts'
export type { OwnSources, TripQuery } from './own/own-sources.ts'
export { ownAnswerText } from './own/own-text.ts'
export { ownTools } from './own/own-tools.ts'
export { catalogueEngine, modelOf }

/** Same window and days as the regime on the analytics page. */
const REGIME_QUERY = { window: 168, days: 90 } as const

/** Agent EagleEye: conversations, the market-data calls, and the tools for other assistants (MCP). */
export const agent = areaPlugin({
  name: 'agent',
  needs: { account, market, forecast, trading, journal, alerts },
  setup({ account, market, forecast, trading, journal, alerts, ...platform }) {
    const { config, db, duties, clock, logger } = platform
    const newestForecast = (symbol: string, hours: number) => forecast.fromNow.newestForecast(symbol, hours)
    const shared = { db, duties, clock, logger, market: market.service, newestForecast }
    const module = agentModule({
      ...platform,
      ...shared,
      ...account.admission,
      builtIn: catalogueEngine(),
      model: modelOf(config),
      newestIssued: (symbol, hours) => forecast.fromNow.newestIssued(symbol, hours),
      own: { ...trading.own, ...journal.own, alerts: alerts.listOf },
      figures: {
        newestForecast,
        board: () => market.service.hub.board(),
        scorecard: (symbol, hours) => forecast.service.scorecard(symbol, hours),
        volatility: (symbol) => market.analytics.volatility(symbol, REGIME_QUERY).make(),
        row: (symbol) => market.analytics.row(symbol),
        closes: async (symbol) => {
          const to = Math.floor(market.service.hub.now() / 1_000)
          const candles = await market.service.candles({ symbol, interval: '1h', from: to - 25 * 3_600, to, limit: 25 })
          return candles.map(({ time, close }) => [epochMs((time + 3_600) * 1_000), close])
        },
        instrument: trading.instrument,
      },
      address: { publicUrl: config.PUBLIC_URL, host: config.HOST },
      requireUser: account.requireUser,
      isAnswering: config.ROLE !== 'worker',
    })
    const marketData = marketDataModule({ ...shared, bus: platform.bus, channel: account.messages, onResult: module.noteResult })
    return {
      modules: [
        { ...module, isBackground: true },
        { ...marketData, isBackground: true },
      ],
      api: {},
    }
  },
})

type Deps = Pick<Admission, 'verifyToken' | 'onRevoked'> &
  EngineDeps & {
    readonly io: Server
    /** To windows of the same users at other processes. */
    readonly bus?: Bus
    readonly metrics: Registry
    readonly market: { readonly sourceId: () => string }
    readonly address: McpAddress
    readonly requireUser: Authentication['requireUser']
    readonly newestIssued: Parameters<typeof replyStore>[0]['newestIssued']
    readonly duties: Pick<Duties, 'node' | 'upkeep'>
    /** False in a process without sockets, whose answers no window would see. */
    readonly isAnswering?: boolean
  }

const SWEEP_MS = 10 * MINUTE_MS
/** The lease of a conversation ends ten seconds after its last renewal. */
const TEND_MS = 3 * SECOND_MS
const NOT_NOW = {
  code: 'unavailable',
  message: 'The question could not be answered right now. It is saved: open the conversation again to retry.',
} as const

export function agentModule(deps: Deps) {
  const { io, bus, db, duties, clock, logger, metrics, market, isAnswering = true } = deps
  const onError = (error: unknown): void => logger.error({ err: error }, 'the agent failed')
  const queue = serializeByKey()
  const shownFigures = recentFigures(clock)
  const conversations = conversationService({ db, clock })
  const counts = agentMetrics(metrics)
  const partials = throttled(PARTIAL_EVERY_MS)
  const workers = new AnswerWorkers({
    store: replyStore({ db, clock, node: duties.node, newestIssued: deps.newestIssued }),
    queue,
    clock,
    answer: engineOf(deps, counts),
    onReply: (userId, message) => {
      partials.drop(message.conversation)
      counts.countReply(message)
      channel.emit(userId, 'message', message)
    },
    onText: (ref, replyTo, text) =>
      partials.run(ref.id, () => channel.stream(ref.userId, 'partial', { conversation: ref.id, reply_to: replyTo, text })),
    onFailure: ({ userId, id }, question, error) => {
      onError(error)
      channel.emit(userId, 'error', { ...NOT_NOW, conversation: id, ...(question !== undefined && { id: question }) })
    },
  })
  const channel = serveAgent({
    io,
    bus,
    verifyToken: deps.verifyToken,
    onRevoked: deps.onRevoked,
    commands: agentCommandsOf({ conversations, messages: messageService({ db, clock }), workers, queue, provenIn: shownFigures.provenIn }),
    onError,
    onFault: ({ event, errors }) => logger.debug({ event, fields: Object.keys(errors) }, 'a message on /agent was refused'),
  })
  const predictions = predictionsService({ db, market: { sourceId: () => market.sourceId(), now: () => market.hub.now() } })
  const mcp = mcpRoutes({
    requireUser: deps.requireUser,
    clock,
    logger,
    market,
    address: deps.address,
    limit: dailyLimit({ db, clock }),
    run: marketTools(deps),
    runOwn: ownTools({ sources: deps.own, market: deps.figures, now: () => market.hub.now(), onFailure: onError }),
  })
  const sweep = (): Promise<void> => {
    shownFigures.sweep()
    return conversations.sweep()
  }
  const sweeping = ticker(SWEEP_MS, () => shownFigures.sweep())
  const erasing = ticker(SWEEP_MS, duties.upkeep(conversations.sweep))
  const tending = ticker(TEND_MS, () => workers.tend())
  return {
    name: 'agent',
    routes: async (app: FastifyInstance): Promise<void> => {
      await app.register(agentRoutes({ conversations, predictions }))
      await app.register(mcp)
    },
    /** Call for each market-data result before it is sent to the user. */
    noteResult: (userId: string, message: MarketDataMessage): void => shownFigures.note(userId, message),
    sweep,
    start: (): void => {
      sweeping.start(onError)
      erasing.start(onError)
      if (!isAnswering) return
      void workers.resume().catch(onError)
      tending.start(onError)
    },
    stop: async (): Promise<void> => {
      for (const each of [sweeping, erasing, tending]) each.stop()
      await Promise.all([erasing.idle(), tending.idle()])
      await workers.close()
    },
  }
}
